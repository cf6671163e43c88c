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
            codes: machine.services[effect.service]?.errors ?? [], ports: dependencies.ports, service: dependencies.service)
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
                // Only a journal that may recover is worth waiting for.
                guard error.code == .journal, error.cause?.code != .claimLost, !isStopping else { return }
            }
            let clock = dependencies.ports.clock
            do { try await clock.sleep(until: clock.now.advanced(by: wait)) } catch { return }
            wait = min(TimeAmount(nanoseconds: wait.nanoseconds * 2), .seconds(5))
        }
    }
}
