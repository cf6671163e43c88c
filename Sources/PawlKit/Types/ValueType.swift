/// A type of the workflow language.
///
/// Types are structural: a record type is its fields. Whether a field may be absent belongs to the field, see
/// ``RecordType/Field``.
public indirect enum ValueType: Sendable, Hashable {
    /// Anything; checked when it is used.
    case any
    /// A truth value.
    case bool
    /// A signed 64-bit integer.
    case int
    /// An unsigned 64-bit integer.
    case uint
    /// An IEEE double.
    case double
    /// A text.
    case string
    /// Bytes.
    case bytes
    /// A point in time.
    case timestamp
    /// A length of time.
    case duration
    /// A list of one element type.
    case list(ValueType)
    /// A map from text to one value type.
    case map(ValueType)
    /// A record.
    case record(RecordType)
    /// One of a set of texts.
    case enumeration(EnumType)
}

extension ValueType: CustomStringConvertible {
    /// The type as the workflow language writes it; a named record or enum by its name.
    public var description: String {
        switch self {
        case .any: "any"
        case .bool: "bool"
        case .int: "int"
        case .uint: "uint"
        case .double: "double"
        case .string: "string"
        case .bytes: "bytes"
        case .timestamp: "timestamp"
        case .duration: "duration"
        case .list(let element): "list(\(element))"
        case .map(let value): "map(\(value))"
        case .record(let record): record.name ?? record.structure
        case .enumeration(let type): type.name ?? "[\(type.members.joined(separator: ", "))]"
        }
    }
}

extension ValueType {
    /// Whether each value of this type is a value of the other: the same type, into `any`, or record by record.
    ///
    /// An enum fits `string`. A record fits another when each field of the other is here with a type that fits, or may be
    /// absent there, and this one has no field that the other lacks. `int` does not fit `double`: only literals widen.
    public func fits(_ other: ValueType) -> Bool {
        switch (self, other) {
        case (_, .any): return true
        case (.list(let a), .list(let b)), (.map(let a), .map(let b)): return a.fits(b)
        case (.enumeration, .string): return true
        case (.enumeration(let a), .enumeration(let b)): return a.members.allSatisfy { b.contains($0) }
        case (.record(let a), .record(let b)): return a.fits(b)
        default: return self == other
        }
    }
}
