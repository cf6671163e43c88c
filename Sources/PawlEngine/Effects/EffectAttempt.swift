import PawlKit
import PawlMachine
import PawlServices

/// One attempt at an effect: fills in secrets, calls the service within its time, and maps what comes back.
struct EffectAttempt: Sendable {
    let instance: InstanceID
    let effect: EffectRow
    let feedback: Feedback
    /// The error codes that the service's interface declares.
    let codes: [String]
    let ports: Ports
    let service: @Sendable (String) throws -> ServiceFunction
    /// Takes an element of a streaming service, and returns when it is durable; throws `CancellationError` when the effect is over.
    let takeElement: @Sendable (Value) async throws -> Void

    /// Runs the attempt and delivers its outcome; nothing is delivered when the attempt is cancelled.
    ///
    /// A handler that goes on after its time-out is not waited for: the time-out is delivered at once, and what the handler
    /// gives later is delivered too, to be recorded as stale.
    func run(_ deliver: @escaping @Sendable (EffectOutcome) async -> Void) async {
        var mask = SecretMask()
        let input: Value
        let function: ServiceFunction
        do {
            let written = try JSONCodec.decode(effect.input.bytes, as: .record(feedback.inputType))
            input = try mask.fill(written, from: ports.environment)
            function = try service(effect.service)
        } catch {
            await deliver(.failure(failure(for: error, mask)))
            return
        }
        var ports = ports
        ports.log = MaskedLog(base: ports.log, mask: mask)
        let context = ServiceContext(
            idempotencyKey: effect.id.idempotencyKey(in: instance), attempt: effect.attempt, deadline: effect.deadline, ports: ports,
            elements: { [mask] element in
                try Task.checkCancellation()
                // Nobody asked for elements: they are dropped.
                if !feedback.next.isEmpty { try await takeElement(mask.mask(element)) }
            })
        let handler = Task { [mask] () -> EffectOutcome? in
            do {
                return .result(mask.mask(try await function(input, context)))
            } catch is CancellationError where Task.isCancelled {
                return nil
            } catch {
                return Task.isCancelled ? nil : .failure(self.failure(for: error, mask))
            }
        }
        await withTaskCancellationHandler {
            guard let deadline = effect.deadline else {
                if let outcome = await handler.value { await deliver(outcome) }
                return
            }
            if await Self.isLate(handler, clock: ports.clock, deadline: deadline) {
                handler.cancel()
                if !Task.isCancelled { await deliver(.failure(timeoutFailure)) }
            }
            if let outcome = await handler.value { await deliver(outcome) }
        } onCancel: {
            handler.cancel()
        }
    }

    /// Whether the deadline comes before the handler's end.
    private static func isLate(_ handler: Task<EffectOutcome?, Never>, clock: any WallClock, deadline: Timestamp) async -> Bool {
        let (stream, continuation) = AsyncStream.makeStream(of: Bool.self)
        // Neither of the two may hold the other up, so they are no children of one group.
        let end = Task {
            _ = await handler.value
            continuation.yield(false)
        }
        let alarm = Task {
            do { try await clock.sleep(until: deadline) } catch { return }
            continuation.yield(true)
        }
        var iterator = stream.makeAsyncIterator()
        let isLate = await iterator.next() ?? false
        alarm.cancel()
        end.cancel()
        return isLate
    }

    var timeoutFailure: ServiceFailure {
        ServiceFailure(EngineErrorCode.timeout.rawValue, "no answer within \(feedback.timeout?.text ?? "its time")")
    }

    /// The failure that workflows see. The text of an error that no interface declares goes to the log only.
    private func failure(for error: any Error, _ mask: SecretMask) -> ServiceFailure {
        if let failure = error as? ServiceFailure {
            // `interrupted` and `cancelled` are the engine's to say.
            let engineCodes: [EngineErrorCode] = [.timeout, .unavailable, .invalidOutput, .internal]
            if codes.contains(failure.code) || engineCodes.contains(where: { $0.rawValue == failure.code }) {
                return ServiceFailure(failure.code, mask.mask(failure.message))
            }
            return ServiceFailure(
                EngineErrorCode.internal.rawValue,
                mask.mask("\(effect.service) failed with the undeclared code '\(failure.code)': \(failure.message)"))
        }
        ports.log.write(
            .error, "\(effect.service) failed: \(mask.mask("\(error)"))", [("effect", effect.id.idempotencyKey(in: instance))])
        return ServiceFailure(EngineErrorCode.internal.rawValue, "\(effect.service) failed; the log says how")
    }
}
