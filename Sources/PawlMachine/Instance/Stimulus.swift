package import PawlKit

/// Something that happens to an instance.
package enum Stimulus: Sendable {
    /// Somebody outside sends an event.
    case send(SentEvent)
    /// An attempt at an effect ended.
    case answer(EffectID, attempt: Int, EffectOutcome)
    /// An attempt at an effect of a streaming service gave an element, and goes on.
    case element(EffectID, attempt: Int, Value)
    /// A timer is due.
    case fire(TimerID)
    /// The next attempt at an effect is due.
    case attempt(EffectID)
    /// The process ended while an attempt ran.
    case interrupted(EffectID)
    /// The first event of the queue can be processed.
    case next
    /// A person acts on the instance.
    case person(PersonAction, who: String)
}

/// An event from outside.
package struct SentEvent: Sendable {
    /// The name.
    package var name: String
    /// The payload as JSON, not checked yet.
    package var payload: [UInt8]
    /// Who sends it.
    package var who: String
    /// The same for each try of one sending.
    package var dedupe: String?
    /// Whether an event may be sent that is only raised inside.
    package var isForced: Bool
    /// Whether the payload is as the journal has it, canonical and admitted before, and not as somebody wrote it.
    package var isRecorded: Bool

    package init(
        name: String, payload: [UInt8] = Array("{}".utf8), who: String, dedupe: String? = nil, isForced: Bool = false,
        isRecorded: Bool = false
    ) {
        self.name = name
        self.payload = payload
        self.who = who
        self.dedupe = dedupe
        self.isForced = isForced
        self.isRecorded = isRecorded
    }
}

/// What an attempt at an effect came to, before it is checked.
package enum EffectOutcome: Sendable {
    /// A result of any provenance.
    case result(Value)
    /// A failure.
    case failure(ServiceFailure)
}

/// What a person does to an instance.
package enum PersonAction: String, Codable, Sendable, Hashable, CaseIterable {
    /// Events queue until it is resumed.
    case pause
    /// It goes on.
    case resume
    /// The blocked step is tried again.
    case retry
    /// The blocked event is dropped.
    case skip
    /// It ends.
    case cancel
}

/// What became of a stimulus, for whoever brought it.
package enum Reply: Sendable {
    /// It was processed: the active leaves now.
    case handled(to: [String])
    /// Nothing handles it.
    case unhandled([UnhandledReason], accepted: [AcceptedEvent])
    /// The state ignores it on purpose.
    case ignored
    /// It waits for a state that handles it.
    case deferred
    /// It waits its turn.
    case queued(arrival: Int64)
    /// It was not admitted.
    case rejected(Rejection)
    /// The instance has ended.
    case deadLetter(InstanceStatus)
    /// The step failed, and the instance is blocked.
    case blocked(Incident)
    /// The result came too late, or the timer was off: nothing changed.
    case stale
    /// A person's action does not apply in this status.
    case notApplicable(InstanceStatus)
}

/// Why an event was not admitted.
package struct Rejection: Error, Sendable, Hashable {
    /// The kinds.
    package enum Kind: String, Sendable, Hashable {
        /// The workflow declares no such event.
        case unknownEvent
        /// Only the machine itself may raise it.
        case internalEvent
        /// The payload does not fit its type.
        case payload
        /// The payload is larger than allowed.
        case tooLarge
        /// Nothing handles it, and the workflow says to reject such events.
        case unhandled
        /// The queue is full.
        case busy
    }

    /// The kind.
    package let kind: Kind
    /// What is wrong and how to fix it.
    package let message: String

    package init(_ kind: Kind, _ message: String) {
        self.kind = kind
        self.message = message
    }
}

/// What a stimulus changed.
package struct Advance: Sendable {
    /// The new entries; empty when nothing is to be recorded.
    package var entries: [JournalEntry]
    /// What became of the stimulus.
    package var reply: Reply
    /// The effects whose attempt is to be started once the entries are durable.
    package var launches: [EffectID]

    package init(entries: [JournalEntry] = [], reply: Reply, launches: [EffectID] = []) {
        self.entries = entries
        self.reply = reply
        self.launches = launches
    }
}

/// An event that a state would take.
package struct AcceptedEvent: Sendable, Hashable {
    /// The name.
    package var name: String
    /// The payload.
    package var payload: RecordType
    /// Whether each row that takes it has a condition.
    package var isGuarded: Bool
    /// Whether only `from: "*"` takes it.
    package var isFromAnywhere: Bool

    package init(name: String, payload: RecordType, isGuarded: Bool, isFromAnywhere: Bool) {
        self.name = name
        self.payload = payload
        self.isGuarded = isGuarded
        self.isFromAnywhere = isFromAnywhere
    }
}
