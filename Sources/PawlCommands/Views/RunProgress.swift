package import PawlKit

/// Where a driven instance stands, folded from what was seen of it.
package struct RunProgress: Sendable {
    /// An effect that has no final answer yet.
    package struct Effect: Sendable {
        /// The identity.
        package let id: EffectID
        /// The service.
        package let service: String
        /// The attempt that runs or ran last.
        package var attempt: Int
        /// When that attempt started.
        package var started: Timestamp
        /// When it times out.
        package var deadline: Timestamp?
        /// When the next one is due, between two attempts.
        package var due: Timestamp?
        /// The codes that attempts failed with.
        package var failures: [String] = []
    }

    /// The instance.
    package private(set) var instance: InstanceID
    /// The workflow.
    package private(set) var workflow: String
    /// The business key.
    package private(set) var key: String?
    /// The active leaves.
    package private(set) var states: [String]
    /// When they were entered; for an instance that goes on, when it was last written.
    package private(set) var entered: Timestamp
    /// When the driving began.
    package let began: Timestamp
    /// The effects without a final answer, in the order they were scheduled.
    package private(set) var effects: [Effect] = []
    /// The effects that wait for an earlier run of their feedback.
    private var queued: [EffectSchedule] = []
    /// The timers that are set.
    package private(set) var timers: [TimerSchedule] = []
    /// The events taken.
    package private(set) var eventCount = 0
    /// The effects scheduled.
    package private(set) var effectCount = 0
    /// The end.
    package private(set) var end: InstanceEnd?

    /// Starts with the first entry of a new instance.
    package init(started entry: JournalEntry) {
        instance = entry.instance
        workflow = entry.workflow
        key = entry.body.key
        states = []
        entered = entry.time
        began = entry.time
        apply(entry)
    }

    /// Starts with an instance that goes on.
    package init(resuming stored: StoredInstance, at moment: Timestamp) {
        let row = stored.instance
        instance = row.id
        workflow = row.workflow
        key = row.key
        states = row.states
        entered = row.updated
        began = moment
        queued = stored.effects.filter { $0.phase == .queued }.map { EffectSchedule(id: $0.id, service: $0.service, input: $0.input) }
        effects = stored.effects.filter { $0.phase != .queued }.map { effect in
            Effect(
                id: effect.id, service: effect.service, attempt: effect.attempt, started: moment, deadline: effect.deadline,
                due: effect.phase == .waiting ? effect.due : nil)
        }
        timers = stored.timers.map { TimerSchedule(id: $0.id, due: $0.due) }
    }

    /// The effect of that identity, while it has no final answer.
    package func effect(_ id: EffectID) -> Effect? { effects.first { $0.id == id } }

    /// Takes an entry in.
    package mutating func apply(_ entry: JournalEntry) {
        let body = entry.body
        if entry.kind == .event { eventCount += 1 }
        if let change = body.effect { apply(change, of: entry) }
        if entry.kind == .event, body.answer?.isFinal != false, case .effect(let id, _) = body.cause {
            effects.removeAll { $0.id == id }
        }
        if case .timer(let id) = body.cause { timers.removeAll { $0.id == id } }
        effects.removeAll { body.cancelledEffects.contains($0.id) }
        timers.removeAll { body.cancelledTimers.contains($0.id) }
        queued.removeAll { body.cancelledEffects.contains($0.id) }
        for effect in body.effects where !effect.isQueued { begin(effect, at: entry.time, deadline: effect.deadline) }
        for change in body.begun {
            if let effect = queued.first(where: { $0.id == change.id }) { begin(effect, at: entry.time, deadline: change.deadline) }
            queued.removeAll { $0.id == change.id }
        }
        queued += body.effects.filter(\.isQueued)
        effectCount += body.effects.count
        timers += body.timers
        if entry.isMovement {
            states = entry.to
            entered = entry.time
        }
        if let end = body.end { self.end = end }
    }

    private mutating func begin(_ effect: EffectSchedule, at moment: Timestamp, deadline: Timestamp?) {
        effects.append(Effect(id: effect.id, service: effect.service, attempt: 1, started: moment, deadline: deadline, due: nil))
    }

    /// Takes the start of an attempt in.
    package mutating func start(_ id: EffectID, attempt: Int, at moment: Timestamp, deadline: Timestamp?) {
        change(id) { effect in
            effect.attempt = attempt
            effect.started = moment
            effect.deadline = deadline
            effect.due = nil
        }
    }

    private mutating func apply(_ change: EffectChange, of entry: JournalEntry) {
        switch entry.kind {
        case .retry:
            self.change(change.id) { effect in
                effect.attempt = change.attempt
                effect.due = change.due
                if case .failure(let code, _) = entry.body.answer { effect.failures.append(code) }
            }
        case .attempt: start(change.id, attempt: change.attempt, at: entry.time, deadline: change.deadline)
        case .answered: effects.removeAll { $0.id == change.id }
        default: break
        }
    }

    private mutating func change(_ id: EffectID, _ change: (inout Effect) -> Void) {
        if let index = effects.firstIndex(where: { $0.id == id }) { change(&effects[index]) }
    }
}

extension JournalEntry {
    /// Whether states were left or entered: the leaves changed, or one was entered again.
    package var isMovement: Bool {
        let hasRows = !body.effects.isEmpty || !body.timers.isEmpty || !body.cancelledEffects.isEmpty || !body.cancelledTimers.isEmpty
        return from != to || (kind == .event && hasRows)
    }
}
