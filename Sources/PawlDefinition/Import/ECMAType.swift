/// What is known of a value of the ECMAScript data model, which declares no types.
enum ECMAType: String, Hashable {
    /// Nothing yet.
    case unknown
    case int
    case double
    case string
    case bool
    /// Several of them, or something with parts.
    case any

    /// The type that holds both.
    func joined(_ other: ECMAType) -> ECMAType {
        if self == other || other == .unknown { return self }
        if self == .unknown { return other }
        return isNumber && other.isNumber ? .double : .any
    }

    var isNumber: Bool { self == .int || self == .double }

    /// The name in a workflow.
    var name: String { self == .unknown ? "any" : rawValue }
}

/// A variable of the data model, or a field of an event.
struct ECMASlot: Hashable {
    /// The name in the workflow.
    var name: String
    var type = ECMAType.unknown
    /// Whether it may be undefined.
    var isOptional = false

    /// The type in the workflow.
    var declaration: String { type.name + (isOptional ? "?" : "") }

    /// Takes in one more value.
    mutating func join(_ value: CELText) {
        if value.isNothing || value.isOptional { isOptional = true }
        type = type.joined(value.type)
    }
}
