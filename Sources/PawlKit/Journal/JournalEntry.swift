/// One entry of an instance's journal: what happened, why, and all that it changed.
///
/// The first fields are columns of every store; ``EntryBody`` is one canonical JSON text. The entry is complete: every
/// derived table is a fold of ``JournalEntry`` values, and replay compares entries byte for byte.
public struct JournalEntry: Hashable, Sendable {
    /// The version of encoding and step that this release writes.
    public static let currentFormat = 1

    /// The instance.
    public var instance: InstanceID
    /// Dense from 1 in each instance.
    public var position: Int64
    /// What kind of thing happened.
    public var kind: EntryKind
    /// When, by the engine's clock.
    public var time: Timestamp
    /// The workflow.
    public var workflow: String
    /// The revision of the definition.
    public var revision: Int
    /// The version of encoding and step.
    public var format: Int
    /// The name of the event, if the entry is about one.
    public var event: String?
    /// The active leaves before, by path; empty in `started`.
    public var from: [String]
    /// The active leaves after.
    public var to: [String]
    /// The rest.
    public var body: EntryBody

    /// Creates an entry.
    public init(
        instance: InstanceID, position: Int64, kind: EntryKind, time: Timestamp, workflow: String, revision: Int,
        format: Int = JournalEntry.currentFormat, event: String? = nil, from: [String], to: [String], body: EntryBody
    ) {
        self.instance = instance
        self.position = position
        self.kind = kind
        self.time = time
        self.workflow = workflow
        self.revision = revision
        self.format = format
        self.event = event
        self.from = from
        self.to = to
        self.body = body
    }
}

/// The part of an entry that is one canonical JSON text. Fields that do not apply are nil or empty and are not written.
public struct EntryBody: Hashable, Sendable {
    /// Who or what brought it about.
    public var cause: EntryCause
    /// The number under which the event waited, or waits, in the queue.
    public var arrival: Int64?
    /// The sender's dedupe key.
    public var dedupe: String?
    /// The business key, in `started`.
    public var key: String?
    /// The start payload, in `started`.
    public var input: RawJSON?
    /// The event's payload.
    public var payload: RawJSON?
    /// What the effect came to.
    public var answer: EffectAnswer?
    /// The settings that the step read, an object.
    public var settings: RawJSON?
    /// What the conditions written in Swift said, in the order in which the step asked them.
    public var guards: [GuardOutcome] = []
    /// The effect that the entry is about, in `retry`, `attempt`, `stale`, `answered`.
    public var effect: EffectChange?
    /// The microsteps.
    public var microsteps: [MicrostepRecord] = []
    /// Why nothing handled the event, in `unhandled`.
    public var reasons: [UnhandledReason] = []
    /// Why the event was not admitted, in `rejected`.
    public var rejection: String?
    /// The data of all active states by path, when any of it changed.
    public var data: RawJSON?
    /// What history states remember, by path, when it changed.
    public var history: RawJSON?
    /// The effects cancelled.
    public var cancelledEffects: [EffectID] = []
    /// The timers switched off.
    public var cancelledTimers: [TimerID] = []
    /// The effects scheduled.
    public var effects: [EffectSchedule] = []
    /// The timers set.
    public var timers: [TimerSchedule] = []
    /// The effects begun that had waited for an earlier run of their feedback.
    public var begun: [EffectChange] = []
    /// The events that the step raised and a state keeps for later.
    public var deferred: [DeferredEvent] = []
    /// Deferred events that may run again.
    public var readmitted: [Int64] = []
    /// Why the instance is blocked, in `incident`.
    public var incident: Incident?
    /// The end of the instance.
    public var end: InstanceEnd?

    /// Creates a body.
    public init(cause: EntryCause) { self.cause = cause }
}
