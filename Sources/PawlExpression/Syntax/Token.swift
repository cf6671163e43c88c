/// A piece of an expression's text.
struct Token {
    let kind: Kind
    /// Where it stands, in UTF-8 bytes of the text.
    let range: Range<Int>

    enum Kind: Equatable {
        /// A word that is not reserved for operators and constants.
        case word(String)
        /// A name in backticks, without them.
        case quotedName(String)
        case int(magnitude: UInt64)
        case uint(UInt64)
        case double(Double)
        case string(String)
        case bytes([UInt8])
        case symbol(Symbol)
        case end
    }

    enum Symbol: String, CaseIterable {
        case and = "&&"
        case or = "||"
        case equal = "=="
        case unequal = "!="
        case lessOrEqual = "<="
        case greaterOrEqual = ">="
        case less = "<"
        case greater = ">"
        case plus = "+"
        case minus = "-"
        case star = "*"
        case slash = "/"
        case percent = "%"
        case not = "!"
        case question = "?"
        case colon = ":"
        case comma = ","
        case dot = "."
        case openParenthesis = "("
        case closeParenthesis = ")"
        case openBracket = "["
        case closeBracket = "]"
        case openBrace = "{"
        case closeBrace = "}"
        case `in`
        case `true`
        case `false`
        case null

        /// The symbol of two characters.
        init?(_ first: UInt8, _ second: UInt8) {
            switch (first, second) {
            case (UInt8(ascii: "&"), UInt8(ascii: "&")): self = .and
            case (UInt8(ascii: "|"), UInt8(ascii: "|")): self = .or
            case (UInt8(ascii: "="), UInt8(ascii: "=")): self = .equal
            case (UInt8(ascii: "!"), UInt8(ascii: "=")): self = .unequal
            case (UInt8(ascii: "<"), UInt8(ascii: "=")): self = .lessOrEqual
            case (UInt8(ascii: ">"), UInt8(ascii: "=")): self = .greaterOrEqual
            default: return nil
            }
        }

        /// The symbol of one character.
        init?(_ byte: UInt8) {
            switch byte {
            case UInt8(ascii: "<"): self = .less
            case UInt8(ascii: ">"): self = .greater
            case UInt8(ascii: "+"): self = .plus
            case UInt8(ascii: "-"): self = .minus
            case UInt8(ascii: "*"): self = .star
            case UInt8(ascii: "/"): self = .slash
            case UInt8(ascii: "%"): self = .percent
            case UInt8(ascii: "!"): self = .not
            case UInt8(ascii: "?"): self = .question
            case UInt8(ascii: ":"): self = .colon
            case UInt8(ascii: ","): self = .comma
            case UInt8(ascii: "."): self = .dot
            case UInt8(ascii: "("): self = .openParenthesis
            case UInt8(ascii: ")"): self = .closeParenthesis
            case UInt8(ascii: "["): self = .openBracket
            case UInt8(ascii: "]"): self = .closeBracket
            case UInt8(ascii: "{"): self = .openBrace
            case UInt8(ascii: "}"): self = .closeBrace
            default: return nil
            }
        }

        /// The words that are symbols.
        private static let words: [Symbol] = [.in, .true, .false, .null]

        /// The symbol that a word is.
        init?(word: ArraySlice<UInt8>) {
            guard (2...5).contains(word.count), let symbol = Self.words.first(where: { word.elementsEqual($0.rawValue.utf8) }) else {
                return nil
            }
            self = symbol
        }
    }
}

/// Words that CEL keeps for itself: not names of variables or global functions, but of fields and methods.
enum ReservedWord {
    static let all: Set<String> = [
        "as", "break", "const", "continue", "else", "for", "function", "if", "import", "let", "loop", "package", "namespace", "return",
        "var", "void", "while",
    ]
}

/// What stops the parser: a fact and its place.
struct SyntaxFailure: Error {
    let fact: ExpressionFact
    let range: Range<Int>
}
