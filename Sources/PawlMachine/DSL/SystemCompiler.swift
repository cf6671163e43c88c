import PawlExpression
import PawlKit

/// Makes the machine of a system, and finds what is wrong on the way.
struct SystemCompiler {
    private let name: String
    private let place: Place
    /// The files and lines that positions stand for: the offset of a position is an index.
    private var places: [Place] = []
    private var findings: [(fact: SystemFact, range: SourceRange, related: SourceRange?)] = []
    private var isComplete = true

    private var states: [State]
    private var stateFacts: [ShapeFacts?] = [nil]
    private var stateByIdentity: [String: StateIndex] = [:]
    private var events = Event.engineEvents
    private var eventFacts: [ShapeFacts?] = [nil, nil]
    private var eventByIdentity: [String: EventIndex] = [:]
    private var rows: [Row] = []
    private var timers: [TimerRule] = []
    private var feedbacks: [FeedbackRule] = []
    private var raised: Set<EventIndex> = []
    /// The rows on ``EffectDone``, with what they expect.
    private var doneRows: [(row: RowIndex, facts: ShapeFacts)] = []

    init(name: String, place: Place) {
        self.name = name
        self.place = place
        states = [.root()]
    }

    // MARK: The whole

    mutating func compile(_ content: SystemContent, summary: String?, unhandled: UnhandledPolicy) -> Machine {
        let range = range(place)
        if !Identifier.isValid(name, and: "-") { report(.badName(name, kind: "a system"), range) }
        states[0].range = range
        let first = state(content.initial.state, content.initial.place)
        // Rows give states their order, for they are what people read.
        for group in content.parts.groups { declare(group) }
        let declarations = content.parts.feedbacks.map(\.declaration)
        var services: [String: ServiceInterface] = [:]
        for declaration in declarations {
            compile(declaration)
            services[declaration.service] = interface(declaration)
        }
        for group in content.parts.groups { compile(group) }
        finishNames()
        checkDone()
        let input = content.initial.input
        if let input, let problem = input.problem {
            report(.unreadableType(input.identity, reason: problem), self.range(content.initial.place))
        }
        for index in events.indices where raised.contains(index) && eventFacts[index]?.isExternal != true {
            events[index].origin = .internal
        }
        states.link(rows, timers, feedbacks)
        states.encloseAll()
        let initialPlace = content.initial.place
        return Machine(
            workflow: name, summary: summary, file: place.fileID, input: input?.fields ?? .empty,
            output: states.first { $0.kind == .final(failure: false) }?.data ?? .empty, settings: .empty,
            key: content.initial.key.map { code in
                SourcedExpression(
                    native: .native(initialPlace.closure, type: .string, code), label: nil, at: self.range(initialPlace).start)
            },
            states: states, events: events, rows: rows, timers: timers, feedbacks: feedbacks,
            initial: EntryRule(
                targets: [first], data: data(of: first, content.initial.data, initialPlace), range: self.range(initialPlace)),
            services: services, unhandled: unhandled, limits: MachineLimits())
    }

    /// All that was found, and what the analysis finds in the machine.
    func diagnostics(of machine: Machine) -> [Diagnostic] {
        var all = findings.map { diagnostic($0.fact, $0.range, $0.related) }
        if isComplete {
            all += MachineAnalysis.findings(of: machine).filter { findings.isEmpty || $0.isError }.map {
                diagnostic($0.fact, $0.range, $0.related)
            }
        }
        return all
    }

    /// What each feedback needs of its service, and where.
    func requirements(of machine: Machine) -> [ServiceRequirement] {
        machine.feedbacks.map { feedback in
            ServiceRequirement(
                name: feedback.service, interface: machine.services[feedback.service] ?? ServiceInterface(),
                file: file(of: feedback.range), range: feedback.range)
        }
    }

    private func diagnostic(_ fact: any DiagnosticFact, _ range: SourceRange, _ related: SourceRange?) -> Diagnostic {
        let file = file(of: range)
        let other = related.map(self.file)
        return Diagnostic(fact, file: file, at: range, related: related, relatedFile: other == file ? nil : other)
    }

    private func file(of range: SourceRange) -> String {
        places.indices.contains(range.start.offset) ? places[range.start.offset].fileID : place.fileID
    }

    private mutating func report(_ fact: SystemFact, _ range: SourceRange, related: SourceRange? = nil) {
        findings.append((fact, range, related))
    }

    private mutating func range(_ place: Place) -> SourceRange {
        let position = SourcePosition(line: place.line, column: place.column, offset: places.count)
        places.append(place)
        return SourceRange(start: position, end: SourcePosition(line: place.line, column: place.column + 1, offset: places.count))
    }

    // MARK: States and events

    private mutating func state(_ facts: ShapeFacts, _ place: Place) -> StateIndex {
        if let known = stateByIdentity[facts.identity] {
            if facts.isFinal { states[known].kind = .final(failure: facts.isFailure) }
            return known
        }
        let index = states.count
        let range = range(place)
        check(facts, kind: "a state", range)
        var name = facts.name
        if let twin = states.firstIndex(where: { $0.name == facts.name && $0.parent != nil }) {
            report(
                .duplicateName(facts.name, kind: "state", types: [stateFacts[twin]?.identity ?? "", facts.identity]), range,
                related: states[twin].range)
            name += "'\(index)"
        }
        var state = State.flat(
            name, facts.isFinal ? .final(failure: facts.isFailure) : .atomic, data: facts.fields, as: index, at: range)
        if facts.isFinal, !facts.fields.fields.isEmpty {
            // The data of a final state is what it gives.
            let type = ValueType.record(facts.fields)
            let own = Expression.native("state", type: type) { .record($0.record(VariableSlot.state)) }
            state.output = .expression(SourcedExpression(native: own, label: "state", at: range.start), type)
        }
        stateByIdentity[facts.identity] = index
        stateFacts.append(facts)
        states.append(state)
        return index
    }

    private mutating func event(_ facts: ShapeFacts, _ place: Place) -> EventIndex {
        if facts.isEngines { return facts.name == "done" ? Event.done : Event.failed }
        if let known = eventByIdentity[facts.identity] { return known }
        let index = events.count
        let range = range(place)
        check(facts, kind: "an event", range)
        var name = facts.name
        if let twin = events.firstIndex(where: { $0.name == facts.name }) {
            report(
                .duplicateName(facts.name, kind: "event", types: [eventFacts[twin]?.identity ?? "the engine", facts.identity]), range,
                related: eventFacts[twin] == nil ? nil : events[twin].range)
            name += "'\(index)"
        }
        events.append(Event(name: name, payload: facts.fields, origin: .external, range: range))
        eventFacts.append(facts)
        eventByIdentity[facts.identity] = index
        return index
    }

    private mutating func check(_ facts: ShapeFacts, kind: String, _ range: SourceRange) {
        if let problem = facts.problem {
            isComplete = false
            report(.unreadableType(facts.identity, reason: problem), range)
        } else if !Identifier.isValid(facts.name) {
            report(.badName(facts.name, kind: kind), range)
        }
    }

    // MARK: Code

    private mutating func condition(_ declaration: ConditionDeclaration) -> SourcedExpression {
        SourcedExpression(
            native: .nativeCondition(declaration.label ?? declaration.place.closure, declaration.code), label: declaration.label,
            at: range(declaration.place).start)
    }

    private mutating func template(_ type: RecordType, _ code: @escaping FrameCode<Value>, _ place: Place) -> Template {
        let type = ValueType.record(type)
        return .expression(
            SourcedExpression(native: .native(place.closure, type: type, code), label: nil, at: range(place).start), type)
    }

    private mutating func whole(_ type: RecordType, _ code: @escaping FrameCode<Value>, _ place: Place) -> [FieldRule] {
        if type.fields.isEmpty { return [] }
        return [FieldRule(slot: 0, source: .whole(template(type, code, place)))]
    }

    private mutating func data(of state: StateIndex, _ code: @escaping FrameCode<Value>, _ place: Place) -> [DataRule] {
        let fields = whole(states[state].data, code, place)
        return fields.isEmpty ? [] : [DataRule(state: state, fields: fields)]
    }

    // MARK: Rows

    /// Gives the states and events of a group their numbers, in the order of the text.
    private mutating func declare(_ group: TransitionGroup) {
        for source in group.sources ?? [] { _ = state(source, group.place) }
        for element in group.elements {
            switch element.content {
            case .ignore(let facts), .keep(let facts): _ = event(facts, element.place)
            case .row(let row):
                if case .event(let facts) = row.trigger { _ = event(facts, row.place) }
                switch row.target {
                case .state(let facts, _), .update(let facts, _): _ = state(facts, row.place)
                case .stay: break
                }
                for emit in row.emits { _ = event(emit.event, emit.place) }
            }
        }
    }

    private mutating func compile(_ group: TransitionGroup) {
        let disables = group.disables.map { condition($0) }
        let sources = group.sources.map { $0.map { state($0, group.place) } } ?? [0]
        if group.readTooEarly {
            isComplete = false
            report(.stateReadTooEarly(states[sources[0]].path), range(group.place))
        }
        for source in sources {
            if states[source].isFinal {
                report(.fromFinal(states[source].path, what: "a row"), range(group.place), related: states[source].range)
                continue
            }
            for element in group.elements {
                switch element.content {
                case .ignore(let facts): states[source].ignored.insert(event(facts, element.place))
                case .keep(let facts): states[source].deferred.insert(event(facts, element.place))
                case .row(let row): compile(row, from: source, disables)
                }
            }
        }
    }

    private mutating func compile(_ declaration: RowDeclaration, from source: StateIndex, _ disables: [SourcedExpression]) {
        let range = range(declaration.place)
        let base = source == 0 ? "*" : states[source].path
        let trigger: Row.Trigger
        let label: String
        switch declaration.trigger {
        case .event(let facts):
            let index = event(facts, declaration.place)
            trigger = .event(index)
            label = events[index].name
            if index == Event.done { doneRows.append((rows.count, facts)) }
        case .anyEvent: (trigger, label) = (.anyEvent, "*")
        case .always: (trigger, label) = (.always, "always")
        case .after(let delay):
            label = "after \(delay.text)"
            trigger = .timer(timer("\(base):\(label)", source, delay, range))
        }
        var row = Row(name: "\(base):\(label)", source: source, trigger: trigger, targets: [], range: range)
        row.when = declaration.when.map { condition($0) }
        row.disables = declaration.disables.map { condition($0) } + disables
        switch declaration.target {
        case .state(let facts, let code):
            let target = state(facts, declaration.place)
            row.targets = [target]
            row.data = data(of: target, code, declaration.place)
        case .update(let facts, let code):
            let target = state(facts, declaration.place)
            if target != source {
                report(.updateOfOther(states[target].path, source: states.label(source)), range)
            }
            row.data = data(of: target, code, declaration.place)
        case .stay: break
        }
        row.emits = declaration.emits.map { emit($0) }
        if case .timer(let timer) = trigger { timers[timer].rows.append(rows.count) }
        rows.append(row)
    }

    private mutating func emit(_ declaration: EmitDeclaration) -> Emit {
        let index = raise(declaration.event, declaration.place)
        let moment: Emit.Moment =
            switch declaration.moment {
            case .now: .now
            case .after(let delay): .later(.constant(.duration(delay)))
            case .never: .never
            }
        return Emit(
            event: index, payload: whole(events[index].payload, declaration.code, declaration.place), moment: moment,
            range: range(declaration.place))
    }

    /// An event that is raised inside.
    private mutating func raise(_ facts: ShapeFacts, _ place: Place) -> EventIndex {
        let index = event(facts, place)
        raised.insert(index)
        return index
    }

    private mutating func timer(_ name: String, _ state: StateIndex, _ delay: TimeAmount, _ range: SourceRange) -> Int {
        if let known = timers.firstIndex(where: { $0.name == name }) { return known }
        timers.append(TimerRule(name: name, state: state, deadline: .after(.constant(.duration(delay))), rows: [], range: range))
        return timers.count - 1
    }

    /// Numbers the rows that share a trigger.
    private mutating func finishNames() {
        for members in Dictionary(grouping: rows.indices, by: { rows[$0].name }).values where members.count > 1 {
            for (number, row) in members.enumerated() { rows[row].name += "[\(number)]" }
        }
    }

    // MARK: Feedbacks

    private func interface(_ declaration: FeedbackDeclaration) -> ServiceInterface {
        ServiceInterface(
            input: (try? declaration.inputType.get()) ?? .empty, output: .record((try? declaration.outputType.get()) ?? .empty),
            elements: declaration.elementType.flatMap { try? $0.get() })
    }

    private mutating func compile(_ declaration: FeedbackDeclaration) {
        let range = range(declaration.place)
        let source: StateIndex
        var starter: EventIndex?
        switch declaration.trigger {
        case .state(let facts): source = state(facts, declaration.place)
        case .event(let facts):
            source = 0
            starter = event(facts, declaration.place)
            if case .standard = declaration.success { report(.noOutcome(service: declaration.service), range) }
        }
        if states[source].isFinal {
            report(.fromFinal(states[source].path, what: "a feedback"), range, related: states[source].range)
        }
        let name = (starter.map { events[$0].name } ?? states[source].path) + "/" + (declaration.id ?? declaration.service)
        if let twin = feedbacks.first(where: { $0.name == name }) { report(.feedbackTwice(name), range, related: twin.range) }
        for type in [declaration.inputType, declaration.outputType] + (declaration.elementType.map { [$0] } ?? []) {
            guard case .failure(let error) = type else { continue }
            isComplete = false
            report(.unreadableType("the input or output of '\(declaration.service)'", reason: error.message), range)
        }
        if declaration.isAtMostOnce, declaration.retry.attempts > 1 { report(.retryAtMostOnce(name), range) }
        let interface = interface(declaration)
        guard case .record(let output) = interface.output else { return }
        feedbacks.append(
            FeedbackRule(
                name: name, state: source, service: declaration.service,
                input: template(interface.input, declaration.input, declaration.place), inputType: interface.input, outputType: output,
                strategy: declaration.strategy.rule, timeout: declaration.timeout, retry: declaration.retry,
                success: outcome(declaration.success), failure: outcome(declaration.failure),
                delivery: declaration.isAtMostOnce ? .atMostOnce : .atLeastOnce, disables: declaration.disables.map { condition($0) },
                outcomeReadsState: declaration.readsState && starter == nil, event: starter, next: declaration.next.map { rule($0) },
                elementType: interface.elements ?? .empty, range: range))
    }

    private mutating func outcome(_ outcome: FeedbackDeclaration.Outcome) -> FeedbackRule.Outcome {
        switch outcome {
        case .standard: .standard
        case .ignore: .ignore
        case .events(let rules): .events(rules.map { rule($0) })
        }
    }

    private mutating func rule(_ declaration: OutcomeDeclaration) -> OutcomeRule {
        let index = raise(declaration.event, declaration.place)
        return OutcomeRule(
            when: declaration.when.map { condition($0) }, event: index,
            payload: whole(events[index].payload, declaration.code, declaration.place))
    }

    /// A row on ``EffectDone`` must fit a feedback of its state that leaves its result to it.
    private mutating func checkDone() {
        for (index, facts) in doneRows {
            let row = rows[index]
            let fits = feedbacks.contains { feedback in
                guard case .standard = feedback.success, feedback.event == nil else { return false }
                return feedback.state == row.source && feedback.outputType == facts.fields
            }
            if !fits { report(.doneMismatch(facts.identity, state: states[row.source].path), row.range) }
        }
    }
}
