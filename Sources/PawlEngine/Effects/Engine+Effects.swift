import PawlKit
import PawlMachine

/// An effect of some instance.
struct EffectKey: Hashable, Sendable {
    let instance: InstanceID
    let effect: EffectID
}

/// One answer or element on its way from an effect to its instance.
struct Delivery: Hashable, Sendable { fileprivate let number: Int }

/// The attempt at an effect that this process is about.
struct CurrentAttempt {
    let launch: Launch
    /// The task; nil while the attempt waits for a place.
    var task: Task<Void, Never>?
}

extension Engine {
    /// Starts an attempt, or has it wait for a place. Its schedule or `attempt` entry is durable.
    func launch(_ effect: EffectRow, _ resident: Resident) {
        let id = resident.state.id
        let machine = resident.stepper.machine
        guard dependencies.startsEffects, life != .stopped, let index = machine.feedback(named: effect.id.feedback) else { return }
        let attempt = EffectAttempt(
            instance: id, effect: effect, feedback: machine.feedbacks[index],
            codes: machine.services[effect.service]?.errors ?? [], ports: dependencies.ports, service: dependencies.service,
            takeElement: { [weak self] element in
                guard let self else { throw CancellationError() }
                try await self.take(element, of: effect, to: id)
            })
        nextSerial += 1
        let launch = Launch(serial: nextSerial, key: EffectKey(instance: id, effect: effect.id), attempt: attempt)
        // An earlier attempt that goes on after its time has nothing to say any more.
        attempts[launch.key]?.task?.cancel()
        attempts[launch.key] = CurrentAttempt(launch: launch)
        if places.enter(launch) {
            begin(launch)
        } else if let deadline = effect.deadline {
            setAlarm(deadline)
        }
    }

    /// Runs an attempt that has a place.
    private func begin(_ launch: Launch) {
        let effect = launch.attempt.effect
        tell(.started(launch.key.instance, effect.id, attempt: effect.attempt), about: launch.key.instance)
        let task = Task {
            await launch.attempt.run { outcome in await self.deliver(outcome, of: launch) }
            self.leave(launch)
        }
        attempts[launch.key]?.task = task
    }

    private func leave(_ launch: Launch) {
        ended(launch)
        for next in places.leave(launch.service) { begin(next) }
    }

    private func ended(_ launch: Launch) {
        // A later attempt may have taken the place already.
        if attempts[launch.key]?.launch.serial == launch.serial { attempts[launch.key] = nil }
        noteQuiet()
    }

    /// Cancels what runs or waits of an effect.
    func cancelAttempts(of effect: EffectID, in id: InstanceID) {
        let key = EffectKey(instance: id, effect: effect)
        guard let current = attempts[key] else { return }
        if let task = current.task {
            task.cancel()
        } else {
            places.withdraw(current.launch)
            attempts[key] = nil
        }
    }

    /// Fails the attempts whose time was over before there was a place for them.
    func failOverdueLaunches() {
        guard places.waitingCount > 0 else { return }
        let (overdue, next) = places.withdraw(overdueAt: dependencies.ports.clock.now)
        if let next { setAlarm(next) }
        for launch in overdue {
            attempts[launch.key]?.task = Task {
                await self.deliver(.failure(launch.attempt.timeoutFailure), of: launch)
                self.ended(launch)
            }
        }
    }

    /// Brings an element to its instance, and returns when it is durable. While the queue is full or the journal cannot take it, the service waits.
    private func take(_ element: Value, of effect: EffectRow, to id: InstanceID) async throws {
        let delivery = makeDelivery()
        let clock = dependencies.ports.clock
        var backOff = BackOff()
        while true {
            try Task.checkCancellation()
            do {
                let reply = try await bring(.element(effect.id, attempt: effect.attempt, element), to: id, as: delivery).reply
                guard case .rejected = reply else { return try await cancelIfOver(effect, of: id) }
            } catch let error as EngineError {
                dependencies.ports.log.write(
                    .error, "an element of \(effect.service) waits: \(error.message)", [("effect", effect.id.idempotencyKey(in: id))])
                guard mayRecover(error) else { throw CancellationError() }
            }
            try await clock.sleep(until: clock.now.advanced(by: backOff.wait))
            backOff.double()
        }
    }

    /// Ends an attempt whose effect is over for the instance.
    private func cancelIfOver(_ effect: EffectRow, of id: InstanceID) async throws {
        // Where the journal does not say now, the next element or the answer will find out.
        guard let state = try? await state(of: id) else { return }
        let row = state.effect(effect.id)
        if row?.phase == .running, row?.attempt == effect.attempt { return }
        // A later attempt may run by now, which is not to be cancelled.
        let key = EffectKey(instance: id, effect: effect.id)
        if attempts[key]?.launch.attempt.effect.attempt == effect.attempt { cancelAttempts(of: effect.id, in: id) }
        throw CancellationError()
    }

    private func makeDelivery() -> Delivery {
        nextSerial += 1
        return Delivery(number: nextSerial)
    }

    /// Only a journal that may recover is worth waiting for.
    private func mayRecover(_ error: EngineError) -> Bool {
        error.code == .journal && error.cause?.code != .claimLost && life != .stopped
    }

    /// Brings an answer to its instance; while the journal cannot take it, it is kept and tried again.
    private func deliver(_ outcome: EffectOutcome, of launch: Launch) async {
        let effect = launch.attempt.effect
        let id = launch.key.instance
        let delivery = makeDelivery()
        let clock = dependencies.ports.clock
        var backOff = BackOff()
        while true {
            do {
                _ = try await bring(.answer(effect.id, attempt: effect.attempt, outcome), to: id, as: delivery)
                return
            } catch {
                guard error.code != .stopping else { return }
                dependencies.ports.log.write(
                    .error, "an answer of \(effect.service) waits: \(error.message)", [("effect", effect.id.idempotencyKey(in: id))])
                guard mayRecover(error) else { return }
            }
            // Not `sleep`, which a cancelled task cannot do: the answer of one that was cancelled is to be on record too.
            await Self.pause(clock, until: clock.now.advanced(by: backOff.wait))
            backOff.double()
        }
    }

    private static func pause(_ clock: any WallClock, until time: Timestamp) async {
        await Task { try? await clock.sleep(until: time) }.value
    }
}
