import PawlKit

/// Values to put through types.
enum SampleValue {
    /// A value of a type; two elements in each list and map.
    static func of(_ type: ValueType, withOptionals: Bool) -> Value {
        func sample(_ type: ValueType) -> Value { of(type, withOptionals: withOptionals) }
        switch type {
        case .any: return .list([.string("anything"), .int(7)])
        case .bool: return .bool(true)
        case .int: return .int(-9_007_199_254_740_993)
        case .uint: return .uint(.max)
        case .double: return .double(0.1)
        case .string: return .string("a \"text\"\n")
        case .bytes: return .bytes([0, 255])
        case .timestamp: return .timestamp(.epoch)
        case .duration: return .duration(.zero)
        case .list(let element): return .list([sample(element), sample(element)])
        case .map(let value):
            var map = ValueMap()
            map["a key"] = sample(value)
            map["self"] = sample(value)
            return .map(map)
        case .record(let record):
            return .record(Record(type: record, fields: record.fields.map { $0.isOptional && !withOptionals ? nil : sample($0.type) }))
        // The last, because the first is what a type falls back to.
        case .enumeration(let type): return .string(type.members[type.members.count - 1])
        }
    }
}
