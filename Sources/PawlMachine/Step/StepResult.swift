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

/// One microstep of those that follow the event's own, until the machine comes to rest.
package struct Microstep: Sendable {
    /// The internal event that it took; nil for `always` rows.
    package var event: StepEvent?
    /// The rows met, taken and not, in order.
    package var met: [MetRow] = []
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
///
/// Not copied by accident: it holds many references, and one who asks for the result wants some of them.
package struct StepResult: ~Copyable, Sendable {
    /// What became of the event.
    package let outcome: StepOutcome
    private let metRows: Few<MetRow>
    /// The state after.
    package private(set) var state: MachineState
    private let moves: Moves
    /// What few steps come to; nil for the others.
    private let sequel: Sequel?

    /// Which states were left and entered. Most steps go from one to another, and need no lists for that.
    enum Moves {
        case hop(from: StateIndex, to: StateIndex)
        case lists(left: [StateIndex], entered: [StateIndex])

        static let none = Moves.lists(left: [], entered: [])
    }

    init(
        _ outcome: StepOutcome, met: consuming Few<MetRow>, state: consuming MachineState, _ moves: consuming Moves = .none,
        sequel: Sequel? = nil
    ) {
        self.outcome = outcome
        metRows = met
        self.state = state
        self.moves = moves
        self.sequel = sequel
    }

    /// Puts the state after in the place of that before, when nothing else of the result is wanted: no reference is counted for it.
    package consuming func replace(_ state: inout MachineState) { swap(&self.state, &state) }

    /// The rows that the event itself met, in order.
    package var met: [MetRow] { metRows.list }
    /// The states that were active before and were left, also those entered again.
    package var left: [StateIndex] {
        switch moves {
        case .hop(let from, _): [from]
        case .lists(let left, _): left
        }
    }
    /// The states entered and active now, in document order.
    package var entered: [StateIndex] {
        switch moves {
        case .hop(_, let to): [to]
        case .lists(_, let entered): entered
        }
    }
    /// The microsteps after the event's own, in order.
    package var settling: [Microstep] { sequel?.settling ?? [] }
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

    /// What goes beyond one microstep.
    final class Sequel: Sendable {
        let settling: [Microstep]
        let starters: [StepEvent]
        let deferred: [StepEvent]
        let delayed: [DelayedEvent]
        let calledOff: Set<EventIndex>
        let end: (failure: Bool, output: Record?)?

        init(
            settling: [Microstep], starters: [StepEvent], deferred: [StepEvent], delayed: [DelayedEvent], calledOff: Set<EventIndex>,
            end: (failure: Bool, output: Record?)?
        ) {
            self.settling = settling
            self.starters = starters
            self.deferred = deferred
            self.delayed = delayed
            self.calledOff = calledOff
            self.end = end
        }
    }
}
