import PawlKit

/// A type as the checker reasons with it: those of the workflow language, and the ones that only live inside expressions.
indirect enum StaticType: Hashable, Sendable {
    /// Anything; CEL's dyn. Checked when it is used.
    case any
    case null
    case bool
    case int
    case uint
    case double
    case string
    case bytes
    case timestamp
    case duration
    case list(StaticType)
    case map(StaticType, StaticType)
    case record(RecordType)
    case enumeration(EnumType)
    /// A type as a value: what `type(x)` gives.
    case type(StaticType)
    case optional(StaticType)
    /// A type that only its functions know.
    case abstract(String, [StaticType])
    /// A type parameter of a declared function.
    case parameter(String)
    /// A type that is not known yet, by its number.
    case variable(Int)
    /// The type of something that was reported already.
    case error

    static func list(of name: String) -> StaticType { .list(.parameter(name)) }
}

extension StaticType {
    /// The type of a declared place.
    init(_ type: ValueType) {
        switch type {
        case .any: self = .any
        case .bool: self = .bool
        case .int: self = .int
        case .uint: self = .uint
        case .double: self = .double
        case .string: self = .string
        case .bytes: self = .bytes
        case .timestamp: self = .timestamp
        case .duration: self = .duration
        case .list(let element): self = .list(StaticType(element))
        case .map(let value): self = .map(.string, StaticType(value))
        case .record(let record): self = .record(record)
        case .enumeration(let type): self = .enumeration(type)
        }
    }

    /// The type as the workflow language can say it; `.any` where it cannot.
    var valueType: ValueType {
        switch self {
        case .bool: .bool
        case .int: .int
        case .uint: .uint
        case .double: .double
        case .string: .string
        case .bytes: .bytes
        case .timestamp: .timestamp
        case .duration: .duration
        case .list(let element): .list(element.valueType)
        case .map(.string, let value), .map(.enumeration, let value): .map(value.valueType)
        case .record(let record): .record(record)
        case .enumeration(let type): .enumeration(type)
        case .optional(let wrapped): wrapped.valueType
        case .any, .null, .map, .type, .abstract, .parameter, .variable, .error: .any
        }
    }

    /// The types directly inside.
    var inner: [StaticType] {
        switch self {
        case .list(let element): [element]
        case .map(let key, let value): [key, value]
        case .type(let wrapped), .optional(let wrapped): [wrapped]
        case .abstract(_, let arguments): arguments
        default: []
        }
    }

    /// The type with each type inside replaced.
    func mappingInner(_ transform: (StaticType) -> StaticType) -> StaticType {
        switch self {
        case .list(let element): .list(transform(element))
        case .map(let key, let value): .map(transform(key), transform(value))
        case .type(let wrapped): .type(transform(wrapped))
        case .optional(let wrapped): .optional(transform(wrapped))
        case .abstract(let name, let arguments): .abstract(name, arguments.map(transform))
        default: self
        }
    }

    /// Whether a predicate holds for this type or for one inside it.
    func contains(_ predicate: (StaticType) -> Bool) -> Bool { predicate(self) || inner.contains { $0.contains(predicate) } }

    /// Whether each value of this type is known to be one when it is made, down to the last element.
    var isProven: Bool {
        !contains {
            switch $0 {
            case .any, .error, .variable, .parameter, .abstract: true
            default: false
            }
        }
    }

    /// Whether this can hold a value that is not data: a type or an optional.
    var mayHoldNonData: Bool {
        contains {
            switch $0 {
            case .any, .type, .optional, .abstract, .error, .variable: true
            default: false
            }
        }
    }
}

extension StaticType: CustomStringConvertible {
    var description: String {
        switch self {
        case .any: "any"
        case .null: "null"
        case .bool: "bool"
        case .int: "int"
        case .uint: "uint"
        case .double: "double"
        case .string: "string"
        case .bytes: "bytes"
        case .timestamp: "timestamp"
        case .duration: "duration"
        case .list(let element): "list(\(element))"
        case .map(.string, let value): "map(\(value))"
        case .map(let key, let value): "map(\(key), \(value))"
        case .record(let record): record.name ?? record.structure
        case .enumeration(let type): type.name ?? "[\(type.members.joined(separator: ", "))]"
        case .type(.any), .type(.parameter): "type"
        case .type(let wrapped): "type(\(wrapped))"
        case .optional(let wrapped): "optional(\(wrapped))"
        case .abstract(let name, let arguments):
            arguments.isEmpty ? name : "\(name)(\(arguments.map(\.description).joined(separator: ", ")))"
        case .parameter(let name): name
        case .variable: "any"
        case .error: "?"
        }
    }
}
