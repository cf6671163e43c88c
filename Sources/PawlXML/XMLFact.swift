package import PawlKit

/// What can be the matter with an XML file, whatever it is about.
package enum XMLFact: DiagnosticFact, Hashable {
    case tooLarge(bytes: Int, limit: Int)
    case encoding(String)
    case documentType
    case tooDeep(limit: Int)
    case tooManyNodes(limit: Int)
    case malformed(String)
    case outOfMemory

    /// The stable code. Numbers are never used again for something else.
    package var code: DiagnosticCode {
        switch self {
        case .tooLarge: .init(801)
        case .encoding: .init(802)
        case .documentType: .init(803)
        case .tooDeep: .init(804)
        case .tooManyNodes: .init(805)
        case .malformed: .init(806)
        case .outOfMemory: .init(807)
        }
    }

    /// Each ends the reading.
    package var severity: Severity { .error }

    /// The fact in words.
    package var wording: Wording {
        switch self {
        case .tooLarge(let bytes, let limit):
            Wording("the file has \(bytes) bytes; at most \(limit) are read", help: "split it into several files")
        case .encoding(let name):
            Wording("the file is in \(name), and only UTF-8 is read", help: "save it as UTF-8, and say so in its first line, if at all")
        case .documentType:
            Wording(
                "a document type and its entities are not read, for entities can stand for any amount of text",
                help: "remove <!DOCTYPE …>, and write out what its entities stand for")
        case .tooDeep(let limit): Wording("elements are nested deeper than \(limit) levels")
        case .tooManyNodes(let limit): Wording("the file has more than \(limit) elements, attributes and texts")
        case .malformed(let problem): Wording("this is not well-formed XML: \(problem)")
        case .outOfMemory: Wording("there is not enough memory to read the file")
        }
    }
}
