package import PawlEngine
package import PawlJournal
package import PawlKit
package import PawlMachine

/// Why an instance stands where it stands, without words.
package struct Circumstances: Sendable {
    /// What is stored of it.
    package let stored: StoredInstance
    /// What it is doing.
    package let standing: Standing
    /// The events from outside that its states take now.
    package let accepts: [AcceptedEvent]
    /// The entry that led into the states of now; nil when it lies too far back.
    package let arrival: JournalEntry?
    /// The entry that blocked, paused or ended it, when it is blocked, paused or ended.
    package let halt: JournalEntry?
    /// What is known of its effects, in their order.
    package let effects: [EffectCircumstances]
    /// The process that owns the store; nil when no engine runs.
    package let owner: StoreOwner?

    /// Creates circumstances.
    package init(
        _ stored: StoredInstance, _ standing: Standing, accepts: [AcceptedEvent] = [], arrival: JournalEntry? = nil,
        halt: JournalEntry? = nil, effects: [EffectCircumstances] = [], owner: StoreOwner? = nil
    ) {
        self.stored = stored
        self.standing = standing
        self.accepts = accepts
        self.arrival = arrival
        self.halt = halt
        self.effects = effects
        self.owner = owner
    }
}

/// What is known of an effect that has no final answer.
package struct EffectCircumstances: Sendable {
    /// Its row.
    package let row: EffectRow
    /// The most attempts; nil when unknown.
    package let attempts: Int?
    /// When the running attempt started.
    package let started: Timestamp?
    /// What the last attempt failed with.
    package let failure: (code: String, message: String)?

    /// Creates what is known.
    package init(
        _ row: EffectRow, attempts: Int? = nil, started: Timestamp? = nil, failure: (code: String, message: String)? = nil
    ) {
        self.row = row
        self.attempts = attempts
        self.started = started
        self.failure = failure
    }
}

extension Circumstances {
    /// Reads what there is to know of an instance.
    init(
        _ state: InstanceState, of machine: Machine, owner: StoreOwner?, in reader: any JournalReader
    ) async throws(JournalError) {
        let row = state.stored.instance
        let tail = try await Tail(of: row, in: reader)
        var effects: [EffectCircumstances] = []
        for effect in state.stored.effects {
            effects.append(try await Self.circumstances(of: effect, machine, tail, reader))
        }
        let halt = tail.entries.last { entry in
            switch row.status {
            case .blocked: entry.kind == .incident
            case .paused: entry.kind == .paused
            case .finished, .failed, .cancelled: entry.body.end != nil
            case .active, .compensating: false
            }
        }
        self.init(
            state.stored, machine.standing(of: state), accepts: row.status.isEnded ? [] : machine.acceptedEvents(in: state.machine),
            arrival: tail.entries.last { $0.isMovement && $0.to == row.states }, halt: halt, effects: effects, owner: owner)
    }

    private static func circumstances(
        of effect: EffectRow, _ machine: Machine, _ tail: Tail, _ reader: any JournalReader
    ) async throws(JournalError) -> EffectCircumstances {
        let own = tail.entries.filter { $0.body.effect?.id == effect.id }
        var started = own.last { $0.kind == .attempt || $0.kind == .retried }?.time
        if effect.attempt == 1, started == nil {
            // The entry that scheduled it is attempt 1.
            started = try await reader.entries(of: tail.instance, after: effect.id.position - 1, limit: 1).first?.time
        }
        var failure: (code: String, message: String)?
        if case .failure(let code, let message)? = own.last(where: { $0.kind == .retry })?.body.answer { failure = (code, message) }
        return EffectCircumstances(
            effect, attempts: machine.feedback(named: effect.id.feedback).map { machine.feedbacks[$0].retry.attempts },
            started: started, failure: failure)
    }
}

/// The last entries of an instance, back to the one that led into its states of now.
private struct Tail {
    let instance: InstanceID
    private(set) var entries: [JournalEntry] = []

    /// As far as anybody would scroll back.
    private static let limit: Int64 = 10_000

    init(of row: InstanceRow, in reader: any JournalReader) async throws(JournalError) {
        instance = row.id
        var first = row.position + 1
        var count: Int64 = 32
        repeat {
            let before = max(1, first - count)
            entries = try await reader.entries(of: row.id, after: before - 1, limit: Int(first - before)) + entries
            first = before
            count *= 2
        } while first > 1 && row.position - first < Self.limit && !entries.contains { $0.isMovement && $0.to == row.states }
    }
}
