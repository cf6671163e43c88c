import PawlKit

/// A case of an enum, as a state or an event: `Case(Screen.loading)`.
///
/// The name in the journal is that of the case, or what its `CodingKeys` say. The payload is what the case carries: nothing, one value,
/// or a tuple.
public struct Case<Root: SystemCases, Payload: Sendable>: Sendable {
    let shape: Shape<Payload>

    /// A case with one associated value.
    public init(_ make: @escaping @Sendable (Payload) -> Root) where Payload: Codable {
        do {
            let (type, sample) = try RecordType.readingPart(Payload.self)
            shape = Shape(
                facts: try CaseCoding.facts(of: make(sample), [type]),
                decode: { try ValueDecoder().decode(Payload.self, from: $0.fields[0] ?? .null) },
                encode: { .map(try CaseCoding.take(apart: make($0)).fields) }, sample: sample)
        } catch {
            shape = CaseCoding.broken(Root.self, error)
        }
    }

    /// A case with several associated values.
    public init<each Part: Codable & Sendable>(
        _ make: @escaping @Sendable (repeat each Part) -> Root
    ) where Payload == (repeat each Part) {
        do {
            let parts = (repeat try RecordType.readingPart((each Part).self))
            let samples = (repeat (each parts).sample)
            var types: [ValueType] = []
            repeat types.append((each parts).type)
            shape = Shape(
                facts: try CaseCoding.facts(of: make(repeat each samples), types),
                decode: { record in
                    var slot = 0
                    func next<T: Decodable>(_ type: T.Type) throws -> T {
                        defer { slot += 1 }
                        return try ValueDecoder().decode(type, from: record.fields[slot] ?? .null)
                    }
                    return (repeat try next((each Part).self))
                },
                encode: { payload in .map(try CaseCoding.take(apart: make(repeat each payload)).fields) }, sample: samples)
        } catch {
            shape = CaseCoding.broken(Root.self, error)
        }
    }

    /// A case without associated values.
    public init(_ value: Root) where Payload == Void {
        do {
            shape = Shape(
                facts: try CaseCoding.facts(of: value, []), decode: { _ in }, encode: { _ in .map(ValueMap()) }, sample: ())
        } catch {
            shape = CaseCoding.broken(Root.self, error)
        }
    }

    private init(_ shape: Shape<Payload>) { self.shape = shape }

    /// The case as a state that ends the instance.
    public func final(isFailure: Bool = false) -> Case {
        var facts = shape.facts
        facts.isFinal = true
        facts.isFailure = isFailure
        return Case(Shape(facts: facts, decode: shape.decode, encode: shape.encode, sample: shape.sample))
    }
}

/// How an enum with associated values encodes: an object with one member, the case, see
/// https://github.com/swiftlang/swift-evolution/blob/main/proposals/0295-codable-synthesis-for-enums-with-associated-values.md
enum CaseCoding {
    static func take(apart value: some Encodable) throws -> (name: String, fields: ValueMap) {
        guard case .map(let map) = try ValueEncoder().encode(value), map.count == 1, let entry = map.entries.first,
            let name = entry.key.text, case .map(let fields) = entry.value
        else { throw PluginError("\(type(of: value)) does not encode as an enum with cases; let Swift make its Codable conformance") }
        return (name, fields)
    }

    /// The facts of a case, from one with placeholders in it.
    static func facts(of sample: some Encodable, _ types: [ValueType]) throws -> ShapeFacts {
        let (name, fields) = try take(apart: sample)
        let root = type(of: sample)
        guard fields.count == types.count else {
            throw PluginError("\(root).\(name): a value that a case carries must not be optional; use a struct as the state")
        }
        return ShapeFacts(
            identity: "\(String(reflecting: root)).\(name)", name: name,
            fields: RecordType(fields: zip(fields.entries, types).map { .init($0.key.text ?? "", $1) }), problem: nil)
    }

    static func broken<Payload>(_ root: any Any.Type, _ error: any Error) -> Shape<Payload> {
        let problem = (error as? PluginError)?.message ?? "\(error)"
        return Shape(
            facts: ShapeFacts(identity: String(reflecting: root), name: "?", fields: .empty, problem: problem),
            decode: { _ in throw PluginError(problem) },
            encode: { _ in throw PluginError(problem) }, sample: nil)
    }
}
