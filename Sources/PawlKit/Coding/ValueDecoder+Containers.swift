/// Reads the fields of a record or the entries of a map.
struct KeyedDecoderOfValue<Key: CodingKey>: KeyedDecodingContainerProtocol {
    let value: Value
    let codingPath: [any CodingKey]
    let owner: (any Any.Type)?

    var allKeys: [Key] { names.compactMap { Key(stringValue: $0) } }

    private var names: [String] {
        switch value {
        case .record(let record): zip(record.type.fields, record.fields).compactMap { $1 == nil ? nil : $0.name }
        case .map(let map): map.entries.compactMap(\.key.text)
        default: []
        }
    }

    func contains(_ key: Key) -> Bool { value[key.stringValue] != nil }

    private func decoder(_ key: any CodingKey) throws -> DecoderOfValue {
        guard let field = value[key.stringValue] else {
            let nearest = NearestName.find(key.stringValue, among: names).map { "; there is a field '\($0)'" } ?? ""
            let place = owner.map { " of \($0)" } ?? ""
            throw DecodingError.keyNotFound(
                key, .init(codingPath: codingPath, debugDescription: "the field '\(key.stringValue)'\(place) is missing\(nearest)"))
        }
        return DecoderOfValue(value: field, codingPath: codingPath + [key], owner: owner)
    }

    func decodeNil(forKey key: Key) throws -> Bool { try decoder(key).decodeNil() }
    func decode<T: Decodable>(_ type: T.Type, forKey key: Key) throws -> T { try decoder(key).unwrap(type) }
    func decode(_ type: Bool.Type, forKey key: Key) throws -> Bool { try decoder(key).decode(type) }
    func decode(_ type: String.Type, forKey key: Key) throws -> String { try decoder(key).decode(type) }
    func decode(_ type: Double.Type, forKey key: Key) throws -> Double { try decoder(key).decode(type) }
    func decode(_ type: Int.Type, forKey key: Key) throws -> Int { try decoder(key).decode(type) }

    func nestedContainer<Nested: CodingKey>(
        keyedBy type: Nested.Type, forKey key: Key
    ) throws -> KeyedDecodingContainer<Nested> { try decoder(key).container(keyedBy: type) }
    func nestedUnkeyedContainer(forKey key: Key) throws -> any UnkeyedDecodingContainer { try decoder(key).unkeyedContainer() }
    func superDecoder() throws -> any Decoder { try decoder(NameKey("super")) }
    func superDecoder(forKey key: Key) throws -> any Decoder { try decoder(key) }
}

/// Reads the elements of a list.
struct UnkeyedDecoderOfValue: UnkeyedDecodingContainer {
    let elements: [Value]
    let codingPath: [any CodingKey]
    let owner: (any Any.Type)?
    var currentIndex = 0

    init(elements: [Value], codingPath: [any CodingKey], owner: (any Any.Type)?) {
        self.elements = elements
        self.codingPath = codingPath
        self.owner = owner
    }

    var count: Int? { elements.count }
    var isAtEnd: Bool { currentIndex == elements.count }

    private func decoder() throws -> DecoderOfValue {
        let path = codingPath + [NameKey(intValue: currentIndex)]
        guard !isAtEnd else {
            throw DecodingError.valueNotFound(
                Value.self, .init(codingPath: path, debugDescription: "\(path.text): the list has only \(elements.count) elements"))
        }
        return DecoderOfValue(value: elements[currentIndex], codingPath: path, owner: owner)
    }

    mutating func decodeNil() throws -> Bool {
        guard try decoder().decodeNil() else { return false }
        currentIndex += 1
        return true
    }

    mutating func decode<T: Decodable>(_ type: T.Type) throws -> T {
        let element = try decoder().unwrap(type)
        currentIndex += 1
        return element
    }

    mutating func nestedContainer<Nested: CodingKey>(keyedBy type: Nested.Type) throws -> KeyedDecodingContainer<Nested> {
        let container = try decoder().container(keyedBy: type)
        currentIndex += 1
        return container
    }

    mutating func nestedUnkeyedContainer() throws -> any UnkeyedDecodingContainer {
        let container = try decoder().unkeyedContainer()
        currentIndex += 1
        return container
    }

    mutating func superDecoder() throws -> any Decoder {
        let decoder = try decoder()
        currentIndex += 1
        return decoder
    }
}
