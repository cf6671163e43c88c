extension RecordType {
    /// Reads a record type off a Swift type by watching what it decodes.
    ///
    /// Optional properties become fields that may be absent; nested structs become records, arrays and sets lists,
    /// dictionaries with text keys maps; `[UInt8]` becomes bytes, ``Value`` any; an enum of texts that is `CaseIterable`
    /// becomes an enumeration. Signed integers are int, unsigned ones uint, `Double` and `Float` double.
    /// - Throws: ``PluginError`` when the type does not decode as a record, or decodes in a way that cannot be watched.
    public convenience init<T: Decodable>(of type: T.Type) throws {
        guard case .record(let record) = try ValueType(of: type) else {
            throw PluginError("\(type) is not a struct with fields; the input and output of a service are records, so wrap it in a struct")
        }
        self.init(name: record.name, fields: record.fields)
    }
}

extension ValueType {
    /// Reads a type off a Swift type by watching what it decodes; see ``RecordType/init(of:)``.
    ///
    /// - Throws: ``PluginError`` when the type decodes in a way that cannot be watched.
    public init<T: Decodable>(of type: T.Type) throws { self = try Probe(place: "", visiting: []).read(type).type }
}

/// Decodes a type from nothing and notes what it asks for.
struct Probe {
    /// The place of what is read, for messages.
    let place: String
    /// The types being read, to find those that contain themselves.
    let visiting: [ObjectIdentifier]

    /// Reads a type: what it decodes, and an instance to go on with.
    func read<T: Decodable>(_ type: T.Type) throws -> (type: ValueType, instance: T) {
        if let special = CodingSpecials.valueType(of: type) { return (special, try sample(of: special, as: type)) }
        if let shape = type as? any ProbedCollection.Type {
            guard let empty = shape.emptyInstance as? T else { throw unwatchable(type, "it cannot be created empty") }
            return (try shape.valueType(probe: self), empty)
        }
        if let (members, instance) = Self.enumeration(type) { return (.enumeration(EnumType(members: members)), instance) }
        guard !visiting.contains(ObjectIdentifier(type)) else {
            throw unwatchable(type, "it contains itself; use Value for the inner part")
        }
        let notes = ProbeNotes()
        let decoder = ProbeDecoder(
            notes: notes, probe: Probe(place: place.isEmpty ? "\(type)" : place, visiting: visiting + [ObjectIdentifier(type)]))
        let instance: T
        do {
            instance = try T(from: decoder)
        } catch let error as PluginError {
            throw error
        } catch {
            throw unwatchable(
                type,
                "it refuses to decode placeholders; an enum must be a CaseIterable enum of String, and a struct must not check its fields")
        }
        return (notes.type(orEmptyRecord: type), instance)
    }

    /// The same probe for a part.
    func inside(_ part: String) -> Probe { Probe(place: place.isEmpty ? part : "\(place).\(part)", visiting: visiting) }

    func unwatchable(_ type: any Any.Type, _ reason: String) -> PluginError {
        PluginError(
            "\(place.isEmpty ? "" : "\(place): ")the type of \(type) cannot be read off: \(reason), or register the service with its interface written out"
        )
    }

    private func sample<T>(of special: ValueType, as type: T.Type) throws -> T {
        let value: Value =
            switch special {
            case .timestamp: .timestamp(.epoch)
            case .duration: .duration(.zero)
            case .bytes: .bytes([])
            default: .null
            }
        guard let instance = CodingSpecials.instance(of: special, from: value) as? T else {
            throw unwatchable(type, "there is no sample of it")
        }
        return instance
    }

    /// The members of an enum of texts, and one of them.
    private static func enumeration<T>(_ type: T.Type) -> (members: [String], instance: T)? {
        guard type is any RawRepresentable.Type, let iterable = type as? any CaseIterable.Type else { return nil }
        let members = rawTexts(of: iterable)
        guard let (_, first) = members.first, members.allSatisfy({ $0.text != nil }), let instance = first as? T else { return nil }
        return (members.compactMap(\.text), instance)
    }

    private static func rawTexts<C: CaseIterable>(of type: C.Type) -> [(text: String?, member: Any)] {
        type.allCases.map { member in ((member as? any RawRepresentable)?.rawText, member) }
    }
}

extension RawRepresentable {
    fileprivate var rawText: String? { rawValue as? String }
}

/// A collection whose type is read off its elements.
protocol ProbedCollection {
    static var emptyInstance: Any { get }
    static func valueType(probe: Probe) throws -> ValueType
}

extension Array: ProbedCollection where Element: Decodable {
    static var emptyInstance: Any { [Element]() }
    static func valueType(probe: Probe) throws -> ValueType { .list(try probe.inside("[]").read(Element.self).type) }
}

extension Set: ProbedCollection where Element: Decodable {
    static var emptyInstance: Any { Set<Element>() }
    static func valueType(probe: Probe) throws -> ValueType { .list(try probe.inside("[]").read(Element.self).type) }
}

extension Dictionary: ProbedCollection where Key: Decodable, Value: Decodable {
    static var emptyInstance: Any { [Key: Value]() }
    static func valueType(probe: Probe) throws -> ValueType {
        guard Key.self == String.self else { throw probe.unwatchable(Self.self, "its keys are not String") }
        return .map(try probe.inside("[]").read(Value.self).type)
    }
}
