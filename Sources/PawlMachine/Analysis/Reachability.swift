/// Which states can be reached, and which can be left.
struct Reachability {
    let machine: Machine
    /// Whether a state can be reached from the start.
    private(set) var isReachable: [Bool]
    /// The states that nothing leads out of, ends left out.
    private(set) var deadEnds: Set<StateIndex> = []
    /// The ends of states inside which nothing takes up.
    private(set) var looseEnds: [StateIndex] = []

    /// Whether what a state enters by default was followed.
    private var isFollowed: [Bool]
    /// By parallel state: the regions that every way in so far has named, so that none began by default.
    private var named: [StateIndex: Set<StateIndex>] = [:]
    private var open: [StateIndex] = []

    init(_ machine: Machine) {
        self.machine = machine
        isReachable = Array(repeating: false, count: machine.states.count)
        isFollowed = isReachable
        isReachable[0] = true
        open = [0]
        let rows = Dictionary(grouping: machine.rows.indices) { machine.rows[$0].source }
        enter(machine.initial.targets, below: 0)
        while let state = open.popLast() {
            for row in (rows[state] ?? []).map({ machine.rows[$0] }) where !row.targets.isEmpty {
                enter(row.targets, below: machine.states.domain(from: row.source, to: row.targets, isInternal: row.isInternal))
            }
        }
        findDeadEnds()
    }

    // MARK: Following ways in

    private mutating func enter(_ targets: [StateIndex], below domain: StateIndex) {
        var regions: [StateIndex: Set<StateIndex>] = [:]
        for target in targets {
            var inner: StateIndex?
            for state in machine.states.path(below: domain, to: target).reversed() {
                reach(state)
                if machine.states[state].kind == .parallel, let inner { regions[state, default: []].insert(inner) }
                inner = state
            }
            if machine.states[target].isHistory { isReachable[target] = true }
            follow(target)
        }
        for (parallel, regions) in regions { enter(parallel, naming: regions) }
    }

    /// A parallel state was entered with some of its regions named; the others begin by default.
    private mutating func enter(_ parallel: StateIndex, naming regions: Set<StateIndex>) {
        let before = named[parallel]
        let after = before?.intersection(regions) ?? regions
        named[parallel] = after
        for region in before.map({ Array($0) }) ?? machine.states.regions(of: parallel) where !after.contains(region) {
            reach(region)
            follow(region)
        }
    }

    private mutating func follow(_ state: StateIndex) {
        guard !isFollowed[state] else { return }
        isFollowed[state] = true
        switch machine.states[state].kind {
        case .parallel: enter(state, naming: [])
        case .compound: enter(machine.states[state].initial?.targets ?? [], below: state)
        case .history: enter(machine.states[state].initial?.targets ?? [], below: machine.states[state].parent ?? 0)
        case .atomic, .final: break
        }
    }

    private mutating func reach(_ state: StateIndex) {
        guard !isReachable[state] else { return }
        isReachable[state] = true
        open.append(state)
    }

    // MARK: Ways out

    /// A state has a way out when a row of it or of a state around it does something; in a region also when one of another region does.
    private mutating func findDeadEnds() {
        var isSource = Array(repeating: false, count: machine.states.count)
        for row in machine.rows where !(row.targets.isEmpty && row.data.isEmpty && row.emits.isEmpty) { isSource[row.source] = true }
        // How many sources there are up to each state.
        var sources = [0]
        for source in isSource { sources.append(sources[sources.count - 1] + (source ? 1 : 0)) }
        var hasWay = isSource
        for state in machine.states.indices.dropFirst() {
            let own = machine.states[state]
            guard let parent = own.parent else { continue }
            if hasWay[parent] { hasWay[state] = true }
            if own.kind == .parallel, sources[own.last + 1] > sources[state] { hasWay[state] = true }
            guard !hasWay[state], isReachable[state] else { continue }
            if own.kind == .atomic {
                deadEnds.insert(state)
            } else if own.isFinal, parent != 0 {
                looseEnds.append(state)
            }
        }
    }

    /// The states in which something can happen.
    var restingStates: [StateIndex] { machine.restingStates.filter { isReachable[$0] } }

    /// Warnings about states that cannot be reached, or not be left.
    var findings: [MachineAnalysis.Finding] {
        var findings: [MachineAnalysis.Finding] = []
        for state in machine.states.indices.dropFirst() {
            let own = machine.states[state]
            if !isReachable[state] {
                // What is inside follows from it.
                if own.parent.map({ isReachable[$0] }) ?? true { findings.append(.init(.unreachableState(own.path), at: own.range)) }
            } else if deadEnds.contains(state) {
                findings.append(.init(.deadEnd(own.path), at: own.range))
            }
        }
        for state in looseEnds {
            let parent = machine.states[state].parent ?? 0
            findings.append(
                .init(.looseEnd(machine.states[state].path, of: machine.states[parent].path), at: machine.states[state].range))
        }
        let stuck = WaysToEnd(self).stuckStates
        if let first = stuck.first {
            findings.append(.init(.noWayToEnd(stuck.map { machine.states[$0].path }), at: machine.states[first].range))
        }
        return findings
    }
}
