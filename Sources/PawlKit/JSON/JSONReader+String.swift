extension JSONReader {
    /// Reads a string; the next byte is its opening quote.
    mutating func string() throws(JSONError) -> String {
        let opening = index
        let start = opening + 1
        var end = start
        var isASCII = true
        while end < bytes.count {
            let byte = bytes[end]
            if byte == UInt8(ascii: "\"") { break }
            if byte == UInt8(ascii: "\\") { return try escapedString() }
            if byte < 0x20 { throw controlCharacter(at: end) }
            if byte >= 0x80 { isASCII = false }
            end += 1
        }
        guard end < bytes.count else { throw unterminated(opening) }
        index = end + 1
        if isASCII { return String(decoding: bytes[start..<end], as: UTF8.self) }
        return try validated(bytes[start..<end], from: start)
    }

    /// Reads a string that has escapes; the next byte is its opening quote.
    private mutating func escapedString() throws(JSONError) -> String {
        let opening = index
        var text: [UInt8] = []
        index += 1
        while index < bytes.count {
            let byte = bytes[index]
            switch byte {
            case UInt8(ascii: "\""):
                index += 1
                return try validated(text[...], from: opening + 1)
            case UInt8(ascii: "\\"): try escape(into: &text)
            case ..<0x20: throw controlCharacter(at: index)
            default:
                text.append(byte)
                index += 1
            }
        }
        throw unterminated(opening)
    }

    private mutating func escape(into text: inout [UInt8]) throws(JSONError) {
        let start = index
        guard index + 1 < bytes.count else { throw unterminated(start) }
        let letter = bytes[index + 1]
        index += 2
        switch letter {
        case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"): text.append(letter)
        case UInt8(ascii: "b"): text.append(0x08)
        case UInt8(ascii: "t"): text.append(0x09)
        case UInt8(ascii: "n"): text.append(0x0A)
        case UInt8(ascii: "f"): text.append(0x0C)
        case UInt8(ascii: "r"): text.append(0x0D)
        case UInt8(ascii: "u"):
            let scalar = try escapedScalar(from: start)
            text.append(contentsOf: String(Character(scalar)).utf8)
        default:
            throw failure(.syntax, #"unknown escape; JSON knows \" \\ \/ \b \f \n \r \t and \u with four hexadecimal digits"#, at: start)
        }
    }

    private mutating func escapedScalar(from start: Int) throws(JSONError) -> Unicode.Scalar {
        let first = try hexadecimal(from: start)
        if let scalar = Unicode.Scalar(first) { return scalar }
        // A pair of escapes is one scalar beyond U+FFFF: https://www.rfc-editor.org/rfc/rfc8259#section-7
        if first < 0xDC00, index + 1 < bytes.count, bytes[index] == UInt8(ascii: "\\"), bytes[index + 1] == UInt8(ascii: "u") {
            index += 2
            let second = try hexadecimal(from: index - 2)
            if (0xDC00...0xDFFF).contains(second),
                let scalar = Unicode.Scalar(0x10000 + (UInt32(first) - 0xD800) << 10 + (UInt32(second) - 0xDC00))
            {
                return scalar
            }
        }
        throw failure(.invalidText, "half of a surrogate pair stands for no character; write both halves", at: start)
    }

    private mutating func hexadecimal(from start: Int) throws(JSONError) -> UInt16 {
        var value: UInt16 = 0
        for _ in 0..<4 {
            guard index < bytes.count, let digit = Character(Unicode.Scalar(bytes[index])).hexDigitValue else {
                throw failure(.syntax, #"\u needs four hexadecimal digits"#, at: start)
            }
            value = value << 4 | UInt16(digit)
            index += 1
        }
        return value
    }

    private func validated(_ text: ArraySlice<UInt8>, from start: Int) throws(JSONError) -> String {
        guard let string = String(validating: text, as: UTF8.self) else {
            throw failure(.invalidText, "the string is not valid UTF-8; save the text as UTF-8", at: start)
        }
        return string
    }

    private func controlCharacter(at offset: Int) -> JSONError {
        failure(.syntax, #"a control character in a string must be escaped, such as \n for the end of a line"#, at: offset)
    }

    private func unterminated(_ opening: Int) -> JSONError {
        failure(.syntax, "the string that starts here has no closing quote", at: opening)
    }
}
