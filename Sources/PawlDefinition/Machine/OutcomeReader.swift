import PawlExpression
import PawlKit
import PawlMachine
import PawlYAML

extension DefinitionBuilder {
    /// Reads `success` or `failure`: an event, `ignore`, a mapping, or a list of these with `when`.
    func readOutcome(
        _ pair: YAMLPair?, of draft: FeedbackDraft, isSuccess: Bool, state: RecordType, result: RecordType
    ) -> (outcome: Feedback.Outcome, readsState: Bool) {
        guard let pair else { return (.standard, false) }
        if pair.value.scalar?.text == "ignore" { return (.ignore, false) }
        var view = ScopeMaker.View(state: state)
        let source: FieldSources.Source
        if isSuccess {
            view.result = .record(result)
            source = .init(kind: .result, type: result, label: "the result of '\(draft.service)'", isBroken: draft.entry.output.isBroken)
        } else {
            view.error = true
            source = .init(kind: .error, type: VariableSlot.errorType, label: "the error")
        }
        let sources = FieldSources(sources: [source], giver: isSuccess ? "`success`" : "`failure`")
        var rules: [OutcomeRule] = []
        var unguarded: SourceRange?
        for node in pair.value.elements ?? [pair.value] {
            guard let (rule, range) = readRule(node, what: sources.giver, view: view, sources: sources) else { continue }
            if let unguarded {
                findings.report(DefinitionFact.outcomeBehindUnguarded(isSuccess ? "success" : "failure"), at: range, related: unguarded)
            } else if rule.when == nil {
                unguarded = range
            }
            rules.append(rule)
        }
        return (.events(rules), rules.contains { $0.readsState })
    }

    private func readRule(
        _ node: YAMLNode, what: String, view: ScopeMaker.View, sources: FieldSources
    ) -> (rule: OutcomeRule, range: SourceRange)? {
        guard node.pairs != nil else {
            guard let (name, range) = findings.text(node, of: what), let event = resolveRaised(name, at: range) else { return nil }
            let payload = payload(of: event, given: nil, sources: sources, in: scopes(view), at: range)
            return (OutcomeRule(event: event, payload: payload), range)
        }
        guard let section = Section(node, .outcome, findings) else { return nil }
        guard let name = section["event"] else {
            findings.report(DefinitionFact.missingKey("event", in: what, help: "the event to raise"), at: section.start)
            return nil
        }
        guard let (text, range) = findings.text(name.value, of: "`event`"), let event = resolveRaised(text, at: range) else { return nil }
        var view = view
        var condition: SourcedExpression?
        if let when = section["when"] {
            let expression = scopes(view).compile(when.value, of: "`when`", expecting: .bool)
            condition = expression ?? placeholder
            view.present = expression?.expression.provesPresent ?? []
        }
        let payload = payload(of: event, given: section["data"]?.value, sources: sources, in: scopes(view), at: range)
        return (OutcomeRule(when: condition, event: event, payload: payload), range)
    }

    private func payload(
        of event: EventIndex, given: YAMLNode?, sources: FieldSources, in compiler: ScopedCompiler, at range: SourceRange
    ) -> [FieldRule] {
        fieldRules(
            for: events.declared[event], owner: "event '\(events.events[event].name)'", given: given, from: sources, in: compiler, at: range
        )
            ?? []
    }
}

extension OutcomeRule {
    /// Whether its condition or its payload reads `state`.
    var readsState: Bool {
        when?.expression.readsState == true
            || payload.contains { if case .template(let template) = $0.source { template.readsState } else { false } }
    }
}

extension Template {
    /// Whether an expression in it reads `state`.
    var readsState: Bool {
        switch self {
        case .constant: false
        case .expression(let expression, _): expression.expression.readsState
        case .text(let parts):
            parts.contains { if case .expression(let expression) = $0 { expression.expression.readsState } else { false } }
        case .list(let elements): elements.contains(where: \.readsState)
        case .map(let entries): entries.contains { $0.value.readsState }
        case .record(_, let fields): fields.contains { $0?.readsState == true }
        }
    }
}
