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

/// A row that was met.
///
/// What its conditions read is worked out from the state before the microstep when the journal entry is written, and not at all otherwise.
package struct MetRow: Sendable {
    /// The row.
    package var row: RowIndex
    /// Why it was not taken; nil for a row taken.
    package var refusal: RowRecord.Refusal?
}

/// The rows met in one selection, in order. Most meet one, which takes no memory of its own.
package struct MetRows: Sendable {
    private var first: MetRow?
    private var others: [MetRow] = []

    /// No rows.
    package init() {}

    /// Whether none was met.
    package var isEmpty: Bool { first == nil }

    /// The rows.
    package var list: [MetRow] { (first.map { [$0] } ?? []) + others }

    mutating func append(_ row: MetRow) { if first == nil { first = row } else { others.append(row) } }

    /// Notes that rows lost to others.
    mutating func preempt(_ rows: [RowIndex]) {
        if let row = first?.row, rows.contains(row) { first?.refusal = .preempted }
        for place in others.indices where rows.contains(others[place].row) { others[place].refusal = .preempted }
    }
}

/// One microstep of those that follow the event's own, until the machine comes to rest.
package struct Microstep: Sendable {
    /// The internal event that it took; nil for `always` rows.
    package var event: StepEvent?
    /// The rows met, taken and not, in order.
    package var met = MetRows()
    /// The state that its conditions saw.
    package var before: MachineState
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
    /// The rows that the event itself met.
    package var met: MetRows
    /// The microsteps after the event's own, in order.
    package var settling: [Microstep] = []
    /// The state after.
    package var state: MachineState
    /// The states that were active before and were left, also those entered again.
    package var left: [StateIndex] = []
    /// The states entered and active now, in document order.
    package var entered: [StateIndex] = []
    /// What few steps come to; nil for the others.
    private var sequel: Sequel?

    init(_ outcome: StepOutcome, met: MetRows, state: MachineState, left: [StateIndex] = [], entered: [StateIndex] = []) {
        self.outcome = outcome
        self.met = met
        self.state = state
        self.left = left
        self.entered = entered
    }

    /// The events taken that start feedbacks, in order.
    package var starters: [StepEvent] { sequel?.starters ?? [] }
    /// The events that were raised, and that a state keeps for later.
    package var deferred: [StepEvent] { sequel?.deferred ?? [] }
    /// The events that are to come later, in the order in which they were raised.
    package var delayed: [DelayedEvent] { sequel?.delayed ?? [] }
    /// The events whose earlier delayed ones are called off.
    package var calledOff: Set<EventIndex> { sequel?.calledOff ?? [] }
    /// The end, when a final state of the root is active.
    package var end: (failure: Bool, output: Record?)? { sequel?.end }

    mutating func set(_ sequel: Sequel) { self.sequel = sequel }

    /// What goes beyond states and rows.
    final class Sequel: Sendable {
        let starters: [StepEvent]
        let deferred: [StepEvent]
        let delayed: [DelayedEvent]
        let calledOff: Set<EventIndex>
        let end: (failure: Bool, output: Record?)?

        init(
            starters: [StepEvent], deferred: [StepEvent], delayed: [DelayedEvent], calledOff: Set<EventIndex>,
            end: (failure: Bool, output: Record?)?
        ) {
            self.starters = starters
            self.deferred = deferred
            self.delayed = delayed
            self.calledOff = calledOff
            self.end = end
        }
    }
}
