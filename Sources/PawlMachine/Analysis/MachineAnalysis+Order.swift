extension MachineAnalysis {
    /// Rows that can never be taken, because one before them always is.
    static func rowOrder(of machine: Machine) -> [Finding] {
        var findings: [Finding] = []
        for state in machine.states.indices {
            for group in machine.rowGroups(of: state) where group.count > 1 {
                guard let first = group.firstIndex(where: { !machine.rows[$0].isGuarded }) else { continue }
                let taken = machine.rows[group[first]]
                for index in group[(first + 1)...] {
                    let row = machine.rows[index]
                    let (trigger, label) = (machine.label(row.trigger), machine.label(state))
                    findings.append(
                        Finding(
                            row.isGuarded
                                ? .rowBehindUnguarded(trigger: trigger, state: label) : .duplicateRows(trigger: trigger, state: label),
                            at: row.range, related: taken.range))
                }
            }
        }
        return findings
    }

    /// Circles of `always` rows that nothing can break: in each state on the way the first such row has no condition.
    static func alwaysCycles(of machine: Machine) -> [Finding] {
        /// The row that is taken in a state as soon as it is entered.
        func certainRow(_ state: StateIndex) -> Row? {
            guard !machine.states[state].isFinal else { return nil }
            for level in machine.levels(of: state) {
                guard let row = machine.states[level].alwaysRows.first.map({ machine.rows[$0] }) else { continue }
                return row.isGuarded ? nil : row
            }
            return nil
        }
        var findings: [Finding] = []
        // The walk that first came by a state; each state has at most one way on.
        var visit = [Int](repeating: 0, count: machine.states.count)
        for (number, start) in machine.restingStates.enumerated() {
            var path: [StateIndex] = []
            var state = start
            while visit[state] == 0, let row = certainRow(state) {
                visit[state] = number + 1
                path.append(state)
                guard row.targets.count < 2, let next = machine.soleLeaf(of: row.targets.first ?? state) else { break }
                state = next
            }
            guard visit[state] == number + 1, let entry = path.firstIndex(of: state), let row = certainRow(state) else { continue }
            findings.append(Finding(.alwaysCycle(path[entry...].map(machine.label)), at: row.range))
        }
        return findings
    }

    /// The `always` row by which a state is left as soon as it is entered.
    static func leavesAtOnce(_ state: StateIndex, of machine: Machine) -> Bool {
        guard let first = machine.states[state].alwaysRows.first.map({ machine.rows[$0] }) else { return false }
        return !first.isGuarded && !first.targets.isEmpty
    }
}

extension Machine {
    /// The one state without states inside that is active after a state was entered; nil when there may be several, or others.
    func soleLeaf(of state: StateIndex) -> StateIndex? {
        var state = state
        while true {
            switch states[state].kind {
            case .atomic, .final: return state
            case .parallel, .history: return nil
            case .compound:
                guard let initial = states[state].initial, initial.targets.count == 1 else { return nil }
                state = initial.targets[0]
            }
        }
    }
}
