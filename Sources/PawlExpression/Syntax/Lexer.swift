import PawlKit

/// Cuts the text of an expression into tokens, in one pass and without looking back.
///
/// The grammar is the one of CEL's language definition
/// (https://github.com/google/cel-spec/blob/master/doc/langdef.md#syntax).
struct Lexer {
    let bytes: [UInt8]
    private(set) var index = 0

    init(_ text: String) { bytes = Array(text.utf8) }

    /// The next token; `.end` for ever once the text is used up.
    mutating func next() throws(SyntaxFailure) -> Token {
        skipSpaceAndComments()
        let start = index
        guard let byte = peek() else { return Token(kind: .end, range: start..<start) }
        if let kind = try text(byte) { return Token(kind: kind, range: start..<index) }
        if byte.isNameStart {
            while let next = peek(), next.isNamePart { index += 1 }
            if let symbol = Token.Symbol(word: bytes[start..<index]) { return Token(kind: .symbol(symbol), range: start..<index) }
            return Token(kind: .word(String(decoding: bytes[start..<index], as: UTF8.self)), range: start..<index)
        }
        if byte.isDigit || (byte == UInt8(ascii: ".") && peek(1)?.isDigit == true) {
            return Token(kind: try number(), range: start..<index)
        }
        if byte == UInt8(ascii: "`") { return Token(kind: try quotedName(), range: start..<index) }
        return Token(kind: .symbol(try symbol()), range: start..<index)
    }

    private func peek(_ distance: Int = 0) -> UInt8? { index + distance < bytes.count ? bytes[index + distance] : nil }

    private mutating func skipSpaceAndComments() {
        while let byte = peek() {
            switch byte {
            case 0x20, 0x09, 0x0A, 0x0C, 0x0D: index += 1
            case UInt8(ascii: "/") where peek(1) == UInt8(ascii: "/"):
                while let next = peek(), next != 0x0A { index += 1 }
            default: return
            }
        }
    }

    private mutating func symbol() throws(SyntaxFailure) -> Token.Symbol {
        if let next = peek(1), let symbol = Token.Symbol(bytes[index], next) {
            index += 2
            return symbol
        }
        if let symbol = Token.Symbol(bytes[index]) {
            index += 1
            return symbol
        }
        // The whole character, so that a typographic quote shows as one.
        var end = index + 1
        while end < bytes.count, bytes[end] & 0xC0 == 0x80 { end += 1 }
        let character = String(decoding: bytes[index..<end], as: UTF8.self)
        throw SyntaxFailure(fact: .unexpectedCharacter(character), range: index..<end)
    }

    private mutating func quotedName() throws(SyntaxFailure) -> Token.Kind {
        let start = index
        index += 1
        while let byte = peek(), byte.isNamePart || [0x20, 0x2D, 0x2E, 0x2F].contains(byte) { index += 1 }
        guard peek() == UInt8(ascii: "`"), index > start + 1 else {
            throw SyntaxFailure(fact: .malformedQuotedName, range: start..<index)
        }
        index += 1
        return .quotedName(String(decoding: bytes[start + 1..<index - 1], as: UTF8.self))
    }
}

extension Lexer {
    private mutating func number() throws(SyntaxFailure) -> Token.Kind {
        let start = index
        if peek() == UInt8(ascii: "0"), peek(1) == UInt8(ascii: "x"), peek(2)?.hexDigit != nil {
            index += 2
            while peek()?.hexDigit != nil { index += 1 }
            return try whole(start + 2..<index, radix: 16, literal: start)
        }
        skipDigits()
        var isDouble = false
        if peek() == UInt8(ascii: "."), peek(1)?.isDigit == true {
            isDouble = true
            index += 1
            skipDigits()
        }
        if peek() == UInt8(ascii: "e") || peek() == UInt8(ascii: "E") {
            let sign = peek(1) == UInt8(ascii: "+") || peek(1) == UInt8(ascii: "-") ? 1 : 0
            if peek(1 + sign)?.isDigit == true {
                isDouble = true
                index += 1 + sign
                skipDigits()
            }
        }
        guard isDouble else { return try whole(start..<index, radix: 10, literal: start) }
        guard let value = Double(String(decoding: bytes[start..<index], as: UTF8.self)) else {
            throw SyntaxFailure(fact: .numberOutOfRange(type: "double"), range: start..<index)
        }
        return .double(value)
    }

    private mutating func whole(_ digits: Range<Int>, radix: UInt64, literal: Int) throws(SyntaxFailure) -> Token.Kind {
        var total: UInt64 = 0
        var overflow = false
        for byte in bytes[digits] {
            let (product, first) = total.multipliedReportingOverflow(by: radix)
            let (sum, second) = product.addingReportingOverflow(UInt64(byte.hexDigit ?? 0))
            overflow = overflow || first || second
            total = sum
        }
        let isUnsigned = peek() == UInt8(ascii: "u") || peek() == UInt8(ascii: "U")
        if isUnsigned { index += 1 }
        // One more than the largest int is read here, for the parser to take its minus.
        guard !overflow, isUnsigned || total <= UInt64(Int64.max) + 1 else {
            throw SyntaxFailure(fact: .numberOutOfRange(type: isUnsigned ? "uint" : "int"), range: literal..<index)
        }
        return isUnsigned ? .uint(total) : .int(magnitude: total)
    }

    private mutating func skipDigits() {
        while peek()?.isDigit == true { index += 1 }
    }
}

extension Lexer {
    /// Reads a string or bytes literal when one starts here.
    private mutating func text(_ first: UInt8) throws(SyntaxFailure) -> Token.Kind? {
        let start = index
        var prefix = 0
        var isBytes = false
        var isRaw = false
        if first | 0x20 == UInt8(ascii: "b") {
            isBytes = true
            prefix = 1
        }
        if let byte = peek(prefix), byte | 0x20 == UInt8(ascii: "r") {
            isRaw = true
            prefix += 1
        }
        guard let quote = peek(prefix), quote == UInt8(ascii: "'") || quote == UInt8(ascii: "\"") else { return nil }
        index += prefix + 1
        let isTriple = peek() == quote && peek(1) == quote
        if isTriple { index += 2 }
        var content: [UInt8] = []
        while true {
            guard let byte = peek(), isTriple || (byte != 0x0A && byte != 0x0D) else {
                let hasSmartEnd = content.suffix(3).elementsEqual("\u{2019}".utf8) || content.suffix(3).elementsEqual("\u{201D}".utf8)
                throw SyntaxFailure(fact: .unterminatedText(hasTypographicQuote: hasSmartEnd), range: start..<index)
            }
            if byte == quote, !isTriple || (peek(1) == quote && peek(2) == quote) {
                index += isTriple ? 3 : 1
                break
            }
            if byte == UInt8(ascii: "\\"), !isRaw {
                try escape(into: &content, isBytes: isBytes)
            } else {
                content.append(byte)
                index += 1
            }
        }
        return isBytes ? .bytes(content) : .string(String(decoding: content, as: UTF8.self))
    }

    private mutating func escape(into content: inout [UInt8], isBytes: Bool) throws(SyntaxFailure) {
        let start = index
        index += 1
        func failure(_ end: Int) -> SyntaxFailure {
            let end = min(end, bytes.count)
            return SyntaxFailure(
                fact: .badEscape(String(decoding: bytes[start..<end], as: UTF8.self), isBytes: isBytes), range: start..<end)
        }
        guard let byte = peek() else { throw failure(index) }
        index += 1
        let digits: Int
        let radix: UInt32
        switch byte {
        case UInt8(ascii: "a"): return content.append(0x07)
        case UInt8(ascii: "b"): return content.append(0x08)
        case UInt8(ascii: "f"): return content.append(0x0C)
        case UInt8(ascii: "n"): return content.append(0x0A)
        case UInt8(ascii: "r"): return content.append(0x0D)
        case UInt8(ascii: "t"): return content.append(0x09)
        case UInt8(ascii: "v"): return content.append(0x0B)
        case UInt8(ascii: "\\"), UInt8(ascii: "?"), UInt8(ascii: "\""), UInt8(ascii: "'"), UInt8(ascii: "`"): return content.append(byte)
        case UInt8(ascii: "x"), UInt8(ascii: "X"): (digits, radix) = (2, 16)
        case UInt8(ascii: "u") where !isBytes: (digits, radix) = (4, 16)
        case UInt8(ascii: "U") where !isBytes: (digits, radix) = (8, 16)
        case UInt8(ascii: "0")...UInt8(ascii: "3"):
            index -= 1
            (digits, radix) = (3, 8)
        default:
            var end = index
            while end < bytes.count, bytes[end] & 0xC0 == 0x80 { end += 1 }
            throw failure(end)
        }
        var code: UInt32 = 0
        for _ in 0..<digits {
            guard let digit = peek()?.hexDigit, digit < radix else { throw failure(index + 1) }
            code = code &* radix &+ digit
            index += 1
        }
        if isBytes { return content.append(UInt8(truncatingIfNeeded: code)) }
        guard let scalar = Unicode.Scalar(code) else { throw failure(index) }
        content.append(contentsOf: UTF8.encode(scalar)!)
    }
}

extension UInt8 {
    var isNameStart: Bool { (self | 0x20 >= 0x61 && self | 0x20 <= 0x7A) || self == 0x5F }
    var isNamePart: Bool { isNameStart || isDigit }

    /// The value of a hexadecimal digit.
    var hexDigit: UInt32? {
        switch self {
        case 0x30...0x39: UInt32(self - 0x30)
        case 0x41...0x46: UInt32(self - 0x37)
        case 0x61...0x66: UInt32(self - 0x57)
        default: nil
        }
    }
}
