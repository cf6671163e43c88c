import PawlKit
import PawlServices

/// One call of a service outside of any workflow, with the same context as inside.
struct ServiceCall: Sendable {
    let entry: Services.Entry
    let function: ServiceFunction
    let input: Value
    let timeout: TimeAmount?

    private enum Outcome: Sendable {
        case result(Value)
        case failure(any Error)
        case late
    }

    /// Runs the service; the result as JSON.
    ///
    /// - Parameter takeElement: Takes each element of a streaming service, as JSON.
    /// - Throws: ``CommandFailure``: exit 1 when the service fails or takes too long, 130 when it is interrupted.
    func run(_ ports: Ports, takeElement: @escaping @Sendable (String) -> Void) async throws(CommandFailure) -> String {
        let deadline = timeout.map { ports.clock.now.advanced(by: $0) }
        let elementType = entry.interface.elements.map { ValueType.record($0) } ?? .any
        let context = ServiceContext(
            idempotencyKey: "call/\(ports.identifiers.makeInstanceID().rawValue)", attempt: 1, deadline: deadline, ports: ports,
            elements: { element in
                try Task.checkCancellation()
                takeElement(try Self.json(element, as: elementType))
            })
        switch await outcome(context) {
        case .result(let value):
            do {
                return try Self.json(value, as: entry.interface.output.type)
            } catch {
                throw CommandFailure(
                    .negative,
                    "\(entry.name) failed with \(EngineErrorCode.invalidOutput.rawValue): its result is not what it declares: \(error)")
            }
        case .late:
            throw CommandFailure(
                .negative, "\(entry.name) failed with \(EngineErrorCode.timeout.rawValue): no answer within \(timeout?.text ?? "its time")")
        case .failure(let error): throw failure(error)
        }
    }

    private static func json(_ value: Value, as type: ValueType) throws -> String {
        String(decoding: try JSONCodec.encode(try type.convert(value), as: type, dialect: .plain), as: UTF8.self)
    }

    /// What comes first, the end of the handler or of its time. A handler that goes on after its time is not waited for.
    private func outcome(_ context: ServiceContext) async -> Outcome {
        let (stream, continuation) = AsyncStream.makeStream(of: Outcome.self)
        let handler = Task {
            do {
                continuation.yield(.result(try await function(input, context)))
            } catch {
                continuation.yield(.failure(error))
            }
        }
        let alarm = context.deadline.map { deadline in
            Task {
                do { try await context.ports.clock.sleep(until: deadline) } catch { return }
                continuation.yield(.late)
            }
        }
        defer { alarm?.cancel() }
        return await withTaskCancellationHandler {
            var iterator = stream.makeAsyncIterator()
            let first = await iterator.next() ?? .failure(CancellationError())
            handler.cancel()
            return first
        } onCancel: {
            handler.cancel()
            continuation.yield(.failure(CancellationError()))
        }
    }

    private func failure(_ error: any Error) -> CommandFailure {
        switch error {
        case let failure as ServiceFailure:
            let isDeclared = entry.interface.errors.contains(failure.code) || EngineErrorCode(rawValue: failure.code) != nil
            return CommandFailure(
                .negative, "\(entry.name) failed with \(failure.code): \(failure.message)",
                help: isDeclared ? [] : ["The service does not declare this code; a workflow gets 'internal'."])
        case is CancellationError: return CommandFailure(.interrupted, "interrupted; \(entry.name) may have done its work")
        case let error as ServiceError: return CommandFailure(error.code == .badInput ? .badData : .negative, error.message)
        default:
            return CommandFailure(
                .negative, "\(entry.name) failed: \(error)", help: ["A workflow gets 'internal', and this text is in the log only."])
        }
    }
}
