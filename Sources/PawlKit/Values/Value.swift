/// A value as workflows, expressions, services and the journal know it.
///
/// `int`, `uint` and `double` are apart and never convert silently. Two values are equal when they are of one case and
/// hold the same; strings are compared by UTF-8 bytes, doubles by IEEE rules except that NaN equals NaN here, so that a
/// recorded decision equals its replay. CEL's own equality (numeric across types, NaN unequal) lives in the expression
/// evaluator.
public enum Value: Sendable {
    /// The explicit null of an `any` place. An absent field is not null: it is not there.
    case null
    /// A truth value.
    case bool(Bool)
    /// A signed 64-bit integer.
    case int(Int64)
    /// An unsigned 64-bit integer.
    case uint(UInt64)
    /// An IEEE double.
    case double(Double)
    /// A text, compared by UTF-8 bytes.
    case string(String)
    /// A sequence of bytes.
    case bytes([UInt8])
    /// A point in time with nanoseconds.
    case timestamp(Timestamp)
    /// A length of time with nanoseconds.
    case duration(TimeAmount)
    /// A list.
    case list([Value])
    /// A map with keys of any key type; workflow data has text keys only.
    case map(ValueMap)
    /// A value of a declared record type, its fields in declared order.
    case record(Record)
    /// A text that holds secrets by name; only an effect that starts sees what they are.
    case secret(Secret)
    /// The name of a type. Only inside expressions; never in data.
    case type(String)
    /// A value that may be missing. Only inside expressions; never in data.
    indirect case optional(Value?)
}

extension Value: ExpressibleByStringLiteral, ExpressibleByIntegerLiteral, ExpressibleByFloatLiteral, ExpressibleByBooleanLiteral,
    ExpressibleByArrayLiteral, ExpressibleByDictionaryLiteral
{
    /// A string.
    public init(stringLiteral value: String) { self = .string(value) }
    /// An int.
    public init(integerLiteral value: Int64) { self = .int(value) }
    /// A double.
    public init(floatLiteral value: Double) { self = .double(value) }
    /// A bool.
    public init(booleanLiteral value: Bool) { self = .bool(value) }
    /// A list.
    public init(arrayLiteral elements: Value...) { self = .list(elements) }
    /// A map with text keys; of two equal keys the later wins.
    public init(dictionaryLiteral elements: (String, Value)...) {
        var map = ValueMap()
        for (key, value) in elements { map[key] = value }
        self = .map(map)
    }
}

extension Value {
    /// The text of a string, else nil.
    public var stringValue: String? { if case .string(let text) = self { text } else { nil } }
    /// The number of an int, else nil.
    public var intValue: Int64? { if case .int(let number) = self { number } else { nil } }
    /// The number of a double, else nil.
    public var doubleValue: Double? { if case .double(let number) = self { number } else { nil } }
    /// The truth of a bool, else nil.
    public var boolValue: Bool? { if case .bool(let truth) = self { truth } else { nil } }
    /// The elements of a list, else nil.
    public var listValue: [Value]? { if case .list(let elements) = self { elements } else { nil } }

    /// The field of a record or the entry of a map with that name; nil when it is absent or this is neither.
    public subscript(name: String) -> Value? {
        switch self {
        case .record(let record): record[name]
        case .map(let map): map[name]
        default: nil
        }
    }
}
