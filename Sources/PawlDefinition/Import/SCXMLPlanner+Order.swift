import PawlKit

/// SCXML runs what leaving states and transitions do line by line; a row of a workflow sees the data as it was before the event.
extension SCXMLPlanner {
    /// Reports what reads a variable that was changed just before, where a row would see the old value.
    func reportOrder() {
        var atExit: [String: SourceRange] = [:]
        for state in document.states { atExit.merge(Self.changes(state.exit)) { first, _ in first } }
        let busy = document.transitions.filter { !$0.transition.actions.isEmpty }.map { source, transition in
            (source, transition, Self.changes(transition.actions), Self.reads(transition))
        }
        for (_, transition, _, reads) in busy {
            for name in reads.sorted() {
                if let change = atExit[name] { findings.report(SCXMLFact.readAfterChange(name), at: transition.range, related: change) }
            }
        }
        // Which transitions share an event; a pair of regions is rare, so this is cheap.
        let changing = busy.filter { !$0.2.isEmpty }
        for (source, transition, reads) in busy.map({ ($0.0, $0.1, $0.3) }) where !reads.isEmpty {
            for other in changing where other.0 < source && !document.isInside(source, other.0) && document.canCoexist(source, other.0) {
                guard let name = reads.sorted().first(where: { other.2[$0] != nil }), Self.share(transition, other.1) else { continue }
                findings.report(SCXMLFact.sharedVariable(name), at: transition.range, related: other.1.range, detail: name)
            }
        }
    }

    private static func share(_ one: SCXMLTransition, _ other: SCXMLTransition) -> Bool {
        guard let events = one.events, let others = other.events else { return one.events == nil && other.events == nil }
        return events.contains { event in
            others.contains { EventCatalog.matches(event.text, $0.text) || EventCatalog.matches($0.text, event.text) }
        }
    }

    /// The variables that content changes, with the place of each.
    private static func changes(_ actions: [SCXMLAction]) -> [String: SourceRange] {
        var changes: [String: SourceRange] = [:]
        for action in actions {
            switch action {
            case .assign(let name, _, let text): changes[name.text] = changes[name.text] ?? text.range
            case .choose(let branches): for branch in branches { changes.merge(Self.changes(branch.actions)) { first, _ in first } }
            default: break
            }
        }
        return changes
    }

    /// The names that the content of a transition reads. Its condition is looked at before anything changes.
    private static func reads(_ transition: SCXMLTransition) -> Set<String> {
        var names: Set<String> = []
        let content = SCXMLTransition(
            events: nil, condition: nil, targets: [], isInternal: false, actions: transition.actions, range: transition.range)
        for expression in TypeInference.expressions(of: content) {
            TypeInference.walk(expression) { if case .name(let name) = $0 { names.insert(name) } }
        }
        return names
    }
}
