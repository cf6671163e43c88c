/// What a type asked for. A class, because containers are copied while they are used.
final class ProbeNotes {
    enum Shape {
        case nothing
        case fields([RecordType.Field])
        case list(ValueType)
        case single(ValueType)
    }

    var shape = Shape.nothing
    /// Records that are read through nested containers, whose fields are known only at the end.
    private var nested: [(key: String, notes: ProbeNotes)] = []

    func add(_ key: String, _ type: ValueType, isOptional: Bool) {
        var fields: [RecordType.Field] = []
        if case .fields(let known) = shape { fields = known }
        if let index = fields.firstIndex(where: { UTF8Order.equal($0.name, key) }) {
            // Asked for a second time: it must be there only if every question needs it.
            fields[index] = RecordType.Field(key, fields[index].type, isOptional: fields[index].isOptional && isOptional)
        } else {
            fields.append(RecordType.Field(key, type, isOptional: isOptional))
        }
        shape = .fields(fields)
    }

    func addNested(_ key: String) -> ProbeNotes {
        let notes = ProbeNotes()
        add(key, .any, isOptional: false)
        nested.append((key, notes))
        return notes
    }

    func type(orEmptyRecord type: any Any.Type) -> ValueType {
        switch shape {
        case .nothing: return .record(.empty)
        case .list(let element): return .list(element)
        case .single(let type): return type
        case .fields(let fields):
            let resolved = fields.map { field in
                guard let notes = nested.last(where: { UTF8Order.equal($0.key, field.name) })?.notes else { return field }
                return RecordType.Field(field.name, notes.type(orEmptyRecord: type), isOptional: field.isOptional)
            }
            return .record(RecordType(name: "\(type)", fields: resolved))
        }
    }
}

/// The decoder that notes what it is asked for and answers with placeholders.
struct ProbeDecoder: Decoder {
    let notes: ProbeNotes
    let probe: Probe
    var codingPath: [any CodingKey] { [] }
    var userInfo: [CodingUserInfoKey: Any] { [:] }

    func container<Key: CodingKey>(keyedBy type: Key.Type) throws -> KeyedDecodingContainer<Key> {
        if case .nothing = notes.shape { notes.shape = .fields([]) }
        return KeyedDecodingContainer(KeyedProbe(notes: notes, probe: probe))
    }

    func unkeyedContainer() throws -> any UnkeyedDecodingContainer { UnkeyedProbe(notes: notes, probe: probe) }
    func singleValueContainer() throws -> any SingleValueDecodingContainer { SingleProbe(notes: notes, probe: probe) }
}

private struct KeyedProbe<Key: CodingKey>: KeyedDecodingContainerProtocol {
    let notes: ProbeNotes
    let probe: Probe
    var codingPath: [any CodingKey] { [] }
    var allKeys: [Key] { [] }

    func contains(_ key: Key) -> Bool { true }
    func decodeNil(forKey key: Key) throws -> Bool { false }

    func decode<T: Decodable>(_ type: T.Type, forKey key: Key) throws -> T {
        let (type, instance) = try probe.inside(key.stringValue).read(type)
        notes.add(key.stringValue, type, isOptional: false)
        return instance
    }

    func decodeIfPresent<T: Decodable>(_ type: T.Type, forKey key: Key) throws -> T? {
        notes.add(key.stringValue, try probe.inside(key.stringValue).read(type).type, isOptional: true)
        return nil
    }

    // The overloads for the types that Swift knows by name would otherwise not reach the generic one.
    func decodeIfPresent(_ type: Bool.Type, forKey key: Key) throws -> Bool? { try absent(type, key) }
    func decodeIfPresent(_ type: String.Type, forKey key: Key) throws -> String? { try absent(type, key) }
    func decodeIfPresent(_ type: Double.Type, forKey key: Key) throws -> Double? { try absent(type, key) }
    func decodeIfPresent(_ type: Float.Type, forKey key: Key) throws -> Float? { try absent(type, key) }
    func decodeIfPresent(_ type: Int.Type, forKey key: Key) throws -> Int? { try absent(type, key) }
    func decodeIfPresent(_ type: Int8.Type, forKey key: Key) throws -> Int8? { try absent(type, key) }
    func decodeIfPresent(_ type: Int16.Type, forKey key: Key) throws -> Int16? { try absent(type, key) }
    func decodeIfPresent(_ type: Int32.Type, forKey key: Key) throws -> Int32? { try absent(type, key) }
    func decodeIfPresent(_ type: Int64.Type, forKey key: Key) throws -> Int64? { try absent(type, key) }
    func decodeIfPresent(_ type: UInt.Type, forKey key: Key) throws -> UInt? { try absent(type, key) }
    func decodeIfPresent(_ type: UInt8.Type, forKey key: Key) throws -> UInt8? { try absent(type, key) }
    func decodeIfPresent(_ type: UInt16.Type, forKey key: Key) throws -> UInt16? { try absent(type, key) }
    func decodeIfPresent(_ type: UInt32.Type, forKey key: Key) throws -> UInt32? { try absent(type, key) }
    func decodeIfPresent(_ type: UInt64.Type, forKey key: Key) throws -> UInt64? { try absent(type, key) }

    private func absent<T: Decodable>(_ type: T.Type, _ key: Key) throws -> T? {
        notes.add(key.stringValue, try probe.inside(key.stringValue).read(type).type, isOptional: true)
        return nil
    }

    func nestedContainer<Nested: CodingKey>(
        keyedBy type: Nested.Type, forKey key: Key
    ) throws -> KeyedDecodingContainer<Nested> {
        try ProbeDecoder(notes: notes.addNested(key.stringValue), probe: probe.inside(key.stringValue)).container(keyedBy: type)
    }
    func nestedUnkeyedContainer(forKey key: Key) throws -> any UnkeyedDecodingContainer {
        UnkeyedProbe(notes: notes.addNested(key.stringValue), probe: probe.inside(key.stringValue))
    }
    func superDecoder() throws -> any Decoder { ProbeDecoder(notes: notes.addNested("super"), probe: probe.inside("super")) }
    func superDecoder(forKey key: Key) throws -> any Decoder {
        ProbeDecoder(notes: notes.addNested(key.stringValue), probe: probe.inside(key.stringValue))
    }
}

/// Shows one element, whose type stands for all.
private struct UnkeyedProbe: UnkeyedDecodingContainer {
    let notes: ProbeNotes
    let probe: Probe
    var codingPath: [any CodingKey] { [] }
    var count: Int? { 1 }
    var isAtEnd: Bool { currentIndex == 1 }
    var currentIndex = 0

    init(notes: ProbeNotes, probe: Probe) {
        self.notes = notes
        self.probe = probe
        notes.shape = .list(.any)
    }

    mutating func decodeNil() throws -> Bool { false }

    mutating func decode<T: Decodable>(_ type: T.Type) throws -> T {
        try takeElement(type)
        let (element, instance) = try probe.inside("[]").read(type)
        notes.shape = .list(element)
        return instance
    }

    private mutating func takeElement(_ type: any Any.Type) throws {
        guard currentIndex == 0 else { throw probe.unwatchable(type, "it reads a list of a fixed length") }
        currentIndex = 1
    }

    mutating func nestedContainer<Nested: CodingKey>(keyedBy type: Nested.Type) throws -> KeyedDecodingContainer<Nested> {
        throw probe.unwatchable(type, "it reads nested containers in a list")
    }
    mutating func nestedUnkeyedContainer() throws -> any UnkeyedDecodingContainer {
        throw probe.unwatchable([Value].self, "it reads nested containers in a list")
    }
    mutating func superDecoder() throws -> any Decoder { throw probe.unwatchable([Value].self, "it reads a superclass out of a list") }
}

private struct SingleProbe: SingleValueDecodingContainer {
    let notes: ProbeNotes
    let probe: Probe
    var codingPath: [any CodingKey] { [] }

    private func note<T>(_ type: ValueType, _ placeholder: T) -> T {
        notes.shape = .single(type)
        return placeholder
    }

    func decodeNil() -> Bool { false }
    func decode(_ type: Bool.Type) -> Bool { note(.bool, false) }
    func decode(_ type: String.Type) -> String { note(.string, "") }
    func decode(_ type: Double.Type) -> Double { note(.double, 0) }
    func decode(_ type: Float.Type) -> Float { note(.double, 0) }
    func decode(_ type: Int.Type) -> Int { note(.int, 0) }
    func decode(_ type: Int8.Type) -> Int8 { note(.int, 0) }
    func decode(_ type: Int16.Type) -> Int16 { note(.int, 0) }
    func decode(_ type: Int32.Type) -> Int32 { note(.int, 0) }
    func decode(_ type: Int64.Type) -> Int64 { note(.int, 0) }
    func decode(_ type: UInt.Type) -> UInt { note(.uint, 0) }
    func decode(_ type: UInt8.Type) -> UInt8 { note(.uint, 0) }
    func decode(_ type: UInt16.Type) -> UInt16 { note(.uint, 0) }
    func decode(_ type: UInt32.Type) -> UInt32 { note(.uint, 0) }
    func decode(_ type: UInt64.Type) -> UInt64 { note(.uint, 0) }

    func decode<T: Decodable>(_ type: T.Type) throws -> T {
        let (type, instance) = try probe.read(type)
        notes.shape = .single(type)
        return instance
    }
}
