package import PawlKit

/// An event as the step takes it.
package struct StepEvent: Sendable {
    /// What sets rows off.
    package enum Trigger: Sendable, Hashable {
        /// The beginning of the instance.
        case start
        /// An event.
        case event(EventIndex)
        /// A timer, an index into ``Machine/timers``.
        case timer(Int)
    }

    /// What sets rows off.
    package var trigger: Trigger
    /// The payload.
    package var payload: Record?
    /// The only state whose rows may take it: `done` never bubbles.
    package var addressee: StateIndex?

    package init(_ trigger: Trigger, payload: Record? = nil, addressee: StateIndex? = nil) {
        self.trigger = trigger
        self.payload = payload
        self.addressee = addressee
    }
}

/// An event that an `emit` raises after a while.
package struct DelayedEvent: Sendable {
    /// The event.
    package var event: EventIndex
    /// Its payload.
    package var payload: Record
    /// When it comes.
    package var due: Timestamp
}

/// What surrounds a step and stays the same in it.
package struct StepContext: Sendable {
    /// The id of the instance.
    package var instance: InstanceID
    /// Its business key.
    package var key: String?
    /// The start payload.
    package var input: Record
    /// The outside facts.
    package var settings: Record
    /// The time of the event.
    package var now: Timestamp
    /// The position that the step will have in the journal.
    package var position: Int64

    package init(instance: InstanceID, key: String?, input: Record, settings: Record, now: Timestamp, position: Int64) {
        self.instance = instance
        self.key = key
        self.input = input
        self.settings = settings
        self.now = now
        self.position = position
    }
}

/// A row that was met, with what its conditions saw.
package struct MetRow: Sendable {
    /// The row.
    package var row: RowIndex
    /// Why it was not taken; nil for a row taken.
    package var refusal: RowRecord.Refusal?
    /// What `state` and `event` were, for the record of values read; nil when there are no conditions.
    package var seen: (state: Record?, event: Record?)?
}

/// One microstep.
package struct Microstep: Sendable {
    /// The internal event that it took; nil for the step's own and for `always` rows.
    package var event: StepEvent?
    /// The rows met, taken and not, in order.
    package var met: [MetRow] = []
    /// The active leaves after it.
    package var leaves: [StateIndex] = []
    /// Whether any row was taken.
    package var isTaken: Bool { met.contains { $0.refusal == nil } }
}

/// What became of the event.
package enum StepOutcome: Sendable, Hashable {
    /// Rows were taken.
    case taken
    /// A state drops it on purpose.
    case ignored
    /// A state keeps it for later.
    case deferred
    /// Nothing handles it.
    case unhandled([UnhandledReason])
}

/// A macrostep that came to rest.
package struct StepResult: Sendable {
    /// What became of the event.
    package var outcome: StepOutcome
    /// The microsteps in order.
    package var microsteps: [Microstep]
    /// The state after.
    package var state: MachineState
    /// The states that were active before and were left, also those entered again.
    package var left: [StateIndex]
    /// The states entered and active now, in document order.
    package var entered: [StateIndex]
    /// The events taken that start feedbacks, in order.
    package var starters: [StepEvent] = []
    /// The events that were raised, and that a state keeps for later.
    package var deferred: [StepEvent] = []
    /// The events that are to come later, in the order in which they were raised.
    package var delayed: [DelayedEvent] = []
    /// The events whose earlier delayed ones are called off.
    package var calledOff: Set<EventIndex> = []
    /// The end, when a final state of the root is active.
    package var end: (failure: Bool, output: Record?)?
}
