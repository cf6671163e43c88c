/// Equality, order and hash of strings by their UTF-8 bytes.
///
/// Swift's own `==` says that NFC equals NFD, and its `<` compares normalised forms. A journal, a map key and an
/// expression must tell such strings apart, so every comparison in Pawl goes through here. The order of UTF-8 bytes is
/// the order of code points.
public enum UTF8Order {
    /// Returns whether both strings have the same bytes.
    @inlinable
    public static func equal(_ left: String, _ right: String) -> Bool {
        let fast = left.utf8.withContiguousStorageIfAvailable { a in
            right.utf8.withContiguousStorageIfAvailable { b in equalBytes(a, b) }
        }
        if case .some(.some(let result)) = fast { return result }
        return left.utf8.elementsEqual(right.utf8)
    }

    /// Returns whether the bytes of the left string come before those of the right one.
    @inlinable
    public static func less(_ left: String, _ right: String) -> Bool {
        left.utf8.lexicographicallyPrecedes(right.utf8)
    }

    /// Feeds the bytes of a string into a hasher.
    @inlinable
    public static func hash(_ string: String, into hasher: inout Hasher) {
        let done: Void? = string.utf8.withContiguousStorageIfAvailable { bytes in
            hasher.combine(bytes: UnsafeRawBufferPointer(bytes))
            hasher.combine(UInt8(0xFF))
        }
        if done == nil {
            for byte in string.utf8 { hasher.combine(byte) }
            hasher.combine(UInt8(0xFF))
        }
    }

    @inlinable
    static func equalBytes(_ a: UnsafeBufferPointer<UInt8>, _ b: UnsafeBufferPointer<UInt8>) -> Bool {
        guard a.count == b.count else { return false }
        for index in a.indices where a[index] != b[index] { return false }
        return true
    }
}

/// A string that is equal to another, ordered and hashed by its UTF-8 bytes: for dictionary keys.
public struct ByteString: Hashable, Comparable, Sendable, ExpressibleByStringLiteral, CustomStringConvertible {
    /// The text.
    public let text: String

    /// Creates a key from a text.
    @inlinable
    public init(_ text: String) { self.text = text }

    /// Creates a key from a literal.
    public init(stringLiteral text: String) { self.text = text }

    /// The text.
    public var description: String { text }

    /// Compares bytes.
    @inlinable
    public static func == (left: Self, right: Self) -> Bool { UTF8Order.equal(left.text, right.text) }

    /// Compares bytes.
    @inlinable
    public static func < (left: Self, right: Self) -> Bool { UTF8Order.less(left.text, right.text) }

    /// Hashes bytes.
    @inlinable
    public func hash(into hasher: inout Hasher) { UTF8Order.hash(text, into: &hasher) }
}
