import PawlExpression
public import PawlKit

/// A side effect: while a state is active, or when an event is taken, a service runs.
///
///     Feedback(on: Loading.self, strategy: .cancelOnNewState, perform: .fetchPage) { state in FetchInput(page: state.page) }
///         .success { page in LoadingIsComplete(items: page.items) }
///         .failure { error in LoadingHasFailed(reason: error.message) }
///
/// The service is a name; which function has it is decided where the program is put together. Without ``success(if:fileID:line:column:_:)-…``
/// the engine raises ``EffectDone``, without ``failure(if:fileID:line:column:_:)-…`` ``EffectFailed``.
public struct Feedback<Trigger: Sendable, Input: Codable & Sendable, Output: Codable & Sendable>: FeedbacksElement {
    private var declaration: FeedbackDeclaration
    private let trigger: FrameCode<Trigger>

    public var feedbacks: [FeedbackPart] { [FeedbackPart(declaration: declaration)] }

    private init(
        _ shape: Shape<Trigger>, slot: Int, _ trigger: FeedbackDeclaration.Trigger, _ strategy: FeedbackStrategy,
        _ service: ServiceName<Input, Output>, _ place: Place, _ input: @escaping @Sendable (Trigger) throws -> Input
    ) {
        let decode = shape.decode
        let read: FrameCode<Trigger> = { try decode($0.record(slot)) }
        self.trigger = read
        let inputShape = Shape(of: Input.self, name: "", identity: "")
        declaration = FeedbackDeclaration(
            trigger: trigger, service: service.rawValue, inputType: Self.type(inputShape.facts), outputType: Self.type(of: Output.self),
            input: { try inputShape.encode(try input(try read($0))) }, strategy: strategy, place: place)
    }

    private static func type<T: Codable & Sendable>(of type: T.Type) -> Result<RecordType, PluginError> {
        Self.type(Shape(of: type, name: "", identity: "").facts)
    }

    private static func type(_ facts: ShapeFacts) -> Result<RecordType, PluginError> {
        facts.problem.map { .failure(PluginError($0)) } ?? .success(facts.fields)
    }

    /// Runs a service for a case of an enum.
    public init<States>(
        on state: Case<States, Trigger>, strategy: FeedbackStrategy = .cancelOnNewState, perform service: ServiceName<Input, Output>,
        fileID: String = #fileID, line: Int = #line, column: Int = #column, _ input: @escaping @Sendable (Trigger) throws -> Input
    ) {
        self.init(
            state.shape, slot: VariableSlot.state, .state(state.shape.facts), strategy, service,
            Place(fileID: fileID, line: line, column: column), input)
    }

    // MARK: Outcomes

    /// Raises an event when the service succeeds. The first whose condition holds is raised, nothing when none does.
    public func success<E: SystemEvent>(
        if condition: (@Sendable (Output) throws -> Bool)? = nil, fileID: String = #fileID, line: Int = #line, column: Int = #column,
        _ make: @escaping @Sendable (Output) throws -> E
    ) -> Feedback {
        succeeding(.event(E.self), condition, Place(fileID: fileID, line: line, column: column)) { frame in try make(try Self.output(frame))
        }
    }

    /// Raises an event when the service succeeds, made of the result and the state as it was when the service began.
    public func success<E: SystemEvent>(
        if condition: (@Sendable (Output) throws -> Bool)? = nil, fileID: String = #fileID, line: Int = #line, column: Int = #column,
        _ make: @escaping @Sendable (Output, Trigger) throws -> E
    ) -> Feedback {
        let trigger = trigger
        var feedback = succeeding(.event(E.self), condition, Place(fileID: fileID, line: line, column: column)) { frame in
            try make(try Self.output(frame), try trigger(frame))
        }
        feedback.declaration.readsState = true
        return feedback
    }

    /// Raises a case of an enum when the service succeeds.
    public func success<Events, Values>(
        _ event: Case<Events, Values>, fileID: String = #fileID, line: Int = #line, column: Int = #column,
        _ make: @escaping @Sendable (Output) throws -> Values
    ) -> Feedback {
        succeeding(event.shape, nil, Place(fileID: fileID, line: line, column: column)) { frame in try make(try Self.output(frame)) }
    }

    /// Raises an event when the service has failed for good.
    public func failure<E: SystemEvent>(
        if condition: (@Sendable (EffectError) throws -> Bool)? = nil, fileID: String = #fileID, line: Int = #line, column: Int = #column,
        _ make: @escaping @Sendable (EffectError) throws -> E
    ) -> Feedback {
        failing(.event(E.self), condition, Place(fileID: fileID, line: line, column: column)) { frame in try make(try Self.error(frame)) }
    }

    /// Raises a case of an enum when the service has failed for good.
    public func failure<Events, Values>(
        _ event: Case<Events, Values>, fileID: String = #fileID, line: Int = #line, column: Int = #column,
        _ make: @escaping @Sendable (EffectError) throws -> Values
    ) -> Feedback {
        failing(event.shape, nil, Place(fileID: fileID, line: line, column: column)) { frame in try make(try Self.error(frame)) }
    }

    /// Raises an event for each element of a streaming service.
    public func next<Element: Codable & Sendable, E: SystemEvent>(
        _ element: Element.Type, fileID: String = #fileID, line: Int = #line, column: Int = #column,
        _ make: @escaping @Sendable (Element) throws -> E
    ) -> Feedback {
        var feedback = self
        feedback.declaration.elementType = Self.type(of: element)
        feedback.declaration.next.append(
            Self.outcome(.event(E.self), nil, Place(fileID: fileID, line: line, column: column)) { frame in
                try make(try Self.value(VariableSlot.result, frame))
            })
        return feedback
    }

    /// Raises nothing when the service succeeds.
    public func ignoringSuccess() -> Feedback { changed { $0.success = .ignore } }
    /// Raises nothing when the service fails.
    public func ignoringFailure() -> Feedback { changed { $0.failure = .ignore } }

    // MARK: How it runs

    /// Cancels an attempt that takes longer; it fails with code `timeout`.
    ///
    /// - Precondition: it is more than no time.
    public func timeout(_ amount: TimeAmount) -> Feedback {
        precondition(amount > .zero, "a time-out is more than no time")
        return changed { $0.timeout = amount }
    }

    /// Tries again when an attempt fails: so many attempts, the first included. The attempts are counted across restarts.
    ///
    /// - Precondition: `attempts` is 1 to 1,000,000, `factor` 1 to 1,000, `jitter` 0 to 1, and no wait is negative.
    public func retry(
        attempts: Int, delay: TimeAmount = .seconds(1), factor: Double = 2, maximumDelay: TimeAmount = .minutes(1), jitter: Double = 0.2,
        only codes: [String]? = nil, unless others: [String] = []
    ) -> Feedback {
        precondition((1...1_000_000).contains(attempts), "a retry has 1 to 1,000,000 attempts, not \(attempts)")
        precondition((1...1_000).contains(factor), "the factor of a retry is 1 to 1,000, not \(factor)")
        precondition((0...1).contains(jitter), "the jitter of a retry is 0 to 1, not \(jitter)")
        precondition(delay >= .zero && maximumDelay >= .zero, "a retry does not wait for less than no time")
        return changed {
            $0.retry = RetryRule(
                attempts: attempts, delay: delay, factor: factor, maximumDelay: maximumDelay, jitter: jitter, only: codes, unless: others)
        }
    }

    /// Does not run an attempt again that a crash cut off; it fails with code `interrupted`.
    public func atMostOnce() -> Feedback { changed { $0.isAtMostOnce = true } }

    /// Names it in the journal, where it would be named after its service. Two feedbacks of a state with one service need it.
    public func id(_ id: String) -> Feedback { changed { $0.id = id } }

    /// Does not start it when the condition is true at the moment when it would start.
    public func disable(
        _ label: String? = nil, fileID: String = #fileID, line: Int = #line, column: Int = #column,
        _ condition: @escaping @Sendable (Trigger) throws -> Bool
    ) -> Feedback {
        let trigger = trigger
        let place = Place(fileID: fileID, line: line, column: column)
        return changed { $0.disables.append(ConditionDeclaration(label: label, place: place) { try condition(try trigger($0)) }) }
    }

    /// Does not start it when the condition is true at the moment when it would start.
    public func disable(
        _ label: String? = nil, fileID: String = #fileID, line: Int = #line, column: Int = #column,
        _ condition: @escaping @Sendable () throws -> Bool
    ) -> Feedback {
        let place = Place(fileID: fileID, line: line, column: column)
        return changed { $0.disables.append(ConditionDeclaration(label: label, place: place) { _ in try condition() }) }
    }

    // MARK: Pieces

    private func changed(_ change: (inout FeedbackDeclaration) -> Void) -> Feedback {
        var feedback = self
        change(&feedback.declaration)
        return feedback
    }

    /// A variable as a Swift value.
    private static func value<T: Decodable>(_ slot: Int, _ frame: ExpressionFrame) throws -> T {
        try ValueDecoder().decode(T.self, from: .record(frame.record(slot)))
    }

    private static func output(_ frame: ExpressionFrame) throws -> Output { try value(VariableSlot.result, frame) }
    private static func error(_ frame: ExpressionFrame) throws -> EffectError { try value(VariableSlot.error, frame) }

    /// A condition on what an outcome is made of.
    private static func when<Given>(
        _ condition: (@Sendable (Given) throws -> Bool)?, _ place: Place, _ given: @escaping FrameCode<Given>
    ) -> ConditionDeclaration? {
        condition.map { condition in ConditionDeclaration(label: nil, place: place) { try condition(try given($0)) } }
    }

    private static func outcome<Event>(
        _ event: Shape<Event>, _ condition: ConditionDeclaration?, _ place: Place, _ make: @escaping FrameCode<Event>
    ) -> OutcomeDeclaration {
        let encode = event.encode
        return OutcomeDeclaration(when: condition, event: event.facts, code: { try encode(try make($0)) }, place: place)
    }

    private func succeeding<Event>(
        _ event: Shape<Event>, _ condition: (@Sendable (Output) throws -> Bool)?, _ place: Place, _ make: @escaping FrameCode<Event>
    ) -> Feedback {
        let when = Self.when(condition, place) { try Self.output($0) }
        return changed { $0.success = $0.success.adding(Self.outcome(event, when, place, make)) }
    }

    private func failing<Event>(
        _ event: Shape<Event>, _ condition: (@Sendable (EffectError) throws -> Bool)?, _ place: Place, _ make: @escaping FrameCode<Event>
    ) -> Feedback {
        let when = Self.when(condition, place) { try Self.error($0) }
        return changed { $0.failure = $0.failure.adding(Self.outcome(event, when, place, make)) }
    }
}

extension FeedbackDeclaration.Outcome {
    func adding(_ rule: OutcomeDeclaration) -> Self {
        if case .events(let rules) = self { .events(rules + [rule]) } else { .events([rule]) }
    }
}

extension Feedback where Trigger: SystemState {
    /// Runs a service when a state is entered.
    public init(
        on state: Trigger.Type, strategy: FeedbackStrategy = .cancelOnNewState, perform service: ServiceName<Input, Output>,
        fileID: String = #fileID, line: Int = #line, column: Int = #column, _ input: @escaping @Sendable (Trigger) throws -> Input
    ) {
        let shape = Shape<Trigger>.state(state)
        self.init(
            shape, slot: VariableSlot.state, .state(shape.facts), strategy, service, Place(fileID: fileID, line: line, column: column),
            input)
    }
}

extension Feedback where Trigger: SystemEvent {
    /// Runs a service each time that a row takes an event.
    public init(
        onEvent event: Trigger.Type, strategy: FeedbackStrategy = .continueOnNewState, perform service: ServiceName<Input, Output>,
        fileID: String = #fileID, line: Int = #line, column: Int = #column, _ input: @escaping @Sendable (Trigger) throws -> Input
    ) {
        let shape = Shape<Trigger>.event(event)
        self.init(
            shape, slot: VariableSlot.event, .event(shape.facts), strategy, service, Place(fileID: fileID, line: line, column: column),
            input)
    }
}

/// Feedbacks, and feedbacks from elsewhere.
public struct Feedbacks: FeedbacksElement {
    public private(set) var feedbacks: [FeedbackPart]

    /// Lists feedbacks.
    public init(@ListBuilder<any FeedbacksElement> _ content: () -> [any FeedbacksElement]) { self.init(content()) }

    /// Feedbacks as an array.
    public init(_ content: [any FeedbacksElement]) { feedbacks = content.flatMap(\.feedbacks) }

    /// Starts none of them while the condition is true.
    public func disable(
        _ label: String? = nil, fileID: String = #fileID, line: Int = #line, column: Int = #column,
        _ condition: @escaping @Sendable () throws -> Bool
    ) -> Feedbacks {
        var feedbacks = self
        let disable = ConditionDeclaration(label: label, place: Place(fileID: fileID, line: line, column: column)) { _ in try condition() }
        for index in self.feedbacks.indices { feedbacks.feedbacks[index].declaration.disables.append(disable) }
        return feedbacks
    }
}
