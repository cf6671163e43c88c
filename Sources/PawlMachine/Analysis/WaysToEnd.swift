/// From which states the machine can come to its end.
///
/// There are two questions for each state, whose answers depend on each other: whether what can happen while it is active leads to an
/// end, and whether entering it does. Answers of yes are spread backwards until nothing changes.
struct WaysToEnd {
    private let reach: Reachability
    /// By question, those whose answer is yes when its own is.
    private var dependents: [[Int]]

    private var machine: Machine { reach.machine }

    init(_ reach: Reachability) {
        self.reach = reach
        dependents = Array(repeating: [], count: 2 * reach.machine.states.count)
        var parallel: [StateIndex?] = [nil]
        for state in machine.states.indices {
            let own = machine.states[state]
            depend(entering: state, onBeing: state)
            if let parent = own.parent, state != 0 {
                // Rows of the states around it count for it.
                dependents[being(parent)].append(being(state))
                // What another region does may lead out as well.
                let around = machine.states[parent].kind == .parallel ? parent : parallel[parent]
                parallel.append(around)
                if let around { dependents[being(state)].append(being(around)) }
            }
            switch own.kind {
            case .compound: for target in own.initial?.targets ?? [] { depend(entering: state, onEntering: target) }
            case .parallel: for region in machine.states.regions(of: state) { depend(entering: state, onEntering: region) }
            case .history:
                for target in own.initial?.targets ?? [] { depend(entering: state, onEntering: target) }
                for sibling in own.parent.map({ machine.states[$0].children }) ?? [] { depend(entering: state, onBeing: sibling) }
            case .atomic, .final: break
            }
        }
        for row in machine.rows {
            for target in row.targets { dependents[entering(target)].append(being(row.source)) }
        }
    }

    private func being(_ state: StateIndex) -> Int { 2 * state }
    private func entering(_ state: StateIndex) -> Int { 2 * state + 1 }
    private mutating func depend(entering state: StateIndex, onBeing other: StateIndex) {
        dependents[being(other)].append(entering(state))
    }
    private mutating func depend(entering state: StateIndex, onEntering other: StateIndex) {
        dependents[entering(other)].append(entering(state))
    }

    /// The states from which no end can be reached, if the machine has one that can; those that lead to a dead end are not meant.
    var stuckStates: [StateIndex] {
        let ends = machine.states[0].children.filter { machine.states[$0].isFinal && reach.isReachable[$0] }
        guard !ends.isEmpty else { return [] }
        var leads = Array(repeating: false, count: dependents.count)
        var open = (ends + reach.deadEnds.sorted() + reach.looseEnds).map(being)
        while let question = open.popLast() {
            guard !leads[question] else { continue }
            leads[question] = true
            open += dependents[question]
        }
        return reach.restingStates.filter { !leads[being($0)] }
    }
}
