import PawlExpression
import PawlKit

/// What a state or an event is to the machine: its name, its fields, and the way from a record to a Swift value and back.
struct Shape<Payload: Sendable>: Sendable {
    let facts: ShapeFacts
    let decode: @Sendable (Record) throws -> Payload
    let encode: @Sendable (Payload) throws -> Value
    /// A value to build with; nil when the type cannot be read off.
    let sample: Payload?
}

/// A ``Shape`` without its type.
struct ShapeFacts: Sendable {
    /// The Swift type, with the case of an enum.
    let identity: String
    let name: String
    /// The fields; empty when there is a problem.
    let fields: RecordType
    /// Why the type cannot be a state or an event.
    let problem: String?
    var isFinal = false
    var isFailure = false
    var isExternal = false
    /// Whether the engine raises it.
    var isEngines = false
}

extension Shape where Payload: Codable {
    /// The shape of a struct.
    init(of type: Payload.Type, name: String, identity: String = String(reflecting: Payload.self)) {
        let read = Result { try RecordType.reading(type) }
        let fields: RecordType
        var problem: String?
        switch read {
        case .success(let known):
            fields = known.type
            sample = known.sample
        case .failure(let error):
            fields = .empty
            sample = nil
            problem = (error as? PluginError)?.message ?? "\(error)"
        }
        facts = ShapeFacts(identity: identity, name: name, fields: fields, problem: problem)
        decode = { try ValueDecoder().decode(Payload.self, from: .record($0)) }
        encode = { try ValueEncoder().encode($0) }
    }
}

extension ShapeFacts {
    static func state<S: SystemState>(_ type: S.Type) -> ShapeFacts { Shape<S>.state(type).facts }
    static func event<E: SystemEvent>(_ type: E.Type) -> ShapeFacts { Shape<E>.event(type).facts }
}

extension Shape where Payload: SystemState {
    static func state(_ type: Payload.Type) -> Shape {
        let shape = Shape(of: type, name: type.name)
        var facts = shape.facts
        if let final = type as? any FinalState.Type {
            facts.isFinal = true
            facts.isFailure = final.isFailure
        }
        return Shape(facts: facts, decode: shape.decode, encode: shape.encode, sample: shape.sample)
    }
}

extension Shape where Payload: SystemEvent {
    static func event(_ type: Payload.Type) -> Shape {
        let shape = Shape(of: type, name: type.name)
        var facts = shape.facts
        facts.isExternal = type.isExternal
        facts.isEngines = type is EffectFailed.Type || type is any EngineDone.Type
        return Shape(facts: facts, decode: shape.decode, encode: shape.encode, sample: shape.sample)
    }
}

/// Marks ``EffectDone``, whatever its output.
private protocol EngineDone {}
extension EffectDone: EngineDone {}

/// Swift code as the machine runs it.
typealias FrameCode<Result> = @Sendable (ExpressionFrame) throws -> Result

extension ExpressionFrame {
    /// The record that a variable is; empty where there is none.
    func record(_ slot: Int) -> Record {
        if case .record(let record)? = self[slot] { record } else { Record(type: .empty, fields: []) }
    }
}
