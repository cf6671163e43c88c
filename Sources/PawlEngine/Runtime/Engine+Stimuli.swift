import PawlKit
import PawlMachine

extension Engine {
    /// Brings a stimulus to an instance.
    ///
    /// What an effect gives is brought again and again until the journal has taken it; as one delivery, so that it counts once.
    func bring(_ stimulus: Stimulus, to id: InstanceID, as delivery: Delivery? = nil) async throws(EngineError) -> SentReply {
        try check(stimulus)
        let resident = try await takeTurn(id)
        do {
            // The engine may have been told to stop while this one waited.
            try check(stimulus)
            if let delivery, let reply = landed.removeValue(forKey: delivery) {
                goOn(resident)
                return SentReply(reply: reply, state: resident.state)
            }
            if case .send(let event) = stimulus, let key = event.dedupe, let recorded = try await recorded(key, resident) {
                endTurn(resident)
                return recorded
            }
            let reply = try await apply(stimulus, resident, delivery)
            goOn(resident)
            return reply
        } catch {
            endTurn(resident)
            throw error
        }
    }

    /// Whether the engine still takes such a stimulus. Timers and retries that it does not take stay on disk.
    private func check(_ stimulus: Stimulus) throws(EngineError) {
        switch (life, stimulus) {
        case (.running, _), (.draining, .answer), (.draining, .element): return
        case (.draining, _), (.stopped, _): throw refusal()
        }
    }

    /// Why nothing new is taken.
    func refusal() -> EngineError { EngineError(.stopping, "the engine is stopping and takes nothing new") }

    // MARK: Overload

    /// Counts what comes from outside; refuses it when too much is on its way, or too much of it to one instance.
    ///
    /// - Returns: When it came.
    func enter(_ id: InstanceID?) throws(EngineError) -> Timestamp {
        let waiting = id.flatMap { residents[$0]?.line.count } ?? 0
        guard stimuli < options.stimuli, stimulusShare.allows(holding: waiting, of: stimuli) else {
            refused += 1
            let what = stimuli < options.stimuli ? "\(waiting) events wait for this instance" : "\(stimuli) events are on their way"
            throw EngineError(.busy, "the engine is busy: \(what) already; try again later", instance: id, retryAfter: retryAfter)
        }
        stimuli += 1
        return dependencies.ports.clock.now
    }

    func leave(_ entered: Timestamp) {
        stimuli -= 1
        lastWait = dependencies.ports.clock.now.since(entered) ?? .zero
    }

    /// As long as the one answered last had to wait.
    private var retryAfter: TimeAmount { min(max(lastWait, .milliseconds(50)), .seconds(10)) }

    // MARK: One stimulus

    func surroundings(of machine: Machine) -> InstanceStepper.Surroundings {
        .init(now: dependencies.ports.clock.now, settings: dependencies.settings(machine))
    }

    /// Decides, commits, and then lets the effects follow. The caller has the turn.
    func apply(_ stimulus: Stimulus, _ resident: Resident, _ delivery: Delivery? = nil) async throws(EngineError) -> SentReply {
        let before = resident.state
        var state = before
        let advance = resident.stepper.advance(&state, stimulus, in: surroundings(of: resident.stepper.machine))
        guard !advance.entries.isEmpty else { return SentReply(reply: advance.reply, state: before) }
        do {
            try await dependencies.store.commit(
                JournalWrite(instance: before.id, expected: before.position, claim: dependencies.claim, entries: advance.entries))
        } catch {
            if error.isCertain {
                resident.doubt = .outdated
            } else {
                resident.doubt = .unsettled(advance, after: state, delivery)
                noteTrouble(before.id)
            }
            throw EngineError(error)
        }
        resident.state = state
        follow(advance, resident)
        return SentReply(reply: advance.reply, state: state, position: advance.entries.first?.position)
    }

    /// Ends a turn, after whatever waits in the queue and may be processed now. The caller's answer does not wait for that.
    func goOn(_ resident: Resident) {
        guard mustDrain(resident) else { return endTurn(resident) }
        Task {
            await drain(resident)
            endTurn(resident)
        }
    }

    private func mustDrain(_ resident: Resident) -> Bool {
        life == .running && resident.state.status == .active && resident.state.stored.queue.contains { !$0.isDeferred }
    }

    /// Processes what waits in the queue, as long as it may. The caller has the turn.
    func drain(_ resident: Resident) async {
        while mustDrain(resident) {
            do {
                _ = try await apply(.next, resident)
            } catch {
                dependencies.ports.log.write(.error, "the queue of \(resident.state.id) waits: \(error.message)")
                return
            }
        }
    }

    /// After the commit: what the entries cancel is cancelled, what they schedule starts, and those who watch hear of it.
    func follow(_ advance: Advance, _ resident: Resident) {
        let id = resident.state.id
        for entry in advance.entries {
            tell(.committed(entry), about: id)
            for effect in entry.body.cancelledEffects { cancelAttempts(of: effect, in: id) }
            for timer in entry.body.timers { setAlarm(timer.due) }
            if let due = entry.body.effect?.due { setAlarm(due) }
        }
        for effect in advance.launches {
            if let row = resident.state.effect(effect), row.phase == .running { launch(row, resident) }
        }
    }
}
