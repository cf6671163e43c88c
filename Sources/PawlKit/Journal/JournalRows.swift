// The rows of the derived tables. Each is a fold of the entries; none holds what an entry does not.

/// An instance: its complete current state.
public struct InstanceRow: Hashable, Sendable {
    /// The id.
    public var id: InstanceID
    /// The workflow.
    public var workflow: String
    /// The revision of the definition.
    public var revision: Int
    /// The business key, unique among unfinished instances of a workflow.
    public var key: String?
    /// Where it stands in its life.
    public var status: InstanceStatus
    /// The position of its last entry.
    public var position: Int64
    /// The last number given to a queued event.
    public var arrival: Int64
    /// The active leaves by path.
    public var states: [String]
    /// The data of all active states by path, an object.
    public var data: RawJSON
    /// What history states remember, an object; nil for nothing.
    public var history: RawJSON?
    /// The start payload.
    public var input: RawJSON
    /// The output, once ended.
    public var output: RawJSON?
    /// Why it is blocked.
    public var incident: Incident?
    /// When it began.
    public var created: Timestamp
    /// The time of its last entry.
    public var updated: Timestamp

    /// Creates a row.
    public init(
        id: InstanceID, workflow: String, revision: Int, key: String?, status: InstanceStatus, position: Int64, arrival: Int64,
        states: [String], data: RawJSON, history: RawJSON?, input: RawJSON, output: RawJSON?, incident: Incident?, created: Timestamp,
        updated: Timestamp
    ) {
        self.id = id
        self.workflow = workflow
        self.revision = revision
        self.key = key
        self.status = status
        self.position = position
        self.arrival = arrival
        self.states = states
        self.data = data
        self.history = history
        self.input = input
        self.output = output
        self.incident = incident
        self.created = created
        self.updated = updated
    }
}

/// An effect that has no final answer yet.
public struct EffectRow: Hashable, Sendable {
    /// What it is doing.
    public enum Phase: UInt8, Hashable, Sendable {
        /// An attempt runs, or ran when the process ended.
        case running = 1
        /// The next attempt is due at some time.
        case waiting = 2
        /// It gave up, nothing took its failure, and the instance is blocked for it.
        case failed = 3
        /// It has its answer, which waits in the queue.
        case answered = 4
        /// It waits for an earlier run of its feedback to end.
        case queued = 5

        /// Whether the effect has had its last attempt.
        public var isOver: Bool { self == .answered }
    }

    /// The identity.
    public var id: EffectID
    /// The service.
    public var service: String
    /// The input, secrets as markers.
    public var input: RawJSON
    /// The data of the state it started with, when its outcome mapping reads it.
    public var state: RawJSON?
    /// What it is doing.
    public var phase: Phase
    /// The attempt that runs or ran last, from 1.
    public var attempt: Int
    /// When the next attempt is due, while waiting.
    public var due: Timestamp?
    /// When the running attempt times out.
    public var deadline: Timestamp?
    /// How many times in a row a crash has cut it off.
    public var interruptions: Int

    /// Creates a row.
    public init(
        id: EffectID, service: String, input: RawJSON, state: RawJSON?, phase: Phase, attempt: Int, due: Timestamp?, deadline: Timestamp?,
        interruptions: Int
    ) {
        self.id = id
        self.service = service
        self.input = input
        self.state = state
        self.phase = phase
        self.attempt = attempt
        self.due = due
        self.deadline = deadline
        self.interruptions = interruptions
    }
}

/// A timer that is set.
public struct TimerRow: Hashable, Sendable {
    /// The identity.
    public var id: TimerID
    /// When it is due.
    public var due: Timestamp
    /// The event that it raises, when an `emit` set it; nil for a deadline of a state.
    public var event: String?
    /// The payload of that event; nil when it has no fields.
    public var payload: RawJSON?

    /// Creates a row.
    public init(id: TimerID, due: Timestamp, event: String? = nil, payload: RawJSON? = nil) {
        self.id = id
        self.due = due
        self.event = event
        self.payload = payload
    }
}

/// An event that was admitted and not processed yet.
public struct QueueRow: Hashable, Sendable {
    /// The number of its admission, in order, from 1 in each instance.
    public var arrival: Int64
    /// The name of the event; nil for an answer whose event is not known yet.
    public var event: String?
    /// The payload.
    public var payload: RawJSON?
    /// Who or what sent it.
    public var cause: EntryCause
    /// What the effect came to, when it comes from one.
    public var answer: EffectAnswer?
    /// Whether it waits for a state that does not defer it.
    public var isDeferred: Bool

    /// Creates a row.
    public init(
        arrival: Int64, event: String?, payload: RawJSON?, cause: EntryCause, answer: EffectAnswer?, isDeferred: Bool
    ) {
        self.arrival = arrival
        self.event = event
        self.payload = payload
        self.cause = cause
        self.answer = answer
        self.isDeferred = isDeferred
    }
}

/// All that is stored of one instance besides its history, read at one moment.
public struct StoredInstance: Hashable, Sendable {
    /// The instance.
    public var instance: InstanceRow
    /// Its effects without a final answer, in order of identity.
    public var effects: [EffectRow]
    /// Its timers, in order of deadline.
    public var timers: [TimerRow]
    /// Its queue, in order of arrival.
    public var queue: [QueueRow]

    /// Creates a view.
    public init(instance: InstanceRow, effects: [EffectRow] = [], timers: [TimerRow] = [], queue: [QueueRow] = []) {
        self.instance = instance
        self.effects = effects
        self.timers = timers
        self.queue = queue
    }
}

/// A definition as stored with the journal.
public struct StoredDefinition: Hashable, Sendable {
    /// The workflow.
    public var workflow: String
    /// The revision, from 1 in each workflow.
    public var revision: Int
    /// The file's text.
    public var text: String
    /// The types of the services that the text does not declare, as an object by name; `{}` for none.
    public var services: RawJSON
    /// The name of the file, for messages.
    public var file: String

    /// Creates a stored definition.
    public init(workflow: String, revision: Int, text: String, services: RawJSON, file: String) {
        self.workflow = workflow
        self.revision = revision
        self.text = text
        self.services = services
        self.file = file
    }
}
