package import PawlKit

/// A checked state machine: what a workflow file or a Swift system becomes.
///
/// States, events, rows, timers and feedbacks are numbers inside; names are for people and for the journal. A machine
/// never changes. `PawlDefinition` makes machines from YAML; nothing in here knows where one came from.
package struct Machine: Sendable {
    /// The workflow's name.
    package var workflow: String
    /// The revision under which the journal stores the definition; 0 before it is stored.
    package var revision: Int
    /// One sentence for people.
    package var summary: String?
    /// The file, for messages.
    package var file: String

    /// The start payload.
    package var input: RecordType
    /// What a successful end gives.
    package var output: RecordType
    /// The outside facts that `when` and `disable` may read.
    package var settings: RecordType
    /// The business key.
    package var key: SourcedExpression?

    /// The states in document order. State 0 is the root, the machine itself.
    package var states: [State]
    /// The events; those of the engine come first, see ``EventIndex``.
    package var events: [Event]
    /// The rows in document order, one for each source state and each target of a list.
    package var rows: [Row]
    /// The timers.
    package var timers: [TimerRule]
    /// The feedbacks, one for each state that starts it.
    package var feedbacks: [FeedbackRule]
    /// What is entered at the start: targets and their data.
    package var initial: EntryRule

    /// The services that the machine calls, by name.
    package var services: [String: ServiceInterface]
    /// What becomes of an outside event that nothing handles.
    package var unhandled: UnhandledPolicy
    /// The limits.
    package var limits: MachineLimits

    private var stateByPath: [ByteString: StateIndex]
    private var eventByName: [ByteString: EventIndex]
    private var feedbackByName: [ByteString: FeedbackIndex]
    private var timerByName: [ByteString: Int]
    /// The feedbacks that each event starts, in order.
    package let feedbacksOfEvent: [[FeedbackIndex]]

    package init(
        workflow: String, revision: Int = 0, summary: String? = nil, file: String, input: RecordType, output: RecordType,
        settings: RecordType, key: SourcedExpression?, states: [State], events: [Event], rows: [Row], timers: [TimerRule],
        feedbacks: [FeedbackRule], initial: EntryRule, services: [String: ServiceInterface], unhandled: UnhandledPolicy,
        limits: MachineLimits
    ) {
        self.workflow = workflow
        self.revision = revision
        self.summary = summary
        self.file = file
        self.input = input
        self.output = output
        self.settings = settings
        self.key = key
        self.states = states
        self.events = events
        self.rows = rows
        self.timers = timers
        self.feedbacks = feedbacks
        self.initial = initial
        self.services = services
        self.unhandled = unhandled
        self.limits = limits
        stateByPath = Dictionary(uniqueKeysWithValues: states.enumerated().map { (ByteString($1.path), $0) })
        eventByName = Dictionary(uniqueKeysWithValues: events.enumerated().map { (ByteString($1.name), $0) })
        feedbackByName = Dictionary(feedbacks.enumerated().map { (ByteString($1.name), $0) }, uniquingKeysWith: { first, _ in first })
        timerByName = Dictionary(timers.enumerated().map { (ByteString($1.name), $0) }, uniquingKeysWith: { first, _ in first })
        var started = [[FeedbackIndex]](repeating: [], count: events.count)
        for (index, feedback) in feedbacks.enumerated() {
            if let event = feedback.event { started[event].append(index) }
        }
        feedbacksOfEvent = started
    }

    /// The state of that path.
    package func state(path: String) -> StateIndex? { stateByPath[ByteString(path)] }
    /// The event of that name.
    package func event(named name: String) -> EventIndex? { eventByName[ByteString(name)] }
    /// The feedback of that name in the journal.
    package func feedback(named name: String) -> FeedbackIndex? { feedbackByName[ByteString(name)] }
    /// The timer of that name in the journal.
    package func timer(named name: String) -> Int? { timerByName[ByteString(name)] }
}

/// The number of a state in ``Machine/states``.
package typealias StateIndex = Int
/// The number of a row in ``Machine/rows``.
package typealias RowIndex = Int
/// The number of a feedback in ``Machine/feedbacks``.
package typealias FeedbackIndex = Int
/// The number of an event in ``Machine/events``.
package typealias EventIndex = Int

/// What becomes of an outside event that nothing handles.
package enum UnhandledPolicy: Sendable {
    /// An `unhandled` entry.
    case record
    /// A `rejected` entry, and an error to the sender.
    case reject
}

/// The limits of a machine.
package struct MachineLimits: Sendable, Hashable {
    /// The most microsteps in one macrostep.
    package var microsteps = 256
    /// The most bytes of an event's payload, as canonical JSON.
    package var payload = 65_536
    /// The most events that one instance keeps for later, see ``State/deferred``.
    package var deferred = 256
    /// The most events that wait in the queue of one instance.
    package var queue = 1_024

    package init() {}
}
