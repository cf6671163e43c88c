package import PawlKit
package import PawlMachine

/// Drives instances: brings stimuli to the pure step, commits what it decides, and only then starts effects and answers.
///
/// One event of an instance at a time; instances do not wait for each other, and their commits share transactions. A
/// waiting instance holds no task and no thread.
package actor Engine {
    /// Where an engine stands in its life.
    enum Life {
        case running
        /// Nothing new is taken; what runs may end.
        case draining
        case stopped
    }

    let dependencies: EngineDependencies
    let scope: EngineScope
    let options: EngineOptions
    var definitions: Definitions
    var residents: Residents
    var life = Life.running
    /// How many instances are being changed.
    var turns = 0
    /// Ends the wait of ``stop(grace:)`` when nothing goes on any more.
    var quiet: AsyncStream<Never>.Continuation?
    /// The stop that goes on, or is done.
    var stopping: Task<Void, Never>?

    // Stimuli from outside.
    let stimulusShare: FairShare
    var stimuli = 0
    var refused = 0
    /// How long the stimulus that was answered last took.
    var lastWait = TimeAmount.zero

    // Effects.
    /// The attempts that run in this process, or wait for a place.
    var attempts: [EffectKey: CurrentAttempt] = [:]
    var places: HandlerPlaces
    var nextSerial = 0
    /// What became of the answers and elements whose commit seemed to fail and is on disk all the same, until who brought them asks.
    var landed: [Delivery: Reply] = [:]

    // Time and trouble.
    /// When the next timer or retry is due, and the task that waits for it.
    var alarm: (due: Timestamp, task: Task<Void, Never>)?
    var isAwake = false
    var mustWakeAgain = false
    /// The instances that the journal could not take or give, and when they are tried again.
    var troubles: [InstanceID: Trouble] = [:]
    /// The instances that cannot be driven, with the reason.
    var broken: [InstanceID: String] = [:]
    /// The items that are listed as due although their instance knows nothing of them.
    var ghosts: Set<DueItem> = []
    var scanWait = BackOff()

    // Those who watch.
    var watchers: [Int: AsyncStream<EngineNotice>.Continuation] = [:]
    var watchersOfOne: [InstanceID: [Int: AsyncStream<EngineNotice>.Continuation]] = [:]
    var nextWatcher = 0

    package init(_ dependencies: EngineDependencies, scope: EngineScope, options: EngineOptions = EngineOptions()) {
        self.dependencies = dependencies
        self.scope = scope
        self.options = options
        definitions = Definitions(dependencies, limit: options.definitions)
        residents = Residents(limit: scope == .named ? .max : options.residents)
        stimulusShare = FairShare(limit: options.stimuli, divisor: 8)
        places = HandlerPlaces(limit: options.handlers)
    }

    /// Stores a definition, and returns the revision under which instances of it begin. Those that run stay on theirs.
    package func store(_ definition: StoredDefinition) async throws(EngineError) -> Int {
        let revision: Int
        do {
            revision = try await dependencies.store.store(definition, claim: dependencies.claim)
        } catch {
            throw EngineError(error)
        }
        // A text that is new may be what instances lacked.
        if definitions.known(definition.workflow, revision) == nil { mend() }
        return revision
    }

    /// Begins an instance of a stored definition.
    ///
    /// - Throws: ``EngineError`` with code `keyTaken` and the other instance, `start` when its data cannot be computed, `busy`, `journal`.
    package func start(_ machine: Machine, key: String?, input: Record, who: String) async throws(EngineError) -> InstanceID {
        guard life == .running else { throw refusal() }
        let entered = try enter(nil)
        defer { leave(entered) }
        let stepper = definitions.add(machine)
        let id = dependencies.ports.identifiers.makeInstanceID()
        let begun: (state: InstanceState, advance: Advance)
        do {
            begun = try stepper.start(id, key: key, input: input, who: who, in: surroundings(of: machine))
        } catch {
            throw EngineError(.start, error.message, failure: error)
        }
        let resident = Resident(stepper: stepper, state: begun.state)
        residents.insert(resident)
        residents.becomesBusy(resident)
        turns += 1
        defer { endTurn(resident) }
        do {
            try await dependencies.store.commit(
                JournalWrite(instance: id, expected: 0, claim: dependencies.claim, entries: begun.advance.entries))
        } catch {
            if error.isCertain {
                residents.remove(resident)
            } else {
                resident.doubt = .unsettled(begun.advance, after: begun.state, nil)
                noteTrouble(id)
            }
            throw EngineError(error)
        }
        follow(begun.advance, resident)
        return id
    }

    /// Brings a stimulus to an instance and returns what became of it once that is durable.
    package func submit(_ stimulus: Stimulus, to id: InstanceID) async throws(EngineError) -> Reply {
        if case .send(let event) = stimulus { return try await send(event, to: id).reply }
        return try await bring(stimulus, to: id).reply
    }

    /// Sends an event to an instance. A dedupe key that the instance has seen is answered as its first sending was.
    ///
    /// - Throws: ``EngineError`` with code `busy` and the time to wait when too much is on its way already.
    package func send(_ event: SentEvent, to id: InstanceID) async throws(EngineError) -> SentReply {
        let entered = try enter(id)
        defer { leave(entered) }
        return try await bring(.send(event), to: id)
    }

    /// Brings what a person does to an instance.
    package func act(_ action: PersonAction, who: String, on id: InstanceID) async throws(EngineError) -> SentReply {
        try await bring(.person(action, who: who), to: id)
    }

    /// The instance as it stands; waits for a change that is on its way.
    package func state(of id: InstanceID) async throws(EngineError) -> InstanceState {
        let resident = try await takeTurn(id)
        defer { endTurn(resident) }
        return resident.state
    }

    /// The machine of an instance.
    package func machine(of id: InstanceID) async throws(EngineError) -> Machine { try await resident(id).stepper.machine }

    /// What the engine is doing.
    package var figures: EngineFigures {
        EngineFigures(
            residents: residents.count, definitions: definitions.count, runningEffects: places.running, waitingEffects: places.waitingCount,
            stimuli: stimuli, refused: refused, unsettled: troubles.count, broken: broken.count,
            watchers: watchers.count + watchersOfOne.values.reduce(0) { $0 + $1.count }, nextAlarm: alarm?.due)
    }
}

/// What became of an event that was sent.
package struct SentReply: Sendable {
    /// What became of it.
    package var reply: Reply
    /// The instance right after it.
    package var state: InstanceState
    /// The position of the entry that says so; nil when it left none.
    package var position: Int64?
    /// Whether it is the answer to an earlier sending with the same dedupe key.
    package var isRepeated = false
}
