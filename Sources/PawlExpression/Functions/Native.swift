import PawlKit

/// A Swift type that stands for a type of the language, so that a function's signature is the one of its Swift closure.
protocol Native: Sendable {
    static var staticType: StaticType { get }
    /// The value as this type, nil when it is of another.
    static func read(_ value: Value) -> Self?
    var asValue: Value { get }
}

extension Value: Native {
    static var staticType: StaticType { .any }
    static func read(_ value: Value) -> Value? { value }
    var asValue: Value { self }
}

extension Bool: Native {
    static var staticType: StaticType { .bool }
    static func read(_ value: Value) -> Bool? { if case .bool(let truth) = value { truth } else { nil } }
    var asValue: Value { .bool(self) }
}

extension Int64: Native {
    static var staticType: StaticType { .int }
    static func read(_ value: Value) -> Int64? { if case .int(let number) = value { number } else { nil } }
    var asValue: Value { .int(self) }
}

extension UInt64: Native {
    static var staticType: StaticType { .uint }
    static func read(_ value: Value) -> UInt64? { if case .uint(let number) = value { number } else { nil } }
    var asValue: Value { .uint(self) }
}

extension Double: Native {
    static var staticType: StaticType { .double }
    static func read(_ value: Value) -> Double? { if case .double(let number) = value { number } else { nil } }
    var asValue: Value { .double(self) }
}

extension String: Native {
    static var staticType: StaticType { .string }
    static func read(_ value: Value) -> String? { if case .string(let text) = value { text } else { nil } }
    var asValue: Value { .string(self) }
}

extension [UInt8]: Native {
    static var staticType: StaticType { .bytes }
    static func read(_ value: Value) -> [UInt8]? { if case .bytes(let bytes) = value { bytes } else { nil } }
    var asValue: Value { .bytes(self) }
}

extension Timestamp: Native {
    static var staticType: StaticType { .timestamp }
    static func read(_ value: Value) -> Timestamp? { if case .timestamp(let time) = value { time } else { nil } }
    var asValue: Value { .timestamp(self) }
}

extension TimeAmount: Native {
    static var staticType: StaticType { .duration }
    static func read(_ value: Value) -> TimeAmount? { if case .duration(let amount) = value { amount } else { nil } }
    var asValue: Value { .duration(self) }
}

/// A list of anything: `list(T)`.
struct AnyList: Native {
    let elements: [Value]
    static var staticType: StaticType { .list(.parameter("T")) }
    static func read(_ value: Value) -> AnyList? { if case .list(let elements) = value { AnyList(elements: elements) } else { nil } }
    var asValue: Value { .list(elements) }
}

/// A list whose elements are of one type.
struct ListOf<Element: Native>: Native {
    let elements: [Element]
    init(_ elements: [Element]) { self.elements = elements }
    static var staticType: StaticType { .list(Element.staticType) }

    static func read(_ value: Value) -> ListOf? {
        guard case .list(let values) = value else { return nil }
        var elements: [Element] = []
        elements.reserveCapacity(values.count)
        for value in values {
            guard let element = Element.read(value) else { return nil }
            elements.append(element)
        }
        return ListOf(elements)
    }

    var asValue: Value { .list(elements.map(\.asValue)) }
}

/// A map of anything: `map(K, V)`.
struct AnyMap: Native {
    let map: ValueMap
    static var staticType: StaticType { .map(.parameter("K"), .parameter("V")) }
    static func read(_ value: Value) -> AnyMap? { if case .map(let map) = value { AnyMap(map: map) } else { nil } }
    var asValue: Value { .map(map) }
}

/// An optional of anything: `optional(T)`.
struct AnyOptional: Native {
    let value: Value?
    static var staticType: StaticType { .optional(.parameter("T")) }
    static func read(_ value: Value) -> AnyOptional? {
        if case .optional(let wrapped) = value { AnyOptional(value: wrapped) } else { nil }
    }
    var asValue: Value { .optional(value) }
}

/// Anything, in a place where the type is remembered: `T`.
struct Parameter: Native {
    let value: Value
    static var staticType: StaticType { .parameter("T") }
    static func read(_ value: Value) -> Parameter? { Parameter(value: value) }
    var asValue: Value { value }
}
