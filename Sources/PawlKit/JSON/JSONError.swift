/// Why a JSON text cannot be read as a value, or a value not be written as JSON.
public struct JSONError: Error, Sendable, Hashable {
    /// What kind of problem it is.
    public enum Code: String, Sendable, Hashable {
        /// The text is not JSON.
        case syntax
        /// A string is not UTF-8, or names half a surrogate pair.
        case invalidText
        /// Lists and objects are nested too deeply.
        case tooDeep
        /// An object has one key twice.
        case duplicateKey
        /// The value is not one of the declared type.
        case mismatch
        /// A number does not fit the declared type.
        case outOfRange
        /// An object has a field that the type does not declare.
        case unknownField
        /// An object lacks fields that the type requires.
        case missingField
        /// A text is not a member of the enum.
        case notAMember
        /// The value is of a kind that is never data, such as a map whose keys are numbers.
        case notData
    }

    /// What kind of problem it is.
    public let code: Code
    /// The value it is about: `items[0].price`; empty for the whole text.
    public internal(set) var path: String
    /// What was expected, what was found and how to fix it.
    public let message: String
    /// Where in the text it stands; nil when a value could not be written.
    public internal(set) var position: SourcePosition?

    /// Creates an error.
    public init(_ code: Code, path: String = "", message: String, position: SourcePosition? = nil) {
        self.code = code
        self.path = path
        self.message = message
        self.position = position
    }

    /// The error seen from the value that has this one as a field.
    func inField(_ name: String) -> JSONError {
        var copy = self
        copy.path = ValuePath.field(name, then: path)
        return copy
    }

    /// The error seen from the list that has this one as an element.
    func inElement(_ index: Int) -> JSONError {
        var copy = self
        copy.path = ValuePath.element(index, then: path)
        return copy
    }
}

extension JSONError: CustomStringConvertible {
    /// The place and the message: `1:12: items[0].price: expected double, found a string`.
    public var description: String {
        [position.map { "\($0.line):\($0.column)" } ?? "", path, message].filter { !$0.isEmpty }.joined(separator: ": ")
    }
}

extension JSONError {
    /// The error of a value that is not one of its declared type.
    init(_ mismatch: TypeMismatch) {
        let code: Code =
            switch mismatch.reason {
            case .type: .mismatch
            case .missingFields: .missingField
            case .unknownField: .unknownField
            case .notAMember: .notAMember
            }
        self.init(code, path: mismatch.path, message: mismatch.problem)
    }
}
