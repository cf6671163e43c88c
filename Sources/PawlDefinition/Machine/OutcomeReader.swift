import PawlExpression
import PawlKit
import PawlMachine
import PawlYAML

extension DefinitionBuilder {
    /// The keys of a feedback that raise events.
    enum OutcomeKey: String {
        case success, failure, next
    }

    /// Reads `success`, `failure` or `next`: an event, `ignore`, a mapping, or a list of these with `when`.
    func readOutcome(
        _ pair: YAMLPair?, of draft: FeedbackDraft, _ key: OutcomeKey, view: ScopeMaker.View, result: RecordType
    ) -> (outcome: FeedbackRule.Outcome, readsState: Bool) {
        guard let pair else { return (.standard, false) }
        if key != .next, pair.value.scalar?.text == "ignore" { return (.ignore, false) }
        var view = view
        let source: FieldSources.Source
        switch key {
        case .success:
            view.result = .record(result)
            source = .init(kind: .result, type: result, label: "the result of '\(draft.service)'", isBroken: draft.entry.output.isBroken)
        case .next:
            view.result = .record(result)
            source = .init(kind: .result, type: result, label: "an element of '\(draft.service)'")
        case .failure:
            view.error = true
            source = .init(kind: .error, type: VariableSlot.errorType, label: "the error")
        }
        let sources = FieldSources(sources: [source], giver: "`\(key.rawValue)`")
        var rules: [OutcomeRule] = []
        var unguarded: SourceRange?
        for node in pair.value.elements ?? [pair.value] {
            guard let (rule, range) = readRule(node, what: sources.giver, view: view, sources: sources) else { continue }
            if let unguarded {
                findings.report(DefinitionFact.outcomeBehindUnguarded(key.rawValue), at: range, related: unguarded)
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
            let payload = payloadRules(of: event, given: nil, from: sources, in: scopes(view), at: range) ?? []
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
        let payload = payloadRules(of: event, given: section["data"]?.value, from: sources, in: scopes(view), at: range) ?? []
        return (OutcomeRule(when: condition, event: event, payload: payload), range)
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
