import PawlExpression
import PawlKit
import PawlMachine
import PawlYAML

/// Rows and timers while they are collected. A row gets its name at the end, when it is known how many share its trigger.
struct RowTable {
    /// The most rows of one machine, each source state and target counted.
    static let limit = 40_000

    private(set) var rows: [Row] = []
    private(set) var timers: [TimerRule] = []
    /// Whether there were more rows than the limit, which was reported.
    var isFull = false
    private var timerByName: [ByteString: Int] = [:]
    /// The rows of each trigger of each state, by the name they have in common.
    private var groups: [ByteString: [RowIndex]] = [:]

    /// Adds a row whose name is that of its source and trigger.
    mutating func add(_ row: Row) {
        groups[ByteString(row.name), default: []].append(rows.count)
        if case .timer(let timer) = row.trigger { timers[timer].rows.append(rows.count) }
        rows.append(row)
    }

    /// The timer of that name, made when it is new. Two rows that wait equally long share one.
    mutating func timer(named name: String, make: () -> TimerRule) -> Int {
        if let timer = timerByName[ByteString(name)] { return timer }
        timerByName[ByteString(name)] = timers.count
        timers.append(make())
        return timers.count - 1
    }

    /// Numbers the rows that share a trigger.
    mutating func finishNames() {
        for (name, members) in groups where members.count > 1 {
            for (number, row) in members.enumerated() { rows[row].name = "\(name.text)[\(number)]" }
        }
    }
}

extension DefinitionBuilder {
    /// Compiles a row: one row of the machine for each source, trigger and target.
    func compile(_ syntax: RowSyntax, sectionDisables: [SourcedExpression]) {
        var sources: [StateIndex] = []
        switch syntax.from {
        case .root: sources = [0]
        case .states(let names):
            for (name, range) in names {
                guard let state = resolveState(name, at: range), !sources.contains(state) else { continue }
                if states[state].state.isFinal {
                    findings.report(DefinitionFact.rowFromFinal(states[state].state.path), at: range, related: states[state].state.range)
                    continue
                }
                sources.append(state)
            }
        }
        for source in sources {
            for trigger in syntax.triggers where !rows.isFull && !scopes.budget.isSpent {
                compile(trigger, from: source, isAlone: sources.count == 1, disable: syntax.disable, sectionDisables: sectionDisables)
            }
        }
    }

    private func compile(
        _ trigger: RowSyntax.Trigger, from source: StateIndex, isAlone: Bool, disable: YAMLNode?, sectionDisables: [SourcedExpression]
    ) {
        guard let resolved = resolve(trigger, from: source) else {
            findings.isComplete = false
            return
        }
        let visible = states[source].state.visible.type
        var guardView = ScopeMaker.View(state: source == 0 ? nil : visible, event: resolved.payload?.visible, settings: true)
        var disables = sectionDisables
        if let disable {
            disables.insert(scopes(guardView).compile(disable, of: "`disable`", expecting: .bool) ?? placeholder, at: 0)
        }
        // What the data of all targets sees, unless a condition has proven more.
        var plain: ScopedCompiler?
        for target in trigger.targets {
            guard rows.rows.count < RowTable.limit else {
                findings.report(DefinitionFact.tooManyRows(limit: RowTable.limit), at: trigger.range)
                rows.isFull = true
                return
            }
            var row = Row(
                name: "\(source == 0 ? "*" : states[source].state.path):\(resolved.label)", source: source, trigger: resolved.trigger,
                disables: disables, targets: [], range: target.range)
            guardView.present = []
            if let when = target.when {
                let expression = scopes(guardView).compile(when, of: "`when`", expecting: .bool)
                row.when = expression ?? placeholder
                guardView.present = expression?.expression.provesPresent ?? []
            }
            let compiler: ScopedCompiler
            if guardView.present.isEmpty, let plain {
                compiler = plain
            } else {
                var dataView = guardView
                dataView.settings = false
                compiler = scopes(dataView)
                if guardView.present.isEmpty { plain = compiler }
            }
            let sources = sources(of: source, payload: resolved.payload)
            if !target.isBroken { compile(target, into: &row, isAlone: isAlone, from: sources, in: compiler) }
            rows.add(row)
        }
    }

    private func compile(
        _ target: RowSyntax.Target, into row: inout Row, isAlone: Bool, from sources: FieldSources, in compiler: ScopedCompiler
    ) {
        if let to = target.to {
            if let state = resolveState(to.text, at: to.range) {
                row.targets = [state]
                row.data = entryData(for: [state], given: target.data, from: sources, in: compiler, at: to.range)
            }
        } else if !isAlone {
            findings.report(DefinitionFact.updateOfSeveralStates, at: target.range)
        } else if target.data == nil, target.emit == nil {
            findings.report(DefinitionFact.rowDoesNothing, at: target.range)
        }
        if target.to == nil, isAlone, let data = target.data { row.data = updateData(of: row.source, given: data, in: compiler) }
        if let emit = target.emit { row.emits = compileEmits(emit, from: sources, in: compiler) }
    }

    // MARK: Triggers

    /// The payload of an event as a row sees it.
    struct Payload {
        /// As expressions know it.
        var visible: RecordType
        var label: String
        var isBroken = false
    }

    private struct ResolvedTrigger {
        var trigger: Row.Trigger
        var label: String
        var payload: Payload?
    }

    private func resolve(_ trigger: RowSyntax.Trigger, from source: StateIndex) -> ResolvedTrigger? {
        switch trigger.kind {
        case .anyEvent: return ResolvedTrigger(trigger: .anyEvent, label: "*")
        case .always: return ResolvedTrigger(trigger: .always, label: "always")
        case .event(let name):
            guard let event = resolveEvent(name, at: trigger.range) else { return nil }
            guard event == Event.done else {
                let payload = Payload(
                    visible: events.visible[event], label: "event '\(events.events[event].name)'", isBroken: events.declared[event].isBroken
                )
                return ResolvedTrigger(trigger: .event(event), label: events.events[event].name, payload: payload)
            }
            if source == 0 {
                findings.report(DefinitionFact.doneOfMachine, at: trigger.range)
                return nil
            }
            switch doneProviders[source] {
            case .known(let type)?:
                return ResolvedTrigger(trigger: .event(event), label: "done", payload: Payload(visible: type, label: "the result"))
            case .unknown?: return nil
            case nil:
                findings.report(
                    DefinitionFact.doneImpossible(states[source].state.path, hasFeedbacks: feedbacks.contains { $0.state == source }),
                    at: trigger.range, related: states[source].state.range, detail: states[source].state.path)
                return nil
            }
        case .after(let node): return timer(node, isAfter: true, of: source, at: trigger.range)
        case .at(let node): return timer(node, isAfter: false, of: source, at: trigger.range)
        }
    }

    private func timer(_ node: YAMLNode, isAfter: Bool, of source: StateIndex, at range: SourceRange) -> ResolvedTrigger? {
        let word = isAfter ? "after" : "at"
        guard let (text, textRange) = findings.text(node, of: "`\(word)`") else { return nil }
        var template: Template?
        var written = text
        if isAfter, let amount = TimeAmount(text) {
            if amount < .zero {
                findings.report(DefinitionFact.badDuration(text, of: "`after`"), at: textRange)
                return nil
            }
            template = .constant(.duration(amount))
            written = amount.text
        } else if !isAfter, let time = Timestamp(text) {
            template = .constant(.timestamp(time))
            written = time.text
        } else if text.utf8.first?.isDigit == true {
            findings.report(isAfter ? DefinitionFact.badDuration(text, of: "`after`") : .badTimestamp(text, of: "`at`"), at: textRange)
            return nil
        } else {
            let view = ScopeMaker.View(state: source == 0 ? nil : states[source].state.visible.type)
            let type: ValueType = isAfter ? .duration : .timestamp
            guard let expression = scopes(view).compile(node, of: "`\(word)`", expecting: type) else { return nil }
            template = .expression(expression, type)
            written = Self.bare(text)
        }
        guard let template else { return nil }
        let name = "\(source == 0 ? "*" : states[source].state.path):\(word) \(written)"
        let timer = rows.timer(named: name) {
            TimerRule(name: name, state: source, deadline: isAfter ? .after(template) : .at(template), rows: [], range: range)
        }
        return ResolvedTrigger(trigger: .timer(timer), label: "\(word) \(written)")
    }

    /// The text of an expression place without its `${ }` and the blanks around it.
    private static func bare(_ text: String) -> String {
        let range = TemplatePieces.whole(text) ?? 0..<text.utf8.count
        return String(decoding: Array(text.utf8)[range], as: UTF8.self).split(separator: " ").joined(separator: " ")
    }

    // MARK: Data

    private func sources(of source: StateIndex, payload: Payload?) -> FieldSources {
        var sources: [FieldSources.Source] = []
        if source != 0 {
            sources.append(
                .init(
                    kind: .state, type: states[source].state.visible.type, label: states.label(source),
                    isBroken: states[source].declared.isBroken))
        }
        if let payload {
            sources.append(.init(kind: .event, type: payload.visible, label: payload.label, isBroken: payload.isBroken))
        }
        return FieldSources(sources: sources, giver: "this row")
    }

    /// The data of the states that are entered.
    func entryData(
        for targets: [StateIndex], given: YAMLNode?, from sources: FieldSources, in compiler: ScopedCompiler, at range: SourceRange
    ) -> [DataRule] {
        targets.compactMap { state in
            guard
                let fields = fieldRules(
                    for: states[state].declared, owner: states.label(state), given: given, from: sources, in: compiler, at: range)
            else { return nil }
            return fields.isEmpty ? nil : DataRule(state: state, fields: fields)
        }
    }

    /// The fields that an internal update changes.
    private func updateData(of source: StateIndex, given: YAMLNode, in compiler: ScopedCompiler) -> [DataRule] {
        let visible = states[source].state.visible
        guard let pairs = given.pairs else {
            findings.report(DefinitionFact.wrongShape(what: "`data`", expected: "a mapping", found: given.kindText), at: given.headRange)
            return []
        }
        guard !states[source].declared.isBroken else { return [] }
        let reader = TemplateReader(findings: findings, scope: compiler)
        guard let (fields, _) = reader.fields(pairs, of: visible.type, owner: states.label(source)) else { return [] }
        var rules: [StateIndex: [FieldRule]] = [:]
        for (slot, reading) in fields.enumerated() {
            let place = visible.sources[slot]
            switch reading {
            case .template(let template)?: rules[place.state, default: []].append(FieldRule(slot: place.slot, source: .template(template)))
            case .absent?:
                rules[place.state, default: []].append(
                    FieldRule(slot: place.slot, source: .template(.expression(absent, visible.type.fields[slot].type))))
            case .failed?, nil: break
            }
        }
        return rules.sorted { $0.key < $1.key }.map { DataRule(state: $0.key, fields: $0.value) }
    }

    // MARK: Events raised

    private func compileEmits(_ node: YAMLNode, from sources: FieldSources, in compiler: ScopedCompiler) -> [Emit] {
        (node.elements ?? [node]).compactMap { element in
            var data: YAMLNode?
            var name: (text: String, range: SourceRange)?
            if element.pairs != nil {
                guard let section = Section(element, .emit, findings) else { return nil }
                guard let event = section["event"] else {
                    findings.report(DefinitionFact.missingKey("event", in: "an event to emit", help: nil), at: section.start)
                    return nil
                }
                name = findings.text(event.value, of: "`event`")
                data = section["data"]?.value
            } else {
                name = findings.text(element, of: "`emit`")
            }
            guard let name, let event = resolveRaised(name.text, at: name.range) else { return nil }
            guard
                let payload = fieldRules(
                    for: events.declared[event], owner: "event '\(events.events[event].name)'", given: data, from: sources, in: compiler,
                    at: name.range)
            else { return nil }
            return Emit(event: event, payload: payload, range: name.range)
        }
    }
}
