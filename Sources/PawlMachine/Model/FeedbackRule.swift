package import PawlKit

/// A side effect that a state or an event starts.
package struct FeedbackRule: Sendable {
    /// What becomes of a run when its state is left, or when the feedback is to start again.
    package enum Strategy: String, Sendable, Hashable {
        /// It is cancelled when its state is left or entered again.
        case cancelOnNewState
        /// It runs on, and its result is still delivered.
        case continueOnNewState
        /// A new run of this feedback cancels the older one.
        case cancelPrevious
        /// One run at a time, in order.
        case queue
        /// While a run goes on, no other starts.
        case ignoreWhileRunning
    }

    /// What a crash in mid-attempt means.
    package enum Delivery: String, Sendable, Hashable {
        /// The attempt is run again.
        case atLeastOnce
        /// It is not; the effect fails with `interrupted`.
        case atMostOnce
    }

    /// What happens to an outcome.
    package enum Outcome: Sendable {
        /// Nothing.
        case ignore
        /// The first mapping that holds raises its event; the last is without condition or nothing may hold.
        case events([OutcomeRule])
        /// The engine's `done` or `failed`.
        case standard
    }

    /// The id in the journal: `Paying/payments.charge`.
    package var name: String
    /// The state that starts it when it is entered; the root for one that an event starts.
    package var state: StateIndex
    /// The event that starts it, each time that a row takes it; nil for one that a state starts.
    package var event: EventIndex?
    /// The service.
    package var service: String
    /// The input, a record of the service's input type.
    package var input: Template
    /// The type of the input.
    package var inputType: RecordType
    /// The type of the output.
    package var outputType: RecordType
    /// The error codes that can arrive: the service's own and the engine's.
    package var strategy: Strategy
    /// How long one attempt may take; nil for as long as it likes.
    package var timeout: TimeAmount?
    /// When a failed attempt is repeated.
    package var retry: RetryRule
    /// What a success raises.
    package var success: Outcome
    /// What a failure raises.
    package var failure: Outcome
    /// What each element of a streaming service raises, seen as `result`: the first mapping that holds. Empty for a service that does not stream.
    package var next: [OutcomeRule]
    /// The type of an element.
    package var elementType: RecordType
    /// What a crash in mid-attempt means.
    package var delivery: Delivery
    /// When one is true at entry, the feedback does not start.
    package var disables: [SourcedExpression]
    /// Whether `success` or `failure` reads `state`.
    package var outcomeReadsState: Bool
    /// What is performed when nothing provides the service.
    package var fallback: ServiceFallback?
    /// Where it is written.
    package var range: SourceRange

    package init(
        name: String, state: StateIndex, service: String, input: Template, inputType: RecordType, outputType: RecordType,
        strategy: Strategy = .cancelOnNewState, timeout: TimeAmount? = nil, retry: RetryRule = .never, success: Outcome = .standard,
        failure: Outcome = .standard, delivery: Delivery = .atLeastOnce, disables: [SourcedExpression] = [],
        outcomeReadsState: Bool = false, event: EventIndex? = nil, next: [OutcomeRule] = [], elementType: RecordType = .empty,
        range: SourceRange
    ) {
        self.name = name
        self.state = state
        self.event = event
        self.service = service
        self.input = input
        self.inputType = inputType
        self.outputType = outputType
        self.strategy = strategy
        self.timeout = timeout
        self.retry = retry
        self.success = success
        self.failure = failure
        self.next = next
        self.elementType = elementType
        self.delivery = delivery
        self.disables = disables
        self.outcomeReadsState = outcomeReadsState
        self.range = range
    }
}

/// An event that an outcome raises.
package struct OutcomeRule: Sendable {
    /// Must be true; sees `result` or `error`, and `state` as it was at the start.
    package var when: SourcedExpression?
    /// The event.
    package var event: EventIndex
    /// Its payload.
    package var payload: [FieldRule]

    package init(when: SourcedExpression? = nil, event: EventIndex, payload: [FieldRule]) {
        self.when = when
        self.event = event
        self.payload = payload
    }
}

/// When and how often a failed attempt is repeated.
package struct RetryRule: Sendable, Hashable {
    /// The most attempts, the first included.
    package var attempts: Int
    /// The wait before attempt 2.
    package var delay: TimeAmount
    /// What each further wait is multiplied by.
    package var factor: Double
    /// The longest wait, before jitter.
    package var maximumDelay: TimeAmount
    /// The part of the wait that is at random, 0 to 1.
    package var jitter: Double
    /// Only these codes are retried; nil for all.
    package var only: [String]?
    /// These codes are not retried.
    package var unless: [String]

    package init(
        attempts: Int, delay: TimeAmount = .seconds(1), factor: Double = 2, maximumDelay: TimeAmount = .minutes(1), jitter: Double = 0.2,
        only: [String]? = nil, unless: [String] = []
    ) {
        self.attempts = attempts
        self.delay = delay
        self.factor = factor
        self.maximumDelay = maximumDelay
        self.jitter = jitter
        self.only = only
        self.unless = unless
    }

    /// One attempt.
    package static let never = RetryRule(attempts: 1)
}
