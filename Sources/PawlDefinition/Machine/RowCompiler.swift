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
            var seen: Set<StateIndex> = []
            for (name, range) in names {
                guard let source = resolveState(name, at: range), seen.insert(source).inserted else { continue }
                let state = states.all[source]
                if state.isFinal {
                    findings.report(DefinitionFact.rowFromFinal(state.path), at: range, related: state.range)
                } else if state.isHistory {
                    findings.report(DefinitionFact.fromHistory(state.path, what: "row"), at: range, related: state.range)
                } else {
                    sources.append(source)
                }
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
        let visible = states.all[source].visible.type
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
                name: "\(source == 0 ? "*" : states.all[source].path):\(resolved.label)", source: source, trigger: resolved.trigger,
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
            if !target.isBroken {
                compile(target, into: &row, isAlone: isAlone, payload: resolved.payload?.visible ?? .empty, from: sources, in: compiler)
            }
            rows.add(row)
        }
    }

    private func compile(
        _ target: RowSyntax.Target, into row: inout Row, isAlone: Bool, payload: RecordType, from sources: FieldSources,
        in compiler: ScopedCompiler
    ) {
        if !target.to.isEmpty {
            let targets = target.to.compactMap { name in resolveState(name.text, at: name.range).map { (state: $0, range: name.range) } }
            if targets.count == target.to.count, let first = targets.first {
                row.targets = targets.map(\.state)
                row.isInternal = target.isInternal != nil
                checkWay(of: row, to: targets, internal: target.isInternal)
                var entrance = Entrance(
                    targets: row.targets,
                    domain: states.all.domain(from: row.source, to: row.targets, isInternal: row.isInternal), range: first.range)
                var updates: [YAMLPair] = []
                row.data = entryData(
                    of: &entrance, given: target.data, giver: "this row", from: sources, in: compiler, update: { updates.append($0) })
                row.data += updateRules(of: entrance.domain, updates, in: compiler)
                note(entrance, carrying: payload)
            }
        } else if !isAlone {
            findings.report(DefinitionFact.updateOfSeveralStates, at: target.range)
        } else if target.data == nil, target.emit == nil {
            findings.report(DefinitionFact.rowDoesNothing, at: target.range)
        }
        if target.to.isEmpty {
            if let word = target.isInternal { findings.report(DefinitionFact.internalImpossible, at: word) }
            if isAlone, let data = target.data { row.data = updateData(of: row.source, given: data, in: compiler) }
        }
        if let emit = target.emit { row.emits = compileEmits(emit, from: sources, in: compiler) }
    }

    /// Checks that targets are in different regions, that no region is left for another, and that `internal` means something.
    private func checkWay(of row: Row, to targets: [(state: StateIndex, range: SourceRange)], internal word: SourceRange?) {
        checkRegions(targets)
        if let word,
            states.all[row.source].kind != .compound || row.source == 0
                || !targets.allSatisfy({ states.all.isInside($0.state, row.source) })
        {
            findings.report(DefinitionFact.internalImpossible, at: word)
        }
        var region = row.source
        while region != 0, let parallel = states.all[region].parent {
            if states.all[parallel].kind == .parallel {
                let inside = targets.filter { states.all.isInside($0.state, parallel) }
                let staysOwn = inside.contains { $0.state == region || states.all.isInside($0.state, region) }
                if let crossing = inside.first, !staysOwn, !states.all[crossing.state].isHistory {
                    findings.report(
                        DefinitionFact.acrossRegions(
                            states.all[row.source].path, states.all[crossing.state].path, parallel: states.all[parallel].path),
                        at: crossing.range, related: states.all[parallel].range)
                    return
                }
            }
            region = parallel
        }
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
                let label = states.all[source].isComposite ? "what \(states.label(source)) gives" : "the result"
                return ResolvedTrigger(trigger: .event(event), label: "done", payload: Payload(visible: type, label: label))
            case .unknown?: return nil
            case nil:
                reportImpossibleDone(of: source, at: trigger.range)
                return nil
            }
        case .after(let node): return timer(node, isAfter: true, of: source, at: trigger.range)
        case .at(let node): return timer(node, isAfter: false, of: source, at: trigger.range)
        }
    }

    private func reportImpossibleDone(of source: StateIndex, at range: SourceRange) {
        let state = states.all[source]
        let why: DefinitionFact.NeverDone
        switch state.kind {
        case .compound: why = .noFinal
        case .parallel:
            let region = states.all.regions(of: source).first { doneProviders[$0] == nil && !states.all[$0].isFinal }
            why = .region(region.map { states.all[$0].path } ?? state.path)
        default: why = hasFeedbacks.contains(source) ? .namedOutcome : .noFeedback
        }
        findings.report(DefinitionFact.doneImpossible(state.path, why), at: range, related: state.range, detail: state.path)
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
            let view = ScopeMaker.View(state: source == 0 ? nil : states.all[source].visible.type)
            let type: ValueType = isAfter ? .duration : .timestamp
            guard let expression = scopes(view).compile(node, of: "`\(word)`", expecting: type) else { return nil }
            template = .expression(expression, type)
            written = Self.bare(text)
        }
        guard let template else { return nil }
        let name = "\(source == 0 ? "*" : states.all[source].path):\(word) \(written)"
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
                    kind: .state, type: states.all[source].visible.type, label: states.label(source),
                    isBroken: states.parts[source].isBroken))
        }
        if let payload {
            sources.append(.init(kind: .event, type: payload.visible, label: payload.label, isBroken: payload.isBroken))
        }
        return FieldSources(sources: sources, giver: "this row")
    }

    /// The fields that an internal update changes, or entering and leaving a state.
    func updateData(of source: StateIndex, given: YAMLNode, in compiler: ScopedCompiler) -> [DataRule] {
        guard let pairs = given.pairs else {
            findings.report(DefinitionFact.wrongShape(what: "`data`", expected: "a mapping", found: given.kindText), at: given.headRange)
            return []
        }
        return updateRules(of: source, pairs, in: compiler)
    }

    /// Changes to fields of a state that stays active, and of those around it.
    private func updateRules(of source: StateIndex, _ pairs: [YAMLPair], in compiler: ScopedCompiler) -> [DataRule] {
        let visible = states.all[source].visible
        guard !pairs.isEmpty, !states.parts[source].isBroken else { return [] }
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
        return rules.sorted { $0.key < $1.key }.map { DataRule(state: $0.key, fields: $0.value, isUpdate: true) }
    }
}
