import PawlKit
import PawlMachine
import PawlYAML

extension DefinitionBuilder {
    /// Reads what `emit` raises: an event, `{ event, data, after, when }`, `{ cancel, when }`, or a list of these.
    func compileEmits(_ node: YAMLNode, from sources: FieldSources, in compiler: ScopedCompiler) -> [Emit] {
        (node.elements ?? [node]).compactMap { element in
            guard element.pairs != nil else {
                return findings.text(element, of: "`emit`").flatMap { emit($0, data: nil, from: sources, in: compiler) }
            }
            guard let section = Section(element, .emit, findings) else { return nil }
            let when = section["when"].flatMap { compiler.compile($0.value, of: "`when`", expecting: .bool) }
            // A condition that does not compile was reported; without it the emit would say something else.
            if section["when"] != nil, when == nil { return nil }
            if let cancel = section["cancel"] { return callOff(cancel, section, when: when) }
            guard let event = section["event"] else {
                findings.report(DefinitionFact.missingKey("event", in: "an event to emit", help: nil), at: section.start)
                return nil
            }
            guard let name = findings.text(event.value, of: "`event`"),
                var emit = emit(name, data: section["data"]?.value, from: sources, in: compiler)
            else { return nil }
            emit.when = when
            if let after = section["after"] {
                guard let delay = delay(after.value, in: compiler) else { return nil }
                emit.moment = .later(delay)
                delayed.insert(emit.event)
            }
            return emit
        }
    }

    private func emit(
        _ name: (text: String, range: SourceRange), data: YAMLNode?, from sources: FieldSources, in compiler: ScopedCompiler
    ) -> Emit? {
        guard let event = resolveRaised(name.text, at: name.range),
            let payload = payloadRules(of: event, given: data, from: sources, in: compiler, at: name.range)
        else { return nil }
        return Emit(event: event, payload: payload, range: name.range)
    }

    /// `{ cancel: Event }`: calls off what is still to come of an event.
    private func callOff(_ cancel: YAMLPair, _ section: Section, when: SourcedExpression?) -> Emit? {
        if let other = section.first(of: ["event", "data", "after"]) {
            findings.report(DefinitionFact.besideCancel(other.key), at: other.pair.key.range, related: cancel.key.range)
        }
        guard let (name, range) = findings.text(cancel.value, of: "`cancel`"), let event = resolveEvent(name, at: range) else { return nil }
        calledOff.append((event, range))
        return Emit(event: event, payload: [], moment: .never, when: when, range: range)
    }

    /// Reports what is called off and never comes late.
    func checkCalledOff() {
        for (event, range) in calledOff where !delayed.contains(event) {
            findings.report(DefinitionFact.cancelsNothing(events.events[event].name), at: range)
        }
    }

    /// The delay of an event: a length of time, or an expression.
    private func delay(_ node: YAMLNode, in compiler: ScopedCompiler) -> Template? {
        guard let (text, range) = findings.text(node, of: "`after`") else { return nil }
        if let amount = TimeAmount(text) {
            if amount >= .zero { return .constant(.duration(amount)) }
        } else if text.utf8.first?.isDigit != true {
            return compiler.compile(node, of: "`after`", expecting: .duration).map { .expression($0, .duration) }
        }
        findings.report(DefinitionFact.badDuration(text, of: "`after`"), at: range)
        return nil
    }
}
