import PawlKit

/// Names in Swift for names in workflows.
enum SwiftName {
    /// The name of a type: `PaymentsCharge` for `payments.charge`.
    static func type(_ text: String) -> String {
        let name = words(of: text).map(capitalized).joined()
        return identifier(name, otherwise: "Type_")
    }

    /// The name of a case: `cardDeclined` for `card_declined`, `eur` for `EUR`.
    static func member(_ text: String) -> String {
        // What is all in capitals has no words to tell apart by them.
        let text = text.contains(where: \.isLowercase) ? text : text.lowercased()
        let words = words(of: text)
        guard let first = words.first else { return "value" }
        return identifier(uncapitalized(first) + words.dropFirst().map(capitalized).joined(), otherwise: "value")
    }

    /// The name of a property: the text itself where it can be one, so that Swift and YAML read alike.
    static func property(_ text: String) -> String {
        Identifier.isValid(text) && text.contains { $0 != "_" } ? text : member(text)
    }

    /// The name as it stands in Swift: in backticks when it is a keyword.
    static func escaped(_ name: String) -> String { keywords.contains(name) ? "`\(name)`" : name }

    // MARK: Words

    private static func words(of text: String) -> [Substring] {
        text.split { character in !character.unicodeScalars.allSatisfy { $0.properties.isXIDContinue && $0 != "_" } }
    }

    private static func capitalized(_ word: Substring) -> String { word.prefix(1).uppercased() + word.dropFirst() }

    /// `card` for `Card`, `httpError` for `HTTPError`.
    private static func uncapitalized(_ word: Substring) -> String {
        let capitals = word.prefix { $0.isUppercase }
        let count = capitals.count > 1 && capitals.count < word.count ? capitals.count - 1 : capitals.count
        return word.prefix(count).lowercased() + word.dropFirst(count)
    }

    private static func identifier(_ name: String, otherwise fallback: String) -> String {
        guard let first = name.unicodeScalars.first else { return fallback }
        return first.properties.isXIDStart ? name : "_" + name
    }

    /// https://docs.swift.org/swift-book/documentation/the-swift-programming-language/lexicalstructure/#Keywords-and-Punctuation
    private static let keywords: Set<String> = [
        "associatedtype", "borrowing", "class", "consuming", "deinit", "enum", "extension", "fileprivate", "func", "import", "init",
        "inout", "internal", "let", "nonisolated", "open", "operator", "precedencegroup", "private", "protocol", "public", "rethrows",
        "static", "struct", "subscript", "typealias", "var", "break", "case", "catch", "continue", "default", "defer", "do", "else",
        "fallthrough", "for", "guard", "if", "in", "repeat", "return", "switch", "throw", "where", "while", "Any", "as", "await", "false",
        "is", "nil", "self", "Self", "super", "throws", "true", "try",
    ]
}

/// The names that one type in Swift has taken.
struct SwiftScope {
    private var taken: Set<String>

    /// The names that mean something else inside of every type, or that generated code needs there itself.
    private static let reserved: Set<String> = [
        // What Swift or a conformance puts there.
        "self", "Self", "Type", "Protocol", "init", "Any", "CodingKeys", "allCases", "hashValue", "rawValue", "_",
        // What the text refers to without saying where it is from.
        "Swift", "PawlKit", "Bool", "Int", "UInt", "UInt8", "Double", "String", "Value", "Timestamp", "TimeAmount", "Codable", "CodingKey",
        "Hashable", "Sendable", "CaseIterable", "Never", "Optional", "Array", "Dictionary", "ServiceName", "ServiceSignature",
    ]

    /// Creates a scope in which a few more names are taken.
    init(taken: Set<String> = []) { self.taken = Self.reserved.union(taken) }

    /// Takes a name: the one wished for, or that with a number behind it.
    mutating func claim(_ wish: String) -> String {
        var name = wish
        var number = 2
        while !taken.insert(name).inserted {
            name = "\(wish)\(number)"
            number += 1
        }
        return name
    }
}
