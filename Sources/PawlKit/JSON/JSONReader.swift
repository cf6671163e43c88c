/// Reads JSON from bytes, one token after the other.
///
/// The grammar is RFC 8259 (https://www.rfc-editor.org/rfc/rfc8259) and nothing beyond it. Every access is bounds-checked:
/// the bytes may come from anyone. Lines and columns are filled in later, see ``JSONError/located(in:)``.
struct JSONReader {
    let bytes: [UInt8]
    let dialect: JSONDialect
    var index = 0
    var depth = 0

    init(bytes: [UInt8], dialect: JSONDialect) {
        self.bytes = bytes
        self.dialect = dialect
    }

    /// Reads a whole text.
    mutating func document(as type: ValueType) throws(JSONError) -> Value {
        let value = try self.value(as: type)
        skipSpace()
        guard index == bytes.count else { throw failure(.syntax, "expected the end after the value, found \(nextDescription)") }
        return value
    }

    func failure(_ code: JSONError.Code, _ message: String, at offset: Int? = nil) -> JSONError {
        JSONError(code, message: message, position: SourcePosition(line: 0, column: 0, offset: offset ?? index))
    }

    /// The next byte that is no space; nil at the end.
    mutating func peek() -> UInt8? {
        skipSpace()
        return index < bytes.count ? bytes[index] : nil
    }

    mutating func skipSpace() {
        while index < bytes.count {
            let byte = bytes[index]
            guard byte == 0x20 || byte == 0x0A || byte == 0x0D || byte == 0x09 else { return }
            index += 1
        }
    }

    /// Takes the next byte if it is this one.
    mutating func skip(_ byte: UInt8) -> Bool {
        guard peek() == byte else { return false }
        index += 1
        return true
    }

    mutating func expect(_ byte: UInt8, _ what: String) throws(JSONError) {
        guard skip(byte) else { throw failure(.syntax, "expected \(what), found \(nextDescription)") }
    }

    /// Takes a word if it comes next.
    mutating func skip(word: StaticString) -> Bool {
        skipSpace()
        let count = word.utf8CodeUnitCount
        guard bytes.count - index >= count else { return false }
        for offset in 0..<count where bytes[index + offset] != word.utf8Start[offset] { return false }
        index += count
        return true
    }

    /// What comes next, for messages.
    var nextDescription: String {
        guard index < bytes.count else { return "the end of the text" }
        switch bytes[index] {
        case UInt8(ascii: "\""): return "a string"
        case UInt8(ascii: "{"): return "an object"
        case UInt8(ascii: "["): return "a list"
        case UInt8(ascii: "-"), 0x30...0x39: return "a number"
        case UInt8(ascii: "t"), UInt8(ascii: "f"): return "true or false"
        case UInt8(ascii: "n"): return "null"
        case let byte where byte > 0x20 && byte < 0x7F: return "'\(Character(Unicode.Scalar(byte)))'"
        case let byte: return "the byte 0x\(String(byte, radix: 16, uppercase: true))"
        }
    }

    /// Goes one level down.
    mutating func enter() throws(JSONError) {
        depth += 1
        if depth > JSONLimit.depth {
            throw failure(.tooDeep, "lists and objects are nested more than \(JSONLimit.depth) deep", at: index - 1)
        }
    }

    /// Goes on to the next member of a list or an object; false at its end.
    mutating func next(until bracket: UInt8, isFirst: Bool) throws(JSONError) -> Bool {
        if skip(bracket) {
            depth -= 1
            return false
        }
        if isFirst { return true }
        guard skip(UInt8(ascii: ",")) else {
            throw failure(.syntax, "expected ',' or '\(Character(Unicode.Scalar(bracket)))', found \(nextDescription)")
        }
        if peek() == bracket { throw failure(.syntax, "a comma before '\(Character(Unicode.Scalar(bracket)))' is not JSON; remove it") }
        return true
    }

    /// Reads a key and the colon after it.
    mutating func key() throws(JSONError) -> String {
        guard peek() == UInt8(ascii: "\"") else { throw failure(.syntax, "expected a key in double quotes, found \(nextDescription)") }
        let name = try string()
        try expect(UInt8(ascii: ":"), "':' after the key")
        return name
    }

    /// Takes a key with its colon, if it comes next just as Pawl writes it.
    mutating func skip(encodedKey key: [UInt8]) -> Bool {
        skipSpace()
        guard bytes.count - index >= key.count else { return false }
        for offset in key.indices where bytes[index &+ offset] != key[offset] { return false }
        index += key.count
        return true
    }
}
