import PawlKit

/// A type as a scalar writes it: `list(Item)`, `string?`. Offsets are UTF-8 bytes of the text.
indirect enum TypeSyntax {
    case name(String, Range<Int>)
    case list(TypeSyntax)
    case map(TypeSyntax)
    /// What cannot be read: where, and what was expected there.
    case invalid(Range<Int>, expected: String)

    /// Reads a type; the flag says whether it ends in `?`.
    static func parse(_ text: String) -> (type: TypeSyntax, isOptional: Bool) {
        var parser = TypeParser(bytes: Array(text.utf8))
        let type = parser.type(depth: 0)
        if case .invalid = type { return (type, false) }
        let isOptional = parser.take("?")
        guard parser.isAtEnd else {
            return (.invalid(parser.rest, expected: isOptional ? "nothing behind `?`" : "the end of the type"), false)
        }
        return (type, isOptional)
    }
}

private struct TypeParser {
    let bytes: [UInt8]
    var index = 0

    mutating func type(depth: Int) -> TypeSyntax {
        skipBlanks()
        let start = index
        while index < bytes.count, isNameByte(bytes[index]) { index += 1 }
        guard index > start else { return .invalid(rest, expected: "a type") }
        let name = String(decoding: bytes[start..<index], as: UTF8.self)
        let range = start..<index
        let isGeneric = name == "list" || name == "map"
        guard take("(") else { return isGeneric ? .invalid(range, expected: "\(name)(T)") : .name(name, range) }
        guard isGeneric else { return .invalid(range, expected: "list or map before `(`") }
        guard depth < 16 else { return .invalid(rest, expected: "a type nested less deeply") }
        let inner = type(depth: depth + 1)
        if case .invalid = inner { return inner }
        if take("?") {
            return .invalid(index - 1..<index, expected: "`)`: only a field may be absent, not an element of a list or map")
        }
        guard take(")") else { return .invalid(rest, expected: "`)`") }
        return name == "list" ? .list(inner) : .map(inner)
    }

    mutating func take(_ character: Unicode.Scalar) -> Bool {
        skipBlanks()
        guard index < bytes.count, bytes[index] == UInt8(ascii: character) else { return false }
        index += 1
        return true
    }

    var isAtEnd: Bool { index == bytes.count }
    /// What was not read; the last byte when all was.
    var rest: Range<Int> { index < bytes.count ? index..<bytes.count : max(0, bytes.count - 1)..<bytes.count }

    private mutating func skipBlanks() { while index < bytes.count, bytes[index] == UInt8(ascii: " ") { index += 1 } }

    private func isNameByte(_ byte: UInt8) -> Bool {
        byte.isDigit || (byte | 0x20 >= UInt8(ascii: "a") && byte | 0x20 <= UInt8(ascii: "z")) || byte == UInt8(ascii: "_") || byte >= 0x80
    }
}
