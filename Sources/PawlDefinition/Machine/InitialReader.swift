import PawlExpression
import PawlKit
import PawlMachine
import PawlYAML

/// `initial` of a state, or `default` of a history state, its names looked up.
struct InitialSyntax {
    var entrance: Entrance
    var data: YAMLNode?
}

extension DefinitionBuilder {
    /// Looks up what compound and history states enter, and the machine at its start.
    func resolveInitials() {
        for index in states.all.indices.dropFirst() {
            let state = states.all[index]
            guard let section = states.parts[index].section else { continue }
            switch state.kind {
            case .compound:
                if let pair = section["initial"] {
                    initials[index] = readInitial(pair.value, of: "initial", inside: index)
                } else {
                    findings.isComplete = false
                    let first = states.all.regions(of: index).first.map { states.all[$0].name }
                    findings.report(
                        DefinitionFact.missingKey(
                            "initial", in: "a state with states inside", help: first.map { "the one that it begins with, such as `\($0)`" }),
                        at: state.range)
                }
            case .history:
                guard let pair = section["default"], let parent = state.parent, parent != 0 else { continue }
                initials[index] = readInitial(pair.value, of: "default", inside: parent)
            default: break
            }
        }
        if let pair = workflow["initial"] {
            initials[0] = readInitial(pair.value, of: "initial", inside: 0)
        } else {
            findings.report(DefinitionFact.missingKey("initial", in: "a workflow", help: "the state that it starts in"), at: workflow.start)
        }
        if initials[0] == nil { findings.isComplete = false }
        plan = EntrancePlan(
            states: states.all,
            inner: initials.mapValues { EntrancePlan.Inner(targets: $0.entrance.targets, base: $0.entrance.domain) })
    }

    /// `State`, a list of these for regions, or `{ state, data }`.
    private func readInitial(_ node: YAMLNode, of key: String, inside outer: StateIndex) -> InitialSyntax? {
        var named = node
        var data: YAMLNode?
        if node.pairs != nil {
            guard let section = Section(node, .initial, findings) else { return nil }
            guard let state = section["state"] else {
                findings.report(DefinitionFact.missingKey("state", in: "`\(key)`", help: nil), at: section.start)
                return nil
            }
            named = state.value
            data = section["data"]?.value
        }
        let names = findings.texts(named, of: named.range == node.range ? "`\(key)`" : "`state`")
        var targets: [(state: StateIndex, range: SourceRange)] = []
        for name in names {
            guard let target = resolveState(name.text, at: name.range, inside: outer) else { continue }
            if outer != 0, !states.all.isInside(target, outer) {
                findings.isComplete = false
                findings.report(
                    DefinitionFact.initialOutside(key, states.all[target].path, outer: states.all[outer].path), at: name.range,
                    related: states.all[outer].range)
            } else if key == "default", states.all[target].isHistory {
                findings.isComplete = false
                findings.report(DefinitionFact.defaultIsHistory(states.all[target].path), at: name.range)
            } else {
                targets.append((target, name.range))
            }
        }
        guard targets.count == names.count, let first = targets.first else { return nil }
        checkRegions(targets)
        return InitialSyntax(entrance: Entrance(targets: targets.map(\.state), domain: outer, range: first.range), data: data)
    }

    /// Checks that several targets are in different regions of parallel states.
    func checkRegions(_ targets: [(state: StateIndex, range: SourceRange)]) {
        guard targets.count > 1 else { return }
        // In document order the nearest common ancestor of any two is that of two neighbours between them.
        let sorted = targets.sorted { $0.state < $1.state }
        for (one, other) in zip(sorted, sorted.dropFirst()) {
            let common = states.all.commonAncestor(one.state, other.state)
            if !states.all.isInside(other.state, one.state), one.state != other.state, states.all[common].kind == .parallel { continue }
            let (earlier, later) = one.range.start < other.range.start ? (one, other) : (other, one)
            findings.report(
                DefinitionFact.targetsNotInRegions(states.all[earlier.state].path, states.all[later.state].path), at: later.range,
                related: earlier.range)
        }
    }

    // MARK: Data

    /// The start of the machine.
    func compileStart() -> EntryRule? {
        guard var syntax = initials[0] else { return nil }
        let compiler = scopes(.init(capabilities: [.uuid]))
        let rules = entryData(
            of: &syntax.entrance, given: syntax.data, giver: "`initial`", from: FieldSources(sources: [], giver: "`initial`"), in: compiler)
        note(syntax.entrance, carrying: .empty)
        return EntryRule(targets: syntax.entrance.targets, data: rules, range: syntax.entrance.range)
    }

    /// The `initial` and `default` of states, when it is known with which events they are entered.
    func compileInitials() {
        arrivals.spread(plan)
        for index in states.all.indices.dropFirst() {
            guard var syntax = initials[index] else { continue }
            let key = states.all[index].isHistory ? "`default`" : "`initial`"
            let visible = states.all[index].visible.type
            let event = RecordType(
                name: "the event that leads to \(states.label(index))", fields: arrivals.fields[index] ?? [])
            let compiler = scopes(.init(state: visible, event: event))
            var sources = FieldSources(sources: [], giver: key)
            sources.prefersFirst = true
            sources.sources = [
                .init(kind: .state, type: visible, label: states.label(index), isBroken: states.parts[index].isBroken),
                .init(kind: .event, type: event, label: "the event", isShared: true),
            ]
            var unfed: [StateIndex: RecordType.Field] = [:]
            let rules = entryData(
                of: &syntax.entrance, given: syntax.data, giver: key, from: sources, in: compiler,
                missing: { state, field in if unfed[state] == nil { unfed[state] = field } })
            hungry.unfed[index] = unfed.isEmpty ? nil : unfed
            hungry.explicit[index] = syntax.entrance.explicit
            let rule = EntryRule(targets: syntax.entrance.targets, data: rules, range: syntax.entrance.range)
            states.change(index) { $0.initial = rule }
        }
        reportHungry()
    }

    /// Notes an entrance with the payload of its event.
    func note(_ entrance: Entrance, carrying payload: RecordType) {
        let followed = plan.followed(entrance.targets, below: entrance.domain)
        guard !followed.isEmpty else { return }
        for state in followed { arrivals.add(state, payload) }
        hungry.entrances.append((followed, entrance.explicit))
    }

    /// Reports states whose required data neither `initial` nor an entrance gives.
    private func reportHungry() {
        guard !hungry.unfed.isEmpty else { return }
        for (owner, state) in hungry.reliedOn(plan).sorted(by: { $0 < $1 }) {
            guard let field = hungry.unfed[owner]?[state], let syntax = initials[owner] else { continue }
            let declared = states.parts[state].declared
            findings.report(
                DefinitionFact.fieldNotGiven(
                    field, owner: states.label(state), giver: states.all[owner].isHistory ? "`default`" : "`initial`", hint: nil,
                    sources: []),
                at: syntax.entrance.range, related: declared.type.slot(of: field.name).flatMap(declared.range), detail: field.name)
        }
    }
}
