/// What an attempt at an effect came to, or an element that it gave on the way.
public enum EffectAnswer: Hashable, Sendable {
    /// It succeeded with a result.
    case result(RawJSON)
    /// It failed with a code and a message.
    case failure(code: String, message: String)
    /// It gave an element, and goes on.
    case element(RawJSON)

    /// Whether the attempt is over with it.
    public var isFinal: Bool { if case .element = self { false } else { true } }
}

/// One microstep of a macrostep.
public struct MicrostepRecord: Hashable, Sendable {
    /// The internal event that it took; nil for the entry's own event and for `always` rows.
    public var event: String?
    /// The payload of that internal event.
    public var payload: RawJSON?
    /// The rows taken.
    public var taken: [RowRecord]
    /// The rows met and not taken.
    public var refused: [RowRecord]
    /// The active leaves after it, when they changed.
    public var to: [String]?

    /// Creates a record.
    public init(
        event: String? = nil, payload: RawJSON? = nil, taken: [RowRecord] = [], refused: [RowRecord] = [], to: [String]? = nil
    ) {
        self.event = event
        self.payload = payload
        self.taken = taken
        self.refused = refused
        self.to = to
    }
}

/// A row that was met, with what its conditions read.
public struct RowRecord: Hashable, Sendable {
    /// Why a row was not taken.
    public enum Refusal: String, Hashable, Sendable {
        /// Its `when` was false.
        case when
        /// Its `disable`, or that of the whole section, was true.
        case disabled
        /// A row of another region with a conflicting exit set went first.
        case preempted
        /// A run of the feedback goes on, and its strategy lets no other start.
        case running
    }

    /// The row: `Paying:failed[0]`.
    public var row: String
    /// Why it was not taken; nil for a row taken.
    public var refusal: Refusal?
    /// The values that its conditions read, an object of paths; nil when there are no conditions.
    public var reads: RawJSON?

    /// Creates a record.
    public init(row: String, refusal: Refusal? = nil, reads: RawJSON? = nil) {
        self.row = row
        self.refusal = refusal
        self.reads = reads
    }
}

/// An effect that a step schedules. The record is attempt 1.
public struct EffectSchedule: Hashable, Sendable {
    /// The identity.
    public var id: EffectID
    /// The service as the workflow names it.
    public var service: String
    /// The input, secrets as markers.
    public var input: RawJSON
    /// The data of the state it started with, when `success` or `failure` reads it.
    public var state: RawJSON?
    /// When attempt 1 times out; nil for never.
    public var deadline: Timestamp?
    /// Whether it waits for an earlier run of its feedback to end. A later entry begins it.
    public var isQueued: Bool

    /// Creates a record.
    public init(
        id: EffectID, service: String, input: RawJSON, state: RawJSON? = nil, deadline: Timestamp? = nil, isQueued: Bool = false
    ) {
        self.id = id
        self.service = service
        self.input = input
        self.state = state
        self.deadline = deadline
        self.isQueued = isQueued
    }
}

/// A timer that a step sets.
public struct TimerSchedule: Hashable, Sendable {
    /// The identity.
    public var id: TimerID
    /// When it is due.
    public var due: Timestamp
    /// The event that it raises, when an `emit` set it; nil for a deadline of a state.
    public var event: String?
    /// The payload of that event; nil when it has no fields.
    public var payload: RawJSON?

    /// Creates a record.
    public init(id: TimerID, due: Timestamp, event: String? = nil, payload: RawJSON? = nil) {
        self.id = id
        self.due = due
        self.event = event
        self.payload = payload
    }
}

/// An event that a step raised and a state keeps for later.
public struct DeferredEvent: Hashable, Sendable {
    /// Its number in the queue.
    public var arrival: Int64
    /// The event.
    public var event: String
    /// Its payload; nil when it has no fields.
    public var payload: RawJSON?

    /// Creates a record.
    public init(arrival: Int64, event: String, payload: RawJSON? = nil) {
        self.arrival = arrival
        self.event = event
        self.payload = payload
    }
}

/// What becomes of an effect that an entry is about (`retry`, `attempt`, `stale`, `answered`), or that it begins.
public struct EffectChange: Hashable, Sendable {
    /// The identity.
    public var id: EffectID
    /// The attempt that the entry is about.
    public var attempt: Int
    /// When the next attempt is due, in a `retry` entry.
    public var due: Timestamp?
    /// When the attempt that starts times out, in an `attempt` entry.
    public var deadline: Timestamp?
    /// How many times in a row a crash has cut the effect off.
    public var interruptions: Int

    /// Creates a record.
    public init(id: EffectID, attempt: Int, due: Timestamp? = nil, deadline: Timestamp? = nil, interruptions: Int = 0) {
        self.id = id
        self.attempt = attempt
        self.due = due
        self.deadline = deadline
        self.interruptions = interruptions
    }
}

/// The end of an instance.
public struct InstanceEnd: Hashable, Sendable {
    /// `finished`, `failed` or `cancelled`.
    public var status: InstanceStatus
    /// The output; nil when there is none.
    public var output: RawJSON?

    /// Creates a record.
    public init(status: InstanceStatus, output: RawJSON? = nil) {
        self.status = status
        self.output = output
    }
}

/// Why an instance is blocked.
public struct Incident: Hashable, Sendable {
    /// The code of its page: `PWL0701`.
    public var code: String
    /// What happened, for people.
    public var message: String
    /// The row or feedback that it happened in.
    public var place: String?
    /// The expression, when one failed.
    public var expression: String?
    /// The line and column in the workflow's file, as `line:column`.
    public var source: String?
    /// The values that the expression read, an object of paths.
    public var values: RawJSON?
    /// The effect that gave up, when one did.
    public var effect: EffectID?

    /// Creates a record.
    public init(
        code: String, message: String, place: String? = nil, expression: String? = nil, source: String? = nil, values: RawJSON? = nil,
        effect: EffectID? = nil
    ) {
        self.code = code
        self.message = message
        self.place = place
        self.expression = expression
        self.source = source
        self.values = values
        self.effect = effect
    }
}

/// Why a leaf did not handle an event.
public struct UnhandledReason: Hashable, Sendable {
    /// The ways.
    public enum Why: String, Hashable, Sendable {
        /// No row takes it there.
        case noRow
        /// Rows take it, and the `when` of each was false.
        case when
        /// Rows take it, and each was disabled or false.
        case disabled
        /// A row took it and lost to another region.
        case preempted
    }

    /// The active leaf.
    public var state: String
    /// Why.
    public var why: Why

    /// Creates a record.
    public init(state: String, why: Why) {
        self.state = state
        self.why = why
    }
}
