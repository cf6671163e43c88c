/// Which states can be reached, and from which an end can be.
struct Reachability {
    let machine: Machine
    /// Whether a state can be reached from the start.
    private(set) var isReachable: [Bool]
    /// The states that nothing leads out of, ends left out.
    private(set) var deadEnds: Set<StateIndex> = []

    init(_ machine: Machine) {
        self.machine = machine
        isReachable = Array(repeating: false, count: machine.states.count)
        let rows = Dictionary(grouping: machine.rows.indices) { machine.rows[$0].source }
        var open = machine.initial.targets
        var isRootOpen = false
        while let state = open.popLast() {
            guard !isReachable[state] else { continue }
            isReachable[state] = true
            guard !machine.states[state].isFinal else { continue }
            for level in machine.levels(of: state) {
                // What leads from everywhere is followed once.
                if level == 0 {
                    if isRootOpen { continue }
                    isRootOpen = true
                }
                for row in rows[level] ?? [] { open += machine.rows[row].targets }
            }
        }
        let root = rows[0] ?? []
        for state in machine.restingStates where isReachable[state] {
            let own = machine.levels(of: state).dropLast().flatMap { rows[$0] ?? [] }
            let staysIdle = own.allSatisfy { row in doesNothing(machine.rows[row]) }
            if staysIdle, root.allSatisfy({ doesNothing(machine.rows[$0]) }) { deadEnds.insert(state) }
        }
    }

    private func doesNothing(_ row: Row) -> Bool { row.targets.isEmpty && row.data.isEmpty && row.emits.isEmpty }

    /// The states in which something can happen.
    var restingStates: [StateIndex] { machine.restingStates.filter { isReachable[$0] } }

    /// Warnings about states that cannot be reached, or not be left.
    var findings: [MachineAnalysis.Finding] {
        var findings: [MachineAnalysis.Finding] = []
        for state in machine.states.indices.dropFirst() {
            let name = machine.states[state].path
            if !isReachable[state] {
                findings.append(.init(.unreachableState(name), at: machine.states[state].range))
            } else if deadEnds.contains(state) {
                findings.append(.init(.deadEnd(name), at: machine.states[state].range))
            }
        }
        let stuck = stuckStates
        if let first = stuck.first {
            findings.append(.init(.noWayToEnd(stuck.map { machine.states[$0].path }), at: machine.states[first].range))
        }
        return findings
    }

    /// The states from which no end can be reached, if the machine has one that can; those that lead to a dead end are not meant.
    private var stuckStates: [StateIndex] {
        let ends = machine.states.indices.filter { machine.states[$0].isFinal && isReachable[$0] }
        guard !ends.isEmpty else { return [] }
        var sources: [StateIndex: [StateIndex]] = [:]
        for row in machine.rows {
            for target in row.targets { sources[target, default: []].append(row.source) }
        }
        var leads = Array(repeating: false, count: machine.states.count)
        var open = ends + deadEnds.sorted()
        while let state = open.popLast() {
            guard !leads[state] else { continue }
            leads[state] = true
            open += sources[state] ?? []
        }
        // A row of the whole machine leads on from every state.
        if leads[0] { return [] }
        return restingStates.filter { state in !machine.levels(of: state).contains { leads[$0] } }
    }
}
