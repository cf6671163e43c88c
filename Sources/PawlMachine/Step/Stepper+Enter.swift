import PawlKit

extension Stepper {
    /// The states that a microstep enters.
    struct EntrySet {
        /// The states, each once, in the order in which they were found.
        var states: [StateIndex] = []
        /// Those entered by default, whose initial rule gives data.
        var defaults: [(state: StateIndex, rule: EntryRule)] = []
        /// The data that history gives back.
        var restored: [StateIndex: Record] = [:]

        mutating func insert(_ state: StateIndex) { if !states.contains(state) { states.append(state) } }

        mutating func clear() {
            states.removeAll(keepingCapacity: true)
            if !defaults.isEmpty { defaults.removeAll() }
            if !restored.isEmpty { restored.removeAll() }
        }
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
        states.filter { outer in !states.contains { plan.isInside($0, outer) } }
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
                entry.defaults.append((index, fallback))
                for target in fallback.targets { addDescendants(of: target, to: &entry) }
                for target in fallback.targets { addAncestors(of: target, below: machine.states[index].parent ?? 0, to: &entry) }
            }
        case .compound:
            entry.insert(index)
            guard !hasDescendant(of: index, in: entry), let initial = machine.states[index].initial else { return }
            entry.defaults.append((index, initial))
            for target in initial.targets { addDescendants(of: target, to: &entry) }
            for target in initial.targets { addAncestors(of: target, below: index, to: &entry) }
        case .parallel:
            entry.insert(index)
            addRegions(of: index, to: &entry)
        case .atomic, .final:
            entry.insert(index)
        }
    }

    private func addAncestors(of index: StateIndex, below domain: StateIndex, to entry: inout EntrySet) {
        var ancestor = machine.states[index].parent
        while let current = ancestor, current != domain, current != 0 {
            entry.insert(current)
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
        entry.states.contains { plan.isInside($0, index) }
    }

    /// Enters the states of ``entry`` in document order, parents first, and raises what entering raises.
    func enter(event: Record?) throws(StepFailure) {
        if entry.states.count > 1 { entry.states.sort() }
        for index in entry.states where !state.isActive(index) {
            let data = try data(of: index, event: event)
            if state.active.isEmpty {
                state.active = plan.alone[index]
                state.data = [data]
            } else {
                let place = state.active.firstIndex { $0 > index } ?? state.active.count
                state.active.insert(index, at: place)
                state.data.insert(data, at: place)
            }
            entered.append(index)
            try run(machine.states[index].entryData, machine.states[index].entryEmits, of: index, event: event)
            if plan.nodes[index].isFinal { try raiseDone(from: index) }
        }
    }

    /// The data that a state begins with: what the row gives, what history remembers, what an initial rule gives, or nothing.
    private func data(of index: StateIndex, event: Record?) throws(StepFailure) -> Record {
        for given in leaving.given where given.state == index { return given.record }
        if let record = entry.restored[index] { return record }
        for (source, rule) in entry.defaults.reversed() {
            guard let fields = rule.data.last(where: { $0.state == index })?.fields else { continue }
            // A nested `initial.data` sees the new data of its parent, which was entered just before.
            see(source, event: event)
            return try record(fields, type: machine.states[index].data, place: machine.states[index].path)
        }
        return plan.blank[index][0]
    }
}
