import Foundation
import PawlExpression
import PawlKit
import PawlMachine

/// Builds machines for tests, without a file: states, rows and feedbacks in the order in which they are written down.
///
/// Values are expressions, `data: ["B": ["n": "state.n + 1"]]`. Parents come before what is inside them.
struct MachineSketch {
    typealias Fields = [(name: String, type: ValueType)]

    var workflow = "sketch"
    var input = RecordType.empty
    var output = RecordType.empty
    var settings = RecordType.empty
    var limits = MachineLimits()
    var unhandled = UnhandledPolicy.record
    private(set) var states: [State] = []
    private var events = Event.engineEvents
    private var rows: [Row] = []
    private var timers: [TimerRule] = []
    private var feedbacks: [FeedbackRule] = []
    private var initial: EntryRule?
    /// What is written with expressions is compiled last, when all names are known.
    private var pending: [(inout Self) -> Void] = []

    init(_ workflow: String = "sketch", events: [String] = []) {
        self.workflow = workflow
        states = [.root()]
        for event in events { self.event(event) }
    }

    static func record(_ fields: Fields) -> RecordType { RecordType(fields: fields.map { .init($0.name, $0.type) }) }

    // MARK: States and events

    mutating func event(_ name: String, _ fields: Fields = [], origin: Event.Origin = .external) {
        events.append(Event(name: name, payload: Self.record(fields), origin: origin, range: .start))
    }

    /// Adds a state; `path` names those around it.
    mutating func state(
        _ path: String, _ kind: State.Kind = .atomic, _ fields: Fields = [], initial: String? = nil, data: [String: [String: String]] = [:],
        output: [String: String]? = nil, outputType: Fields = [], ignore: [String] = [], defers: [String] = [], entry: [String] = [],
        exit: [String] = []
    ) {
        let parts = path.split(separator: ".").map(String.init)
        let parent = parts.count == 1 ? 0 : index(parts.dropLast().joined(separator: "."))
        let number = states.count
        let own = Self.record(fields)
        var sources: [(state: StateIndex, slot: Int)] = own.fields.indices.map { (number, $0) }
        var visible = own.fields
        for (slot, field) in states[parent].visible.type.fields.enumerated() where own.field(field.name) == nil {
            visible.append(field)
            sources.append(states[parent].visible.sources[slot])
        }
        var state = State(
            name: parts.last ?? "", path: path, kind: kind, parent: parent, depth: parts.count, data: own,
            visible: VisibleData(
                type: visible.count == own.fields.count ? own : RecordType(fields: visible), sources: sources,
                direct: visible.count == own.fields.count ? number : nil),
            range: .start)
        state.ignored = Set(ignore.map { eventIndex($0) })
        state.deferred = Set(defers.map { eventIndex($0) })
        states.append(state)
        states[parent].children.append(number)
        pending.append { sketch in
            if let initial {
                sketch.states[number].initial = EntryRule(
                    targets: [sketch.index(initial)], data: sketch.dataRules(data, from: number, event: nil), range: .start)
            }
            sketch.states[number].entryEmits = entry.map { sketch.emit($0, from: number, event: nil) }
            sketch.states[number].exitEmits = exit.map { sketch.emit($0, from: number, event: nil) }
            if let output {
                let type = Self.record(outputType)
                sketch.states[number].output = .record(
                    type,
                    type.fields.map { field in
                        output[field.name].map { .expression(sketch.compile($0, from: number, event: nil), field.type) }
                    })
            }
        }
    }

    /// What the machine begins with.
    mutating func start(_ path: String, data: [String: [String: String]] = [:]) {
        pending.append { sketch in
            sketch.initial = EntryRule(
                targets: [sketch.index(path)], data: sketch.dataRules(data, from: 0, event: nil), range: .start)
        }
    }

    // MARK: Rows

    enum Trigger {
        case on(String)
        case anyEvent
        case always
        case after(String)
        case at(String)
    }

    /// Adds a row: `from` is a path, or `*`.
    mutating func row(
        _ from: String, _ trigger: Trigger, to targets: [String] = [], when: String? = nil, disable: String? = nil,
        isInternal: Bool = false, data: [String: [String: String]] = [:], emit: [String] = []
    ) {
        pending.append { sketch in
            let source = from == "*" ? 0 : sketch.index(from)
            let number = sketch.rows.count
            let label: String
            let compiled: Row.Trigger
            var payload: RecordType?
            switch trigger {
            case .on(let name):
                let event = sketch.eventIndex(name)
                (label, compiled, payload) = (name, .event(event), sketch.payload(of: event, from: source))
                sketch.states[source].rows[event, default: []].append(number)
            case .anyEvent:
                (label, compiled) = ("*", .anyEvent)
                sketch.states[source].anyEventRows.append(number)
            case .always:
                (label, compiled) = ("always", .always)
                sketch.states[source].alwaysRows.append(number)
            case .after(let text), .at(let text):
                var word = "at"
                if case .after = trigger { word = "after" }
                label = "\(word) \(text)"
                let name = "\(from):\(label)"
                let timer: Int
                if let known = sketch.timers.firstIndex(where: { $0.name == name }) {
                    timer = known
                } else {
                    timer = sketch.timers.count
                    let expression = sketch.compile(text, from: source, event: nil)
                    sketch.timers.append(
                        TimerRule(
                            name: name, state: source,
                            deadline: word == "after"
                                ? .after(.expression(expression, .duration)) : .at(.expression(expression, .timestamp)),
                            rows: [], range: .start))
                    sketch.states[source].timers.append(timer)
                }
                sketch.timers[timer].rows.append(number)
                compiled = .timer(timer)
            }
            let emits = emit.map { sketch.emit($0, from: source, event: payload) }
            let rules = sketch.dataRules(data, from: source, event: payload)
            let twins = sketch.rows.count { $0.source == source && $0.trigger == compiled }
            sketch.rows.append(
                Row(
                    name: "\(from):\(label)" + (twins == 0 ? "" : "[\(twins)]"), source: source, trigger: compiled,
                    when: when.map { sketch.compile($0, from: source, event: payload) },
                    disables: disable.map { [sketch.compile($0, from: source, event: payload)] } ?? [],
                    targets: targets.map { sketch.index($0) }, isInternal: isInternal, data: rules, emits: emits, range: .start))
        }
    }

    /// An `emit` in words: `Event`, `Event after EXPR` or `Event never`, with fields behind a colon: `Event: n = 1`.
    private func emit(_ text: String, from source: StateIndex, event: RecordType?) -> Emit {
        let halves = text.split(separator: ": ", maxSplits: 1).map(String.init)
        var name = halves[0]
        var moment = Emit.Moment.now
        if name.hasSuffix(" never") {
            name.removeLast(" never".count)
            moment = .never
        } else if let after = name.range(of: " after ") {
            moment = .later(.expression(compile(String(name[after.upperBound...]), from: source, event: event), .duration))
            name = String(name[..<after.lowerBound])
        }
        let index = eventIndex(name)
        var fields: [String: String] = [:]
        for field in halves.dropFirst().flatMap({ $0.split(separator: ", ") }) {
            let pair = field.split(separator: " = ").map(String.init)
            fields[pair[0]] = pair[1]
        }
        return Emit(
            event: index, payload: fieldRules(fields, events[index].payload, from: source, event: event), moment: moment, range: .start)
    }

    // MARK: Feedbacks

    /// An outcome in a few words: nil is the engine's own event, `[]` is silence.
    typealias Outcome = [(event: String, when: String?, data: [String: String])]?

    mutating func feedback(
        _ state: String, _ service: String, with input: [(name: String, type: ValueType, value: String)] = [], output: Fields = [],
        strategy: FeedbackRule.Strategy = .cancelOnNewState, timeout: TimeAmount? = nil, retry: RetryRule = .never, success: Outcome = nil,
        failure: Outcome = nil, delivery: FeedbackRule.Delivery = .atLeastOnce, disable: String? = nil, next: Outcome = nil,
        elements: Fields = []
    ) {
        pending.append { sketch in
            // `on Event` is a feedback of the instance, which an event starts.
            let event = state.hasPrefix("on ") ? sketch.eventIndex(String(state.dropFirst(3))) : nil
            let payload = event.map { sketch.events[$0].payload }
            let index = event == nil ? sketch.index(state) : 0
            let inputType = RecordType(fields: input.map { .init($0.name, $0.type) })
            let outputType = Self.record(output)
            if event == nil { sketch.states[index].feedbacks.append(sketch.feedbacks.count) }
            let elementType = Self.record(elements)
            var rules: [OutcomeRule] = []
            if next != nil, case .events(let mapped) = sketch.outcome(next, from: index, result: elementType) { rules = mapped }
            sketch.feedbacks.append(
                FeedbackRule(
                    name: "\(state)/\(service)", state: index, service: service,
                    input: .record(
                        inputType, input.map { .expression(sketch.compile($0.value, from: index, event: payload), $0.type) }),
                    inputType: inputType, outputType: outputType, strategy: strategy, timeout: timeout, retry: retry,
                    success: sketch.outcome(success, from: index, result: outputType),
                    failure: sketch.outcome(failure, from: index, result: nil), delivery: delivery,
                    disables: disable.map { [sketch.compile($0, from: index, event: payload)] } ?? [], outcomeReadsState: true,
                    event: event, next: rules, elementType: elementType, range: .start))
        }
    }

    private func outcome(_ outcome: Outcome, from state: StateIndex, result: RecordType?) -> FeedbackRule.Outcome {
        guard let outcome else { return .standard }
        if outcome.isEmpty { return .ignore }
        var scope: [ExpressionScope.Variable] = []
        if let result { scope.append(.init(name: "result", type: .record(result), slot: VariableSlot.result)) }
        if result == nil { scope.append(.init(name: "error", type: .record(VariableSlot.errorType), slot: VariableSlot.error)) }
        return .events(
            outcome.map { rule in
                let event = eventIndex(rule.event)
                return OutcomeRule(
                    when: rule.when.map { compile($0, from: state, event: nil, more: scope) }, event: event,
                    payload: fieldRules(rule.data, events[event].payload, from: state, event: nil, more: scope))
            })
    }

    // MARK: The whole

    /// The machine.
    func build() -> Machine {
        var sketch = self
        for step in pending { step(&sketch) }
        for number in sketch.states.indices.reversed() {
            sketch.states[number].last = sketch.states[number].children.map { sketch.states[$0].last }.max() ?? number
        }
        for number in sketch.states.indices { sketch.states[number].doneType = sketch.doneType(of: number) }
        guard let initial = sketch.initial else { preconditionFailure("the sketch has no start") }
        return Machine(
            workflow: workflow, revision: 1, file: "sketch.yaml", input: input, output: output, settings: settings, key: nil,
            states: sketch.states, events: sketch.events, rows: sketch.rows, timers: sketch.timers, feedbacks: sketch.feedbacks,
            initial: initial, services: [:], unhandled: unhandled, limits: limits)
    }

    private func index(_ path: String) -> StateIndex {
        guard let index = states.firstIndex(where: { $0.path == path }) else { preconditionFailure("no state \(path)") }
        return index
    }

    private func eventIndex(_ name: String) -> EventIndex {
        guard let index = events.firstIndex(where: { $0.name == name }) else { preconditionFailure("no event \(name)") }
        return index
    }

    /// What `done` of a state carries: of a compound state all that its final states may give, of a parallel one a field for each region.
    private func doneType(of state: StateIndex) -> RecordType {
        switch states[state].kind {
        case .compound:
            let outputs = states[state].children.filter { states[$0].isFinal }.map { outputType(of: $0) }
            var fields: [RecordType.Field] = []
            for field in outputs.flatMap(\.fields) where !fields.contains(where: { $0.name == field.name }) {
                fields.append(.init(field.name, field.type, isOptional: outputs.count > 1))
            }
            return RecordType(fields: fields)
        case .parallel:
            return RecordType(
                fields: states[state].children.compactMap { region in
                    let type = states[region].isFinal ? outputType(of: region) : doneType(of: region)
                    return type.fields.isEmpty ? nil : .init(states[region].name, .record(type), isOptional: true)
                })
        default: return .empty
        }
    }

    private func outputType(of final: StateIndex) -> RecordType {
        if case .record(let type, _)? = states[final].output { type } else { .empty }
    }

    /// What `event` is in a row; that of `done` is what the state's own feedback gives, or what is inside it.
    private func payload(of event: EventIndex, from source: StateIndex) -> RecordType {
        guard event == Event.done else { return events[event].payload }
        if [.compound, .parallel].contains(states[source].kind) { return doneType(of: source) }
        return feedbacks.first { $0.state == source }?.outputType ?? .empty
    }

    private func dataRules(_ data: [String: [String: String]], from source: StateIndex, event: RecordType?) -> [DataRule] {
        data.sorted { $0.key < $1.key }.map { path, fields in
            let state = index(path)
            return DataRule(state: state, fields: fieldRules(fields, states[state].data, from: source, event: event))
        }
    }

    private func fieldRules(
        _ fields: [String: String], _ type: RecordType, from source: StateIndex, event: RecordType?, more: [ExpressionScope.Variable] = []
    ) -> [FieldRule] {
        fields.sorted { $0.key < $1.key }.map { name, text in
            guard let slot = type.slot(of: name) else { preconditionFailure("no field \(name)") }
            return FieldRule(
                slot: slot, source: .template(.expression(compile(text, from: source, event: event, more: more), type.fields[slot].type)))
        }
    }

    private func compile(
        _ text: String, from source: StateIndex, event: RecordType?, more: [ExpressionScope.Variable] = []
    ) -> SourcedExpression {
        var variables: [ExpressionScope.Variable] = [
            .init(name: "input", type: .record(input), slot: VariableSlot.input),
            .init(name: "state", type: .record(states[source].visible.type), slot: VariableSlot.state),
            .init(name: "now", type: .timestamp, slot: VariableSlot.now),
            .init(name: "instance", type: .record(VariableSlot.instanceType), slot: VariableSlot.instance),
            .init(name: "workflow", type: .record(VariableSlot.workflowType), slot: VariableSlot.workflow),
            .init(name: "settings", type: .record(settings), slot: VariableSlot.settings),
        ]
        if let event { variables.append(.init(name: "event", type: .record(event), slot: VariableSlot.event)) }
        var scope = ExpressionScope(variables: variables + more, capabilities: [.active, .uuid, .secret])
        let paths = states.map(\.path)
        scope.states = { name in paths.firstIndex(of: name).map { .found($0) } ?? .unknown(nearest: nil) }
        let result = ExpressionCompiler.compile(text, in: scope)
        guard let expression = result.expression else { preconditionFailure("\(text): \(result.findings)") }
        return SourcedExpression(expression, at: SourcePosition(line: 1, column: 1, offset: 0))
    }
}
