/// Swift types that stand for one kind of value as a whole, whatever their own `Codable` does.
enum CodingSpecials {
    /// The workflow type of such a Swift type; nil for all others.
    static func valueType(of type: Any.Type) -> ValueType? {
        if type == Value.self { return .any }
        if type == Timestamp.self { return .timestamp }
        if type == TimeAmount.self { return .duration }
        if type == [UInt8].self { return .bytes }
        return nil
    }

    /// The value of an instance of such a type.
    static func value(of instance: Any) -> Value? {
        switch instance {
        case let value as Value: value
        case let time as Timestamp: .timestamp(time)
        case let amount as TimeAmount: .duration(amount)
        case let bytes as [UInt8]: .bytes(bytes)
        default: nil
        }
    }

    /// The instance of a special type that a value stands for; nil when the value is of another type.
    static func instance(of type: ValueType, from value: Value) -> Any? {
        switch (type, value) {
        case (.any, _): value
        case (.timestamp, .timestamp(let time)): time
        case (.duration, .duration(let amount)): amount
        case (.bytes, .bytes(let bytes)): bytes
        default: nil
        }
    }
}

/// A key of a container that is read and written by name.
struct NameKey: CodingKey {
    let stringValue: String
    let intValue: Int?

    init(_ name: String) {
        stringValue = name
        intValue = nil
    }

    init?(stringValue: String) { self.init(stringValue) }

    init(intValue: Int) {
        stringValue = String(intValue)
        self.intValue = intValue
    }
}

extension [any CodingKey] {
    /// The path as messages show it.
    var text: String {
        reversed().reduce("") { rest, key in
            key.intValue.map { ValuePath.element($0, then: rest) } ?? ValuePath.field(key.stringValue, then: rest)
        }
    }
}
