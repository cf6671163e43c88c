/// Turns Swift values into workflow values.
///
/// Structs and dictionaries become maps, see ``ValueType/convert(_:)`` for records; arrays and sets become lists.
/// `Value`, `Timestamp`, `TimeAmount` and `[UInt8]` are taken as they are.
public struct ValueEncoder: Sendable {
    /// Creates an encoder.
    public init() {}

    /// Encodes a value.
    ///
    /// - Throws: `EncodingError` when a part of the value encodes nothing, and whatever the value's own `encode(to:)` throws.
    public func encode<T: Encodable>(_ value: T) throws -> Value {
        let encoder = EncoderOfValue(codingPath: [])
        try encoder.encode(value)
        return try encoder.content.value(at: [])
    }
}

/// What was encoded so far. A class, because the containers of one encoder write to one place.
final class EncodedContent {
    enum Shape {
        case nothing
        case value(Value)
        case keyed([(key: String, content: EncodedContent)])
        case list([EncodedContent])
    }

    var shape = Shape.nothing

    func value(at path: [any CodingKey]) throws -> Value {
        switch shape {
        case .nothing:
            throw EncodingError.invalidValue(
                Value.null, .init(codingPath: path, debugDescription: "\(path.isEmpty ? "the value" : path.text) encoded nothing"))
        case .value(let value): return value
        case .list(let elements):
            return .list(try elements.enumerated().map { try $1.value(at: path + [NameKey(intValue: $0)]) })
        case .keyed(let fields):
            var map = ValueMap()
            map.reserveCapacity(fields.count)
            for field in fields { map[field.key] = try field.content.value(at: path + [NameKey(field.key)]) }
            return .map(map)
        }
    }

    func add(_ key: String) -> EncodedContent {
        let content = EncodedContent()
        if case .keyed(var fields) = shape {
            // Let go of the array before it grows, so that it grows in place.
            shape = .nothing
            fields.append((key, content))
            shape = .keyed(fields)
        } else {
            shape = .keyed([(key, content)])
        }
        return content
    }

    func append() -> EncodedContent {
        let content = EncodedContent()
        if case .list(var elements) = shape {
            shape = .nothing
            elements.append(content)
            shape = .list(elements)
        } else {
            shape = .list([content])
        }
        return content
    }
}

/// Writes one value.
struct EncoderOfValue: Encoder, SingleValueEncodingContainer {
    let codingPath: [any CodingKey]
    var content = EncodedContent()
    var userInfo: [CodingUserInfoKey: Any] { [:] }

    func container<Key: CodingKey>(keyedBy type: Key.Type) -> KeyedEncodingContainer<Key> {
        if case .nothing = content.shape { content.shape = .keyed([]) }
        return KeyedEncodingContainer(KeyedEncoderOfValue(codingPath: codingPath, content: content))
    }

    func unkeyedContainer() -> any UnkeyedEncodingContainer {
        if case .nothing = content.shape { content.shape = .list([]) }
        return UnkeyedEncoderOfValue(codingPath: codingPath, content: content)
    }

    func singleValueContainer() -> any SingleValueEncodingContainer { self }

    func encodeNil() { content.shape = .value(.null) }
    func encode(_ value: Bool) { content.shape = .value(.bool(value)) }
    func encode(_ value: String) { content.shape = .value(.string(value)) }
    func encode(_ value: Double) { content.shape = .value(.double(value)) }
    func encode(_ value: Float) { content.shape = .value(.double(Double(value))) }
    func encode(_ value: Int) { content.shape = .value(.int(Int64(value))) }
    func encode(_ value: Int8) { content.shape = .value(.int(Int64(value))) }
    func encode(_ value: Int16) { content.shape = .value(.int(Int64(value))) }
    func encode(_ value: Int32) { content.shape = .value(.int(Int64(value))) }
    func encode(_ value: Int64) { content.shape = .value(.int(value)) }
    func encode(_ value: UInt) { content.shape = .value(.uint(UInt64(value))) }
    func encode(_ value: UInt8) { content.shape = .value(.uint(UInt64(value))) }
    func encode(_ value: UInt16) { content.shape = .value(.uint(UInt64(value))) }
    func encode(_ value: UInt32) { content.shape = .value(.uint(UInt64(value))) }
    func encode(_ value: UInt64) { content.shape = .value(.uint(value)) }

    func encode<T: Encodable>(_ value: T) throws {
        if CodingSpecials.valueType(of: T.self) != nil, let special = CodingSpecials.value(of: value) {
            content.shape = .value(special)
        } else {
            try value.encode(to: self)
        }
    }
}

private struct KeyedEncoderOfValue<Key: CodingKey>: KeyedEncodingContainerProtocol {
    let codingPath: [any CodingKey]
    let content: EncodedContent

    private func encoder(_ key: any CodingKey) -> EncoderOfValue {
        EncoderOfValue(codingPath: codingPath + [key], content: content.add(key.stringValue))
    }

    func encodeNil(forKey key: Key) throws { encoder(key).encodeNil() }
    func encode<T: Encodable>(_ value: T, forKey key: Key) throws { try encoder(key).encode(value) }
    func nestedContainer<Nested: CodingKey>(keyedBy type: Nested.Type, forKey key: Key) -> KeyedEncodingContainer<Nested> {
        encoder(key).container(keyedBy: type)
    }
    func nestedUnkeyedContainer(forKey key: Key) -> any UnkeyedEncodingContainer { encoder(key).unkeyedContainer() }
    func superEncoder() -> any Encoder { encoder(NameKey("super")) }
    func superEncoder(forKey key: Key) -> any Encoder { encoder(key) }
}

private struct UnkeyedEncoderOfValue: UnkeyedEncodingContainer {
    let codingPath: [any CodingKey]
    let content: EncodedContent

    var count: Int { if case .list(let elements) = content.shape { elements.count } else { 0 } }

    private func encoder() -> EncoderOfValue {
        EncoderOfValue(codingPath: codingPath + [NameKey(intValue: count)], content: content.append())
    }

    func encodeNil() throws { encoder().encodeNil() }
    func encode<T: Encodable>(_ value: T) throws { try encoder().encode(value) }
    func nestedContainer<Nested: CodingKey>(keyedBy type: Nested.Type) -> KeyedEncodingContainer<Nested> {
        encoder().container(keyedBy: type)
    }
    func nestedUnkeyedContainer() -> any UnkeyedEncodingContainer { encoder().unkeyedContainer() }
    func superEncoder() -> any Encoder { encoder() }
}
