import PawlKit

/// An operation by its name on the wire.
struct ControlMethod: Sendable {
    let name: String
    /// Reads the parameters, does it, and writes the answer.
    let perform: @Sendable (Value?, ControlTarget) async throws(ControlError) -> [UInt8]

    init<Operation: ControlOperation>(_ type: Operation.Type) {
        name = Operation.method
        let shape = Result { try RecordType(of: Operation.self) }
        perform = { parameters, target throws(ControlError) in
            let operation = try Self.read(parameters, shape, as: Operation.self)
            return try Self.write(try await operation.perform(in: target))
        }
    }

    /// All of them.
    static let all = [
        ControlMethod(EngineHello.self), ControlMethod(EngineStatus.self), ControlMethod(InstanceStart.self),
        ControlMethod(InstanceSend.self), ControlMethod(InstanceAct.self), ControlMethod(InstanceFollow.self),
        ControlMethod(WorkflowList.self), ControlMethod(WorkflowReload.self),
    ]

    /// The one of a name.
    static func named(_ name: String) throws(ControlError) -> ControlMethod {
        if let found = all.first(where: { $0.name == name }) { return found }
        let nearest = NearestName.find(name, among: all.map(\.name)).map { "; did you mean '\($0)'?" } ?? ""
        throw ControlError(
            .unknownMethod, reason: "unknownMethod", "there is no method '\(name)'\(nearest)",
            help: ["There are \(all.map(\.name).joined(separator: ", "))."])
    }

    /// The parameters, checked for members that nobody reads.
    private static func read<Operation: ControlOperation>(
        _ parameters: Value?, _ shape: Result<RecordType, any Error>, as type: Operation.Type
    ) throws(ControlError) -> Operation {
        do {
            let record = try ValueType.record(try shape.get()).convert(parameters ?? .map(ValueMap()))
            return try ValueDecoder().decode(type, from: record)
        } catch let mismatch as TypeMismatch {
            throw ControlError(.invalidParameters, reason: "invalidParameters", "'params' of \(Operation.method): \(mismatch.message)")
        } catch {
            throw ControlError(.invalidParameters, reason: "invalidParameters", "'params' of \(Operation.method): \(error)")
        }
    }

    static func write(_ answer: some Encodable) throws(ControlError) -> [UInt8] {
        do {
            return try JSONCodec.encode(try ValueEncoder().encode(answer), as: .any, dialect: .plain)
        } catch {
            throw ControlError(.failed, reason: "answer", "the answer cannot be written: \(error)")
        }
    }
}
