import PawlKit

extension Stepper {
    /// The states that a microstep enters.
    struct EntrySet {
        /// The states, without order.
        var states: Set<StateIndex> = []
        /// Those entered by default, whose initial rule gives data.
        var defaults: [EntryRuleOfState] = []
        /// The data that history gives back.
        var restored: [StateIndex: Record] = [:]
    }

    /// The initial rule of a state that is entered by default.
    struct EntryRuleOfState {
        var state: StateIndex
        var rule: EntryRule
    }

    /// Adds targets, the states between them and the domain, and what is inside them by default.
    func add(_ targets: [StateIndex], below domain: StateIndex, to entry: inout EntrySet) {
        for target in targets { addDescendants(of: target, to: &entry) }
        for target in effectiveTargets(targets) { addAncestors(of: target, below: domain, to: &entry) }
    }

    /// The states that targets stand for: a history state is what it remembers, or its default.
    func effectiveTargets(_ targets: [StateIndex]) -> [StateIndex] {
        guard targets.contains(where: { if case .history = machine.states[$0].kind { true } else { false } }) else { return targets }
        return targets.flatMap { target -> [StateIndex] in
            guard case .history = machine.states[target].kind else { return [target] }
            if let remembered = state.history[target] { return innermost(remembered.states) }
            return effectiveTargets(machine.states[target].initial?.targets ?? [])
        }
    }

    /// The states that have none of the others inside.
    private func innermost(_ states: [StateIndex]) -> [StateIndex] {
        states.filter { outer in !states.contains { machine.isInside($0, outer) } }
    }

    private func addDescendants(of index: StateIndex, to entry: inout EntrySet) {
        switch machine.states[index].kind {
        case .history:
            if let remembered = state.history[index] {
                for (place, past) in remembered.states.enumerated() { entry.restored[past] = remembered.data[place] }
                // Only the innermost: a compound state that was remembered with what is inside it must not be entered by default.
                let past = innermost(remembered.states)
                for past in past { addDescendants(of: past, to: &entry) }
                for past in past { addAncestors(of: past, below: machine.states[index].parent ?? 0, to: &entry) }
            } else if let fallback = machine.states[index].initial {
                entry.defaults.append(EntryRuleOfState(state: index, rule: fallback))
                for target in fallback.targets { addDescendants(of: target, to: &entry) }
                for target in fallback.targets { addAncestors(of: target, below: machine.states[index].parent ?? 0, to: &entry) }
            }
        case .compound:
            entry.states.insert(index)
            guard !hasDescendant(of: index, in: entry), let initial = machine.states[index].initial else { return }
            entry.defaults.append(EntryRuleOfState(state: index, rule: initial))
            for target in initial.targets { addDescendants(of: target, to: &entry) }
            for target in initial.targets { addAncestors(of: target, below: index, to: &entry) }
        case .parallel:
            entry.states.insert(index)
            addRegions(of: index, to: &entry)
        case .atomic, .final:
            entry.states.insert(index)
        }
    }

    private func addAncestors(of index: StateIndex, below domain: StateIndex, to entry: inout EntrySet) {
        var ancestor = machine.states[index].parent
        while let current = ancestor, current != domain, current != 0 {
            entry.states.insert(current)
            if machine.states[current].kind == .parallel { addRegions(of: current, to: &entry) }
            ancestor = machine.states[current].parent
        }
    }

    private func addRegions(of parallel: StateIndex, to entry: inout EntrySet) {
        for region in machine.states[parallel].children {
            if case .history = machine.states[region].kind { continue }
            if !entry.states.contains(region), !hasDescendant(of: region, in: entry) { addDescendants(of: region, to: &entry) }
        }
    }

    private func hasDescendant(of index: StateIndex, in entry: EntrySet) -> Bool {
        entry.states.contains { machine.isInside($0, index) }
    }

    /// Enters states in document order, parents first, and raises what entering raises.
    func enter(_ entry: EntrySet, given: [StateIndex: Record], event: Record?) throws(StepFailure) {
        var byDefault: [StateIndex: (source: StateIndex, rule: DataRule)] = [:]
        for item in entry.defaults {
            // What a state further outside says of one further inside goes first.
            for rule in item.rule.data where byDefault[rule.state] == nil { byDefault[rule.state] = (item.state, rule) }
        }
        for index in entry.states.count == 1 ? Array(entry.states) : entry.states.sorted() where !state.isActive(index) {
            let data: Record
            if let record = given[index] ?? entry.restored[index] {
                data = record
            } else if let fallback = byDefault[index] {
                // A nested `initial.data` sees the new data of its parent, which was entered just before.
                see(fallback.source, event: event)
                data = try record(fallback.rule.fields, type: machine.states[index].data, place: machine.states[index].path)
            } else {
                data = Record(type: machine.states[index].data, fields: machine.states[index].data.fields.map { _ in nil })
            }
            let place = state.active.firstIndex { $0 > index } ?? state.active.count
            state.active.insert(index, at: place)
            state.data.insert(data, at: place)
            entered.insert(index)
            for emit in machine.states[index].entryEmits {
                see(index, event: event)
                raise(try raised(by: emit, place: machine.states[index].path))
            }
            try raiseDone(from: index)
        }
    }
}
