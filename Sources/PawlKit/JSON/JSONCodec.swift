/// Reads and writes values as JSON.
public enum JSONCodec {
    /// Reads a value of a type.
    public static func decode(_ bytes: [UInt8], as type: ValueType) throws -> Value { .null }
}
