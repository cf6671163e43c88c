/// Where events are taken.
struct EventTakers {
    /// The states with rows for an event by name, in document order.
    private(set) var taking: [EventIndex: [StateIndex]] = [:]
    /// Those, and the states that ignore or defer it, in document order.
    private(set) var minding: [EventIndex: [StateIndex]] = [:]
    /// The states with rows for any event, in document order.
    private(set) var wildcards: [StateIndex] = []

    init(_ machine: Machine) {
        for state in machine.states.indices {
            let own = machine.states[state]
            for event in own.rows.keys { taking[event, default: []].append(state) }
            for event in Set(own.rows.keys).union(own.ignored).union(own.deferred) { minding[event, default: []].append(state) }
            if !own.anyEventRows.isEmpty { wildcards.append(state) }
        }
    }

    /// Whether a state or one of those inside it minds an event.
    func isMinded(_ event: EventIndex, within state: StateIndex, of machine: Machine) -> Bool {
        guard let states = minding[event] else { return false }
        var (low, high) = (0, states.count)
        while low < high {
            let middle = (low + high) / 2
            if states[middle] < state { low = middle + 1 } else { high = middle }
        }
        return low < states.count && states[low] <= machine.states[state].last
    }
}

/// Whether some states together are everywhere: whether one of them is active wherever the machine, or a part of it, rests.
///
/// Each question costs as much as there are states in it and states around those, however large the machine is.
struct Coverage {
    private let machine: Machine
    /// Whether every region must be covered; otherwise one is enough, for an event that one region takes is taken.
    private let needsAllRegions: Bool
    /// How many children of a state can be active when the machine rests.
    private var children: [Int]
    private var canRest: [Bool]
    /// What is covered in each question.
    private var isCovered: [Bool]
    private var counts: [Int]

    init(_ machine: Machine, _ reach: Reachability, _ eventless: Eventless, always: [StateIndex] = [], needsAllRegions: Bool) {
        self.machine = machine
        self.needsAllRegions = needsAllRegions
        children = Array(repeating: 0, count: machine.states.count)
        counts = children
        isCovered = Array(repeating: false, count: machine.states.count)
        canRest = isCovered
        for state in machine.states.indices.reversed() {
            guard reach.isReachable[state], !eventless.leavesAtOnce[state] else { continue }
            let kind = machine.states[state].kind
            canRest[state] = kind == .atomic || (children[state] > 0 && machine.states[state].isComposite)
            if canRest[state], let parent = machine.states[state].parent { children[parent] += 1 }
        }
        for state in always { cover(state) }
    }

    /// Whether these, and those that always count, are everywhere inside a state.
    func isWhole(_ states: [StateIndex], within whole: StateIndex = 0) -> Bool {
        if !canRest[whole] || isCovered[whole] { return true }
        var more: [StateIndex: Int] = [:]
        var covered: Set<StateIndex> = []
        for state in states where !covered.contains(whole) {
            var next: StateIndex? = state
            while let current = next, canRest[current], !isCovered[current], covered.insert(current).inserted {
                next = nil
                guard let parent = machine.states[current].parent else { break }
                more[parent, default: 0] += 1
                if isEnough(counts[parent] + (more[parent] ?? 0), of: parent) { next = parent }
            }
        }
        return covered.contains(whole)
    }

    private mutating func cover(_ state: StateIndex) {
        var next: StateIndex? = state
        while let current = next, canRest[current], !isCovered[current] {
            isCovered[current] = true
            next = nil
            guard let parent = machine.states[current].parent else { break }
            counts[parent] += 1
            if isEnough(counts[parent], of: parent) { next = parent }
        }
    }

    private func isEnough(_ covered: Int, of parent: StateIndex) -> Bool {
        covered == children[parent] || (!needsAllRegions && machine.states[parent].kind == .parallel)
    }
}
