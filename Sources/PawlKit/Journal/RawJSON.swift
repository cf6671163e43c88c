/// A JSON text that is stored and compared as it is, and read only where it must be.
public struct RawJSON: Hashable, Sendable, CustomStringConvertible {
    /// The UTF-8 bytes of one JSON value, canonical and without white space around it.
    public let bytes: [UInt8]

    /// Wraps a JSON text.
    @inlinable
    public init(_ bytes: [UInt8]) { self.bytes = bytes }

    /// Wraps a JSON text.
    public init(_ text: String) { bytes = Array(text.utf8) }

    /// The text.
    public var description: String { String(decoding: bytes, as: UTF8.self) }
}

extension RawJSON {
    /// The members of an object in order; nil when this is no object.
    ///
    /// The text must be canonical JSON as Pawl writes it: structure is followed, content is not validated.
    public var members: [(name: String, value: RawJSON)]? {
        var scanner = RawScanner(bytes: bytes)
        return scanner.members()
    }

    /// The elements of an array in order; nil when this is no array.
    public var elements: [RawJSON]? {
        var scanner = RawScanner(bytes: bytes)
        return scanner.elements()
    }

    /// The text of a string; nil when this is no string.
    public var string: String? {
        guard bytes.first == UInt8(ascii: "\""), bytes.count >= 2 else { return nil }
        let inner = bytes[1..<bytes.count - 1]
        if !inner.contains(UInt8(ascii: "\\")) { return String(decoding: inner, as: UTF8.self) }
        guard case .string(let text)? = try? JSONCodec.decode(bytes, as: .string) else { return nil }
        return text
    }

    /// The number of an integer; nil when this is none.
    public var integer: Int64? { Int64(description) }

    /// The truth of a boolean; nil when this is none.
    public var boolean: Bool? { bytes.elementsEqual("true".utf8) ? true : bytes.elementsEqual("false".utf8) ? false : nil }
}

/// Follows the structure of a canonical JSON text.
private struct RawScanner {
    let bytes: [UInt8]
    var index = 0

    mutating func members() -> [(name: String, value: RawJSON)]? {
        guard take("{") else { return nil }
        var members: [(name: String, value: RawJSON)] = []
        if take("}") { return members }
        repeat {
            guard let name = value()?.string, take(":"), let value = value() else { return nil }
            members.append((name, value))
        } while take(",")
        return take("}") ? members : nil
    }

    mutating func elements() -> [RawJSON]? {
        guard take("[") else { return nil }
        var elements: [RawJSON] = []
        if take("]") { return elements }
        repeat {
            guard let value = value() else { return nil }
            elements.append(value)
        } while take(",")
        return take("]") ? elements : nil
    }

    private mutating func take(_ character: Unicode.Scalar) -> Bool {
        guard index < bytes.count, bytes[index] == UInt8(ascii: character) else { return false }
        index += 1
        return true
    }

    /// One whole value, without a look inside.
    private mutating func value() -> RawJSON? {
        let start = index
        var depth = 0
        while index < bytes.count {
            switch bytes[index] {
            case UInt8(ascii: "\""):
                index += 1
                while index < bytes.count, bytes[index] != UInt8(ascii: "\"") {
                    index += bytes[index] == UInt8(ascii: "\\") ? 2 : 1
                }
                index += 1
            case UInt8(ascii: "{"), UInt8(ascii: "["):
                depth += 1
                index += 1
            case UInt8(ascii: "}"), UInt8(ascii: "]"):
                if depth == 0 { return index > start ? RawJSON(Array(bytes[start..<index])) : nil }
                depth -= 1
                index += 1
            case UInt8(ascii: ","), UInt8(ascii: ":"):
                if depth == 0 { return index > start ? RawJSON(Array(bytes[start..<index])) : nil }
                index += 1
            default:
                index += 1
            }
        }
        return depth == 0 && index == bytes.count && index > start ? RawJSON(Array(bytes[start..<index])) : nil
    }
}
