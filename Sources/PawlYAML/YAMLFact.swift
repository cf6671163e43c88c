package import PawlKit

/// What can be the matter with a YAML file, whatever it is about.
package enum YAMLFact: DiagnosticFact, Hashable {
    // What the bytes show.
    case tooLarge(bytes: Int, limit: Int)
    case notUTF8(byte: UInt8)
    case utf16
    case controlCharacter(UInt32)
    case unusualLineBreak(UInt32)
    case directive(String)
    case emptyDocument
    case severalDocuments

    // What the nodes show.
    case tooDeep(limit: Int)
    case tooManyNodes(limit: Int)
    case aliasesTooLarge(limit: Int)
    case undefinedAlias(String, suggestion: String?)
    case duplicateKey(String)
    case unknownTag(String, quoted: String?)
    case tagMismatch(tag: String, text: String)
    case mergeKey
    case complexKey
    case keyTooLong(limit: Int)
    case anchorRedefined(String)
    case commentCutsValue(quoted: String)
    case commaCutsValue(quoted: String)

    // What keeps the scanner from going on.
    case tab
    case strayColon(quoted: String)
    case keyUnderText
    case bareStar(quoted: String)
    case bareAmpersand(quoted: String)
    case reservedCharacter(Character, quoted: String)
    case textBehindValue(opening: Character, quoted: String)
    case expressionInBrackets(quoted: String)
    case missingColon
    case unclosedQuote
    case unclosedBracket
    case missingComma
    case unknownEscape(String)
    case badIndentation
    case syntax(problem: String, context: String?)
    case outOfMemory

    /// The stable code. Numbers are never used again for something else.
    package var code: DiagnosticCode {
        switch self {
        case .tooLarge: .init(1)
        case .notUTF8, .utf16: .init(2)
        case .controlCharacter: .init(3)
        case .unusualLineBreak: .init(4)
        case .directive: .init(5)
        case .emptyDocument: .init(6)
        case .severalDocuments: .init(7)
        case .tooDeep: .init(8)
        case .tooManyNodes: .init(9)
        case .aliasesTooLarge: .init(10)
        case .undefinedAlias: .init(11)
        case .duplicateKey: .init(12)
        case .unknownTag: .init(13)
        case .tagMismatch: .init(14)
        case .mergeKey: .init(15)
        case .complexKey: .init(16)
        case .keyTooLong: .init(17)
        case .anchorRedefined: .init(18)
        case .commentCutsValue: .init(19)
        case .commaCutsValue: .init(20)
        case .tab: .init(21)
        case .strayColon: .init(22)
        case .keyUnderText: .init(23)
        case .bareStar: .init(24)
        case .bareAmpersand: .init(25)
        case .reservedCharacter: .init(26)
        case .textBehindValue: .init(27)
        case .expressionInBrackets: .init(28)
        case .missingColon: .init(29)
        case .unclosedQuote: .init(30)
        case .unclosedBracket: .init(31)
        case .missingComma: .init(32)
        case .unknownEscape: .init(33)
        case .badIndentation: .init(34)
        case .syntax: .init(35)
        case .outOfMemory: .init(36)
        }
    }

    /// Warnings are what may be meant as it stands.
    package var severity: Severity {
        switch self {
        case .anchorRedefined, .commentCutsValue: .warning
        default: .error
        }
    }
}
