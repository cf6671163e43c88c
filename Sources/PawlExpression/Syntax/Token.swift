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

        /// The words that are symbols.
        static let words: [String: Symbol] = ["in": .in, "true": .true, "false": .false, "null": .null]
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
