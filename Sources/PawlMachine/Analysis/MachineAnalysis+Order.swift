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
    static func alwaysCycles(of machine: Machine, _ eventless: Eventless) -> [Finding] {
        var findings: [Finding] = []
        // The walk that first came by a state; each state has at most one way on.
        var visit = [Int](repeating: 0, count: machine.states.count)
        for (number, start) in machine.restingStates.enumerated() {
            var path: [StateIndex] = []
            var next: StateIndex? = start
            while let state = next, visit[state] == 0, let row = eventless.certainRow[state] {
                visit[state] = number + 1
                path.append(state)
                next = machine.leaf(after: machine.rows[row], in: state, eventless)
            }
            guard let state = next, visit[state] == number + 1, let entry = path.firstIndex(of: state),
                let row = eventless.certainRow[state]
            else { continue }
            findings.append(Finding(.alwaysCycle(path[entry...].map(machine.label)), at: machine.rows[row].range))
        }
        return findings
    }
}
