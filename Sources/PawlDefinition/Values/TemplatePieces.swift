/// A scalar of a value place, cut at its `${ … }`.
enum TemplatePieces {
    /// A piece; offsets are UTF-8 bytes of the scalar's text.
    enum Piece {
        /// Text as it is, `$${` already read as `${`.
        case literal(String)
        /// What stands between `${` and `}`.
        case expression(Range<Int>)
    }

    /// Where a `${` stands that nothing closes.
    struct Unclosed: Error {
        let offset: Int
    }

    /// Cuts a text. A `}` inside of braces or of a string of the expression closes nothing.
    static func cut(_ text: String) throws(Unclosed) -> [Piece] {
        let bytes = Array(text.utf8)
        var pieces: [Piece] = []
        var literal: [UInt8] = []
        var index = 0
        while index < bytes.count {
            guard bytes[index] == UInt8(ascii: "$") else {
                literal.append(bytes[index])
                index += 1
                continue
            }
            if starts(bytes, "$${", at: index) {
                literal += Array("${".utf8)
                index += 3
            } else if starts(bytes, "${", at: index) {
                guard let end = closing(bytes, from: index + 2) else { throw Unclosed(offset: index) }
                if !literal.isEmpty { pieces.append(.literal(String(decoding: literal, as: UTF8.self))) }
                literal = []
                pieces.append(.expression(index + 2..<end))
                index = end + 1
            } else {
                literal.append(bytes[index])
                index += 1
            }
        }
        if !literal.isEmpty { pieces.append(.literal(String(decoding: literal, as: UTF8.self))) }
        return pieces
    }

    /// The expression when a `${ … }` is all of the text.
    static func whole(_ text: String) -> Range<Int>? {
        guard text.utf8.starts(with: "${".utf8), let pieces = try? cut(text), pieces.count == 1, case .expression(let range) = pieces[0],
            range.upperBound + 1 == text.utf8.count
        else { return nil }
        return range
    }

    private static func starts(_ bytes: [UInt8], _ prefix: String, at index: Int) -> Bool {
        bytes[index...].starts(with: prefix.utf8)
    }

    /// The `}` that closes, over braces and strings of CEL: quotes of one or three, raw after `r`.
    private static func closing(_ bytes: [UInt8], from start: Int) -> Int? {
        var depth = 0
        var index = start
        while index < bytes.count {
            switch bytes[index] {
            case UInt8(ascii: "{"): depth += 1
            case UInt8(ascii: "}"):
                if depth == 0 { return index }
                depth -= 1
            case UInt8(ascii: "'"), UInt8(ascii: "\""):
                guard let end = endOfString(bytes, from: index) else { return nil }
                index = end
                continue
            default: break
            }
            index += 1
        }
        return nil
    }

    /// The place behind a string that starts at a quote.
    private static func endOfString(_ bytes: [UInt8], from start: Int) -> Int? {
        let quote = bytes[start]
        let isRaw = start > 0 && bytes[start - 1] | 0x20 == UInt8(ascii: "r")
        let width = bytes[start...].starts(with: [quote, quote, quote]) ? 3 : 1
        var index = start + width
        while index < bytes.count {
            if bytes[index] == UInt8(ascii: "\\"), !isRaw {
                index += 2
            } else if bytes[index...].starts(with: repeatElement(quote, count: width)) {
                return index + width
            } else {
                index += 1
            }
        }
        return nil
    }
}
