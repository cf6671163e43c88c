/// The id of an instance of a workflow.
public struct InstanceID: RawRepresentable, Hashable, Comparable, Sendable, CustomStringConvertible {
    /// The id.
    public let rawValue: String

    /// Creates an id from its text.
    public init(rawValue: String) { self.rawValue = rawValue }

    /// The number of characters of a new id: 60 bits, so that a million instances clash with odds of one in two million.
    public static let length = 12
    /// The characters of a new id: Crockford's base 32 (https://www.crockford.com/base32.html), lower case.
    public static let alphabet = Array("0123456789abcdefghjkmnpqrstvwxyz")

    /// Creates an id from 60 random bits; the upper four are not used.
    public init(randomBits bits: UInt64) {
        var text = ""
        for digit in 0..<Self.length { text.append(Self.alphabet[Int(bits >> (5 * UInt64(digit)) & 31)]) }
        rawValue = text
    }

    /// The id.
    public var description: String { rawValue }

    /// Orders by text.
    public static func < (left: Self, right: Self) -> Bool { left.rawValue < right.rawValue }
}
