import PawlExpression
import PawlKit
import PawlMachine

/// The algorithm of SCXML for selection, conflicts, exit and entry, word for word and without data, to compare the step with.
///
/// https://www.w3.org/TR/scxml/#AlgorithmforSCXMLInterpretation; the names are those of the specification. Conditions are constants here,
/// so that an enabled row is one whose event matches.
struct NaiveMachine {
    let machine: Machine
    var configuration: Set<StateIndex> = []
    var historyValue: [StateIndex: Set<StateIndex>] = [:]
    var internalQueue: [(event: EventIndex, addressee: StateIndex?)] = []
    /// All that was left and entered, in order: `-P.A`, `+P.A`.
    var trace: [String] = []

    init(_ machine: Machine) { self.machine = machine }

    var leaves: [String] {
        configuration.sorted().filter { state in !configuration.contains { isDescendant($0, state) } }.map { machine.states[$0].path }
    }

    mutating func start() {
        var toEnter: Set<StateIndex> = []
        for target in machine.initial.targets { addDescendantStatesToEnter(target, &toEnter) }
        for target in machine.initial.targets { addAncestorStatesToEnter(target, 0, &toEnter) }
        enter(toEnter)
        settle()
    }

    /// Takes an event from outside; returns the rows taken, or nil when there are none.
    mutating func send(_ event: EventIndex) -> [String]? {
        let rows = selectTransitions(event, nil)
        guard !rows.isEmpty else { return nil }
        microstep(rows)
        return rows.map { machine.rows[$0].name } + settle()
    }

    @discardableResult
    private mutating func settle() -> [String] {
        var taken: [String] = []
        while !isOver {
            var rows = selectEventless()
            if rows.isEmpty {
                guard !internalQueue.isEmpty else { break }
                let (event, addressee) = internalQueue.removeFirst()
                rows = selectTransitions(event, addressee)
            }
            microstep(rows)
            taken += rows.map { machine.rows[$0].name }
        }
        return taken
    }

    private var isOver: Bool { configuration.contains { machine.states[$0].isFinal && machine.states[$0].parent == 0 } }

    // MARK: Selection

    private func selectTransitions(_ event: EventIndex, _ addressee: StateIndex?) -> [RowIndex] {
        select { state in
            guard addressee == nil || addressee == state else { return nil }
            return machine.states[state].rows[event]?.first { isEnabled($0) }
        }
    }

    private func selectEventless() -> [RowIndex] { select { machine.states[$0].alwaysRows.first { isEnabled($0) } } }

    private func isEnabled(_ row: RowIndex) -> Bool {
        guard let when = machine.rows[row].when else { return true }
        return when.expression.constantValue == .bool(true)
    }

    private func select(_ first: (StateIndex) -> RowIndex?) -> [RowIndex] {
        var enabled: [RowIndex] = []
        for leaf in configuration.sorted() where !configuration.contains(where: { isDescendant($0, leaf) }) {
            for state in [leaf] + properAncestors(leaf, nil) {
                if let row = first(state) {
                    if !enabled.contains(row) { enabled.append(row) }
                    break
                }
            }
        }
        return removeConflictingTransitions(enabled)
    }

    private func removeConflictingTransitions(_ enabled: [RowIndex]) -> [RowIndex] {
        var filtered: [RowIndex] = []
        for t1 in enabled {
            var isPreempted = false
            var toRemove: [RowIndex] = []
            for t2 in filtered where !computeExitSet([t1]).isDisjoint(with: computeExitSet([t2])) {
                if isDescendant(machine.rows[t1].source, machine.rows[t2].source) {
                    toRemove.append(t2)
                } else {
                    isPreempted = true
                    break
                }
            }
            if !isPreempted { filtered = filtered.filter { !toRemove.contains($0) } + [t1] }
        }
        return filtered
    }

    // MARK: Microstep

    private mutating func microstep(_ rows: [RowIndex]) {
        guard !rows.isEmpty else { return }
        exit(rows)
        for row in rows { for emit in machine.rows[row].emits { internalQueue.append((emit.event, nil)) } }
        var toEnter: Set<StateIndex> = []
        for row in rows {
            for target in machine.rows[row].targets { addDescendantStatesToEnter(target, &toEnter) }
            guard let domain = transitionDomains[row] else { continue }
            for target in getEffectiveTargetStates(machine.rows[row].targets) { addAncestorStatesToEnter(target, domain, &toEnter) }
        }
        enter(toEnter)
    }

    /// As they were before anything was left. The specification asks again afterwards, when a history may have changed; with a domain further
    /// in than before, states between the two would be left and not entered again.
    private var transitionDomains: [RowIndex: StateIndex] = [:]

    private mutating func exit(_ rows: [RowIndex]) {
        transitionDomains = [:]
        for row in rows { transitionDomains[row] = transitionDomain(row) }
        let toExit = computeExitSet(rows).sorted(by: >)
        for state in toExit {
            for history in machine.states[state].children {
                guard case .history(let deep) = machine.states[history].kind else { continue }
                historyValue[history] = configuration.filter { active in
                    deep
                        ? isDescendant(active, state) && !configuration.contains { isDescendant($0, active) }
                        : machine.states[active].parent == state
                }
            }
        }
        for state in toExit {
            configuration.remove(state)
            trace.append("-" + machine.states[state].path)
        }
    }

    private mutating func enter(_ toEnter: Set<StateIndex>) {
        for state in toEnter.sorted() where !configuration.contains(state) {
            configuration.insert(state)
            trace.append("+" + machine.states[state].path)
            guard machine.states[state].isFinal, let parent = machine.states[state].parent, parent != 0 else { continue }
            internalQueue.append((Event.done, parent))
            guard let grandparent = machine.states[parent].parent, isInFinalState(grandparent), isParallel(grandparent) else { continue }
            internalQueue.append((Event.done, grandparent))
        }
    }

    private func computeExitSet(_ rows: [RowIndex]) -> Set<StateIndex> {
        var exits: Set<StateIndex> = []
        for row in rows {
            guard let domain = transitionDomain(row) else { continue }
            exits.formUnion(configuration.filter { isDescendant($0, domain) })
        }
        return exits
    }

    private func transitionDomain(_ row: RowIndex) -> StateIndex? {
        let source = machine.rows[row].source
        let targets = getEffectiveTargetStates(machine.rows[row].targets)
        if targets.isEmpty { return nil }
        if machine.rows[row].isInternal, isCompound(source), targets.allSatisfy({ isDescendant($0, source) }) { return source }
        return findLCCA([source] + targets)
    }

    private func getEffectiveTargetStates(_ targets: [StateIndex]) -> [StateIndex] {
        targets.flatMap { target -> [StateIndex] in
            guard isHistory(target) else { return [target] }
            if let value = historyValue[target] { return value.sorted() }
            return getEffectiveTargetStates(machine.states[target].initial?.targets ?? [])
        }
    }

    private func findLCCA(_ list: [StateIndex]) -> StateIndex {
        for ancestor in properAncestors(list[0], nil) where isCompound(ancestor) || ancestor == 0 {
            if list.dropFirst().allSatisfy({ isDescendant($0, ancestor) }) { return ancestor }
        }
        return 0
    }

    private func addDescendantStatesToEnter(_ state: StateIndex, _ toEnter: inout Set<StateIndex>) {
        if isHistory(state) {
            let states = historyValue[state].map { $0.sorted() } ?? machine.states[state].initial?.targets ?? []
            for past in states { addDescendantStatesToEnter(past, &toEnter) }
            for past in states { addAncestorStatesToEnter(past, machine.states[state].parent ?? 0, &toEnter) }
            return
        }
        toEnter.insert(state)
        if isCompound(state) {
            let targets = machine.states[state].initial?.targets ?? []
            for target in targets { addDescendantStatesToEnter(target, &toEnter) }
            for target in targets { addAncestorStatesToEnter(target, state, &toEnter) }
        } else if isParallel(state) {
            addRegions(state, &toEnter)
        }
    }

    private func addAncestorStatesToEnter(_ state: StateIndex, _ ancestor: StateIndex, _ toEnter: inout Set<StateIndex>) {
        for between in properAncestors(state, ancestor) where between != 0 {
            toEnter.insert(between)
            if isParallel(between) { addRegions(between, &toEnter) }
        }
    }

    private func addRegions(_ parallel: StateIndex, _ toEnter: inout Set<StateIndex>) {
        for child in machine.states[parallel].children where !isHistory(child) {
            if !toEnter.contains(where: { isDescendant($0, child) }) { addDescendantStatesToEnter(child, &toEnter) }
        }
    }

    // MARK: Predicates

    private func isInFinalState(_ state: StateIndex) -> Bool {
        if isCompound(state) { return machine.states[state].children.contains { machine.states[$0].isFinal && configuration.contains($0) } }
        if isParallel(state) { return machine.states[state].children.allSatisfy { isHistory($0) || isInFinalState($0) } }
        return false
    }

    private func isDescendant(_ inner: StateIndex, _ outer: StateIndex) -> Bool { properAncestors(inner, nil).contains(outer) }

    private func properAncestors(_ state: StateIndex, _ end: StateIndex?) -> [StateIndex] {
        var ancestors: [StateIndex] = []
        var next = machine.states[state].parent
        while let current = next, current != end {
            ancestors.append(current)
            next = machine.states[current].parent
        }
        return ancestors
    }

    private func isCompound(_ state: StateIndex) -> Bool { machine.states[state].kind == .compound }
    private func isParallel(_ state: StateIndex) -> Bool { machine.states[state].kind == .parallel }
    private func isHistory(_ state: StateIndex) -> Bool { if case .history = machine.states[state].kind { true } else { false } }
}
