/// XXH64.
public enum XXH64 {
    /// Hashes bytes.
    public static func hash(_ bytes: [UInt8]) -> UInt64 { 0 }
}
