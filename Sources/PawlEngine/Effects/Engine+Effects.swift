import PawlKit
import PawlMachine

/// An attempt that runs in this process.
struct RunningAttempt {
    /// Tells it from later attempts at the same effect.
    let serial: Int
    let task: Task<Void, Never>
}

extension Engine {
    /// Starts an attempt. Its schedule or `attempt` entry is durable.
    func launch(_ effect: EffectRow, _ resident: Resident) {
        let id = resident.state.id
        let machine = resident.stepper.machine
        guard dependencies.startsEffects, !isStopping, let index = machine.feedback(named: effect.id.feedback) else { return }
        let attempt = EffectAttempt(
            instance: id, effect: effect, feedback: machine.feedbacks[index],
            codes: machine.services[effect.service]?.errors ?? [], ports: dependencies.ports, service: dependencies.service,
            takeElement: { [weak self] element in
                guard let self else { throw CancellationError() }
                try await self.take(element, of: effect, to: id)
            })
        let key = effect.id.idempotencyKey(in: id)
        nextSerial += 1
        let serial = nextSerial
        tell(.started(id, effect.id, attempt: effect.attempt))
        let task = Task {
            await attempt.run { outcome in await self.deliver(outcome, of: effect, to: id) }
            self.ended(key, serial)
        }
        attempts[key] = RunningAttempt(serial: serial, task: task)
    }

    private func ended(_ key: String, _ serial: Int) {
        // A later attempt may have taken the place already.
        if attempts[key]?.serial == serial { attempts[key] = nil }
    }

    /// Brings an element to its instance, and returns when it is durable. While the queue is full or the journal cannot take it, the service waits.
    private func take(_ element: Value, of effect: EffectRow, to id: InstanceID) async throws {
        var wait = TimeAmount.milliseconds(100)
        while true {
            try Task.checkCancellation()
            do {
                let resident = try await takeTurn(id)
                defer { endTurn(resident) }
                let reply = try await apply(.element(effect.id, attempt: effect.attempt, element), resident)
                await drain(resident)
                let row = resident.state.effect(effect.id)
                guard row?.phase == .running, row?.attempt == effect.attempt else {
                    attempts[effect.id.idempotencyKey(in: id)]?.task.cancel()
                    throw CancellationError()
                }
                guard case .rejected = reply else { return }
            } catch let error as EngineError {
                dependencies.ports.log.write(
                    .error, "an element of \(effect.service) waits: \(error.message)", [("effect", effect.id.idempotencyKey(in: id))])
                guard mayRecover(error) else { throw CancellationError() }
            }
            let clock = dependencies.ports.clock
            try await clock.sleep(until: clock.now.advanced(by: wait))
            wait = min(TimeAmount(nanoseconds: wait.nanoseconds * 2), .seconds(5))
        }
    }

    /// Only a journal that may recover is worth waiting for.
    private func mayRecover(_ error: EngineError) -> Bool {
        error.code == .journal && error.cause?.code != .claimLost && !isStopping
    }

    /// Brings an answer to its instance; while the journal cannot take it, it is kept and tried again.
    private func deliver(_ outcome: EffectOutcome, of effect: EffectRow, to id: InstanceID) async {
        var wait = TimeAmount.milliseconds(100)
        while true {
            do {
                _ = try await submit(.answer(effect.id, attempt: effect.attempt, outcome), to: id)
                return
            } catch {
                dependencies.ports.log.write(
                    .error, "an answer of \(effect.service) waits: \(error.message)", [("effect", effect.id.idempotencyKey(in: id))])
                guard mayRecover(error) else { return }
            }
            let clock = dependencies.ports.clock
            do { try await clock.sleep(until: clock.now.advanced(by: wait)) } catch { return }
            wait = min(TimeAmount(nanoseconds: wait.nanoseconds * 2), .seconds(5))
        }
    }
}
