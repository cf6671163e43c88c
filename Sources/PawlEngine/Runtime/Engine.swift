package import PawlKit
package import PawlMachine

/// Drives instances: brings stimuli to the pure step, commits what it decides, and only then starts effects and answers.
///
/// One event of an instance at a time; instances do not wait for each other, and their commits share transactions. A
/// waiting instance holds no task and no thread.
package actor Engine {
    let dependencies: EngineDependencies
    let scope: EngineScope
    var definitions: Definitions
    var residents: [InstanceID: Resident] = [:]
    /// The attempts that run in this process, by idempotency key.
    var attempts: [String: RunningAttempt] = [:]
    var nextSerial = 0
    /// When the next timer or retry is due, and the task that waits for it.
    var alarm: (due: Timestamp, task: Task<Void, Never>)?
    var watchers: [Int: AsyncStream<EngineNotice>.Continuation] = [:]
    var nextWatcher = 0
    var isStopping = false
    /// Instances in the order in which they became idle, from `idleStart` on.
    private var idle: [(id: InstanceID, stamp: Int)] = []
    private var idleStart = 0

    package init(_ dependencies: EngineDependencies, scope: EngineScope) {
        self.dependencies = dependencies
        self.scope = scope
        definitions = Definitions(dependencies)
    }

    // MARK: What callers do

    /// Stores a definition, and returns the revision under which instances of it begin.
    package func store(_ definition: StoredDefinition) async throws(EngineError) -> Int {
        do { return try await dependencies.store.store(definition, claim: dependencies.claim) } catch { throw EngineError(error) }
    }

    /// Begins an instance of a stored definition.
    ///
    /// - Throws: ``EngineError`` with code `keyTaken` and the other instance, `start` when its data cannot be computed, `journal`.
    package func start(_ machine: Machine, key: String?, input: Record, who: String) async throws(EngineError) -> InstanceID {
        guard !isStopping else { throw EngineError(.stopping, "the engine is stopping and takes nothing new") }
        let stepper = definitions.add(machine)
        let id = dependencies.ports.identifiers.makeInstanceID()
        let begun: (state: InstanceState, advance: Advance)
        do {
            begun = try stepper.start(id, key: key, input: input, who: who, in: surroundings(of: machine))
        } catch {
            throw EngineError(.start, error.message, failure: error)
        }
        do {
            try await dependencies.store.commit(
                JournalWrite(instance: id, expected: 0, claim: dependencies.claim, entries: begun.advance.entries))
        } catch {
            throw EngineError(error)
        }
        let resident = Resident(stepper: stepper, state: begun.state)
        residents[id] = resident
        follow(begun.advance, resident)
        await drain(resident)
        return id
    }

    /// Brings a stimulus to an instance and returns what became of it once that is durable.
    package func submit(_ stimulus: Stimulus, to id: InstanceID) async throws(EngineError) -> Reply {
        let resident = try await takeTurn(id)
        defer { endTurn(resident) }
        let reply = try await apply(stimulus, resident)
        await drain(resident)
        return reply
    }

    /// The instance as it stands; waits for a change that is on its way.
    package func state(of id: InstanceID) async throws(EngineError) -> InstanceState {
        let resident = try await takeTurn(id)
        defer { endTurn(resident) }
        return resident.state
    }

    /// The machine of an instance.
    package func machine(of id: InstanceID) async throws(EngineError) -> Machine { try await resident(id).stepper.machine }

    /// What happens from now on, until the stream is dropped or the engine stops.
    package func watch() -> AsyncStream<EngineNotice> {
        let number = nextWatcher
        nextWatcher += 1
        let (stream, continuation) = AsyncStream.makeStream(of: EngineNotice.self)
        watchers[number] = continuation
        continuation.onTermination = { [weak self] _ in Task { await self?.unwatch(number) } }
        return stream
    }

    private func unwatch(_ number: Int) { watchers[number] = nil }

    func tell(_ notice: EngineNotice) {
        for watcher in watchers.values { watcher.yield(notice) }
    }

    // MARK: Turns

    /// Waits until nobody else changes the instance.
    func takeTurn(_ id: InstanceID) async throws(EngineError) -> Resident {
        while true {
            let resident = try await resident(id)
            if resident.isBusy {
                await withCheckedContinuation { resident.line.append($0) }
            } else {
                resident.isBusy = true
            }
            // While this one waited, the instance may have been forgotten and loaded again.
            if residents[id] === resident { return resident }
            endTurn(resident)
        }
    }

    /// Lets the next in line have its turn; it inherits `isBusy`.
    func endTurn(_ resident: Resident) {
        if resident.line.isEmpty {
            resident.isBusy = false
            noteIdle(resident)
        } else {
            resident.line.removeFirst().resume()
        }
    }

    private func resident(_ id: InstanceID) async throws(EngineError) -> Resident {
        if let known = residents[id] { return known }
        let loaded = try await load(id)
        // Somebody else may have loaded it while this one waited.
        if let known = residents[id] { return known }
        residents[id] = loaded
        return loaded
    }

    private func load(_ id: InstanceID) async throws(EngineError) -> Resident {
        do {
            guard let stored = try await dependencies.store.stored(id) else {
                throw EngineError(.unknownInstance, "there is no instance '\(id)'", instance: id)
            }
            let stepper = try await stepper(stored.instance.workflow, stored.instance.revision)
            do {
                return Resident(stepper: stepper, state: try InstanceState(restoring: stored, of: stepper.machine))
            } catch {
                throw EngineError(.mismatch, "\(id) does not fit its definition: \(error.message)", instance: id)
            }
        } catch let error as JournalError {
            throw EngineError(error)
        } catch let error as EngineError {
            throw error
        } catch {
            throw EngineError(.journal, "\(error)", instance: id)
        }
    }

    private func stepper(_ workflow: String, _ revision: Int) async throws(EngineError) -> InstanceStepper {
        if let known = definitions.known(workflow, revision) { return known }
        let stored: StoredDefinition?
        do { stored = try await dependencies.store.definition(workflow, revision: revision) } catch { throw EngineError(error) }
        guard let stored else {
            throw EngineError(.definition, "the journal holds no revision \(revision) of \(workflow)")
        }
        return try definitions.add(stored)
    }

    /// Keeps the instances used last at hand and forgets the others; whoever needs one again reads it from the store.
    private func noteIdle(_ resident: Resident) {
        guard scope == .everything else { return }
        resident.idleSince += 1
        idle.append((resident.state.id, resident.idleSince))
        while idle.count - idleStart > Self.residentLimit {
            let (id, stamp) = idle[idleStart]
            idleStart += 1
            // Used since then: it stands further back in the line too.
            guard let candidate = residents[id], candidate.idleSince == stamp, !candidate.isBusy else { continue }
            residents[id] = nil
        }
        if idleStart > Self.residentLimit {
            idle.removeFirst(idleStart)
            idleStart = 0
        }
    }

    /// How many idle instances are kept at hand.
    private static let residentLimit = 2_048

    // MARK: One stimulus

    func surroundings(of machine: Machine) -> InstanceStepper.Surroundings {
        .init(now: dependencies.ports.clock.now, settings: dependencies.settings(machine))
    }

    /// Decides, commits, and then lets the effects follow. The caller has the turn.
    func apply(_ stimulus: Stimulus, _ resident: Resident) async throws(EngineError) -> Reply {
        let before = resident.state
        var state = before
        let advance = resident.stepper.advance(&state, stimulus, in: surroundings(of: resident.stepper.machine))
        guard !advance.entries.isEmpty else { return advance.reply }
        do {
            try await dependencies.store.commit(
                JournalWrite(instance: before.id, expected: before.position, claim: dependencies.claim, entries: advance.entries))
        } catch {
            // What is on disk is the truth; this copy may be behind it.
            residents[before.id] = nil
            throw EngineError(error)
        }
        resident.state = state
        follow(advance, resident)
        return advance.reply
    }

    /// Processes what waits in the queue, as long as it may.
    func drain(_ resident: Resident) async {
        while resident.state.status == .active, resident.state.stored.queue.contains(where: { !$0.isDeferred }), !isStopping {
            do {
                _ = try await apply(.next, resident)
            } catch {
                dependencies.ports.log.write(.error, "the queue of \(resident.state.id) waits: \(error.message)")
                return
            }
        }
    }

    /// After the commit: what the entries cancel is cancelled, what they schedule starts, and those who watch hear of it.
    private func follow(_ advance: Advance, _ resident: Resident) {
        let id = resident.state.id
        for entry in advance.entries {
            tell(.committed(entry))
            for effect in entry.body.cancelledEffects { attempts[effect.idempotencyKey(in: id)]?.task.cancel() }
            for timer in entry.body.timers { setAlarm(timer.due) }
            if let due = entry.body.effect?.due { setAlarm(due) }
        }
        for effect in advance.launches {
            if let row = resident.state.effect(effect), row.phase == .running { launch(row, resident) }
        }
    }
}
