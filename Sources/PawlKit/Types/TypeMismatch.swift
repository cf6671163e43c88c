/// A value that is not one of the type that its place declares.
public struct TypeMismatch: Error, Sendable, Hashable {
    /// In what way it is not.
    public enum Reason: Sendable, Hashable {
        /// It is a value of another type.
        case type(found: String)
        /// Fields are missing that the type requires.
        case missingFields([String])
        /// It has a field that the type does not declare.
        case unknownField(String)
        /// The text is not a member of the enum.
        case notAMember(String)
    }

    /// In what way it does not fit.
    public let reason: Reason
    /// Which part of the value it is: `items[0].price`; empty for the whole.
    public internal(set) var path: String
    /// The type declared there.
    public let expected: ValueType

    /// Creates a mismatch.
    public init(_ reason: Reason, expected: ValueType, path: String = "") {
        self.reason = reason
        self.expected = expected
        self.path = path
    }

    /// Creates the mismatch of a value of another type.
    init(found value: Value, expected: ValueType) { self.init(.type(found: value.typeAndShortDescription), expected: expected) }

    func inField(_ name: String) -> TypeMismatch {
        TypeMismatch(reason, expected: expected, path: ValuePath.field(name, then: path))
    }

    func inElement(_ index: Int) -> TypeMismatch {
        TypeMismatch(reason, expected: expected, path: ValuePath.element(index, then: path))
    }
}

extension TypeMismatch: CustomStringConvertible {
    /// What was found, in a few words.
    public var found: String {
        switch reason {
        case .type(let found): found
        case .missingFields(let names): "no \(Self.list(names))"
        case .unknownField(let name): "the field '\(name)'"
        case .notAMember(let text): Value.string(text).shortDescription
        }
    }

    /// What is wrong and how to fix it, without the path.
    public var problem: String {
        switch (reason, expected) {
        case (.type(let found), _): return "expected \(expected), found \(found)"
        case (.missingFields(let names), _):
            return
                "the \(names.count == 1 ? "field" : "fields") \(Self.list(names)) of \(expected) \(names.count == 1 ? "is" : "are") missing"
        case (.unknownField(let name), .record(let record)):
            let names = record.fields.map(\.name)
            if names.isEmpty { return "unknown field '\(name)'; no fields are declared here" }
            let nearest = NearestName.find(name, among: names).map { "; did you mean '\($0)'?" }
            return "unknown field '\(name)'" + (nearest ?? "; declared are \(Self.list(names))")
        case (.unknownField(let name), _): return "unknown field '\(name)' in \(expected)"
        case (.notAMember(let text), .enumeration(let type)):
            let nearest = NearestName.find(text, among: type.members).map { "; did you mean '\($0)'?" }
            return "\(Value.string(text).shortDescription) is not a member of \(expected)"
                + (nearest ?? "; members are \(Self.list(type.members))")
        case (.notAMember(let text), _): return "\(Value.string(text).shortDescription) is not a member of \(expected)"
        }
    }

    /// What is wrong and how to fix it: `items[0].price: expected double, found string "x"`.
    public var message: String { path.isEmpty ? problem : "\(path): \(problem)" }

    /// The message.
    public var description: String { message }

    private static func list(_ names: [String]) -> String { names.map { "'\($0)'" }.joined(separator: ", ") }
}
