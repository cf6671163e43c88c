/// A word of ECMAScript.
enum ECMAToken: Hashable {
    case number(String)
    case string(String)
    case name(String)
    case symbol(String)
    case end
}

/// Cuts a text into words of ECMAScript.
enum ECMALexer {
    /// The symbols, longer ones first. Those that nothing reads are here too, so that `=>` is not taken for `=`.
    private static let symbols = [
        ">>>=", "===", "!==", ">>>", "**=", "<<=", ">>=", "=>", "==", "!=", "<=", ">=", "&&", "||", "++", "--", "+=", "-=", "*=", "/=",
        "%=",
        "**", "??", "<<", ">>", "?.", "+", "-", "*", "/", "%", "<", ">", "=", "!", "&", "|", "^", "~", "?", ":", ".", ",", ";", "(", ")",
        "[", "]", "{", "}",
    ]

    static func tokens(_ text: String) throws(ECMASyntaxError) -> [ECMAToken] {
        var tokens: [ECMAToken] = []
        var rest = Substring(text)
        while let first = rest.unicodeScalars.first {
            if first.properties.isWhitespace {
                rest.unicodeScalars.removeFirst()
            } else if rest.hasPrefix("//") {
                rest = rest.drop { !$0.isNewline }
            } else if rest.hasPrefix("/*") {
                tokens += try comment(&rest)
            } else if isDigit(first) || (first == "." && rest.unicodeScalars.dropFirst().first.map(isDigit) == true) {
                tokens.append(try number(&rest))
            } else if first == "'" || first == "\"" {
                tokens.append(.string(try string(&rest, quote: first)))
            } else if isNameStart(first) {
                let name = rest.unicodeScalars.prefix { isNameStart($0) || isDigit($0) }
                rest.unicodeScalars.removeFirst(name.count)
                tokens.append(.name(String(name)))
            } else if let symbol = symbols.first(where: { rest.hasPrefix($0) }) {
                rest = rest.dropFirst(symbol.count)
                tokens.append(.symbol(symbol))
            } else {
                throw ECMASyntaxError(message: "'\(first)' begins nothing")
            }
        }
        return tokens + [.end]
    }

    private static func isDigit(_ scalar: Unicode.Scalar) -> Bool { scalar >= "0" && scalar <= "9" }

    private static func isNameStart(_ scalar: Unicode.Scalar) -> Bool {
        scalar == "_" || scalar == "$" || scalar.properties.isAlphabetic
    }

    /// A comment stands for nothing.
    private static func comment(_ rest: inout Substring) throws(ECMASyntaxError) -> [ECMAToken] {
        rest = rest.dropFirst(2)
        while !rest.isEmpty {
            if rest.hasPrefix("*/") {
                rest = rest.dropFirst(2)
                return []
            }
            rest = rest.dropFirst()
        }
        throw ECMASyntaxError(message: "a comment does not end")
    }

    private static func number(_ rest: inout Substring) throws(ECMASyntaxError) -> ECMAToken {
        var digits = ""
        while let next = rest.unicodeScalars.first {
            let isSign = (next == "+" || next == "-") && (digits.last == "e" || digits.last == "E")
            guard isDigit(next) || next == "." || isNameStart(next) || isSign else { break }
            digits.unicodeScalars.append(next)
            rest.unicodeScalars.removeFirst()
        }
        guard Double(digits) != nil, !digits.lowercased().hasPrefix("0x"),
            !(digits.count > 1 && digits.allSatisfy(\.isNumber) && digits.hasPrefix("0"))
        else { throw ECMASyntaxError(message: "'\(digits)' is no decimal number") }
        return .number(digits)
    }

    private static func string(_ rest: inout Substring, quote: Unicode.Scalar) throws(ECMASyntaxError) -> String {
        rest.unicodeScalars.removeFirst()
        var text = ""
        while let next = rest.unicodeScalars.popFirst() {
            if next == quote { return text }
            guard next == "\\" else {
                text.unicodeScalars.append(next)
                continue
            }
            guard let escaped = rest.unicodeScalars.popFirst() else { break }
            switch escaped {
            case "n": text += "\n"
            case "t": text += "\t"
            case "r": text += "\r"
            case "'", "\"", "\\", "/": text.unicodeScalars.append(escaped)
            default: throw ECMASyntaxError(message: "the escape '\\\(escaped)' is not translated")
            }
        }
        throw ECMASyntaxError(message: "a text does not end")
    }
}
