/// What is certain about `always` rows: which are taken as soon as a state is active, whatever the data.
struct Eventless {
    /// By state: the row that is taken at once when the state is active and has no states inside.
    let certainRow: [RowIndex?]
    /// Whether a state is left as soon as it is entered.
    let leavesAtOnce: [Bool]
    /// The parallel states that some `always` row inside leaves.
    let escaped: Set<StateIndex>

    init(_ machine: Machine) {
        let states = machine.states
        var certain = [RowIndex?](repeating: nil, count: states.count)
        // How many states up to each have such rows.
        var counts = [0]
        for state in states.indices {
            counts.append(counts[state] + (states[state].alwaysRows.isEmpty ? 0 : 1))
            if let first = states[state].alwaysRows.first {
                certain[state] = machine.rows[first].isGuarded ? nil : first
            } else if let parent = states[state].parent {
                certain[state] = certain[parent]
            }
        }
        certainRow = certain
        leavesAtOnce = states.indices.map { state in
            guard state != 0, let row = certain[state].map({ machine.rows[$0] }), !row.targets.isEmpty else { return false }
            switch states[state].kind {
            case .atomic: return true
            case .compound, .parallel:
                // What is inside goes first.
                let isOwn = row.source == state && !row.isInternal
                return isOwn && counts[states[state].last + 1] == counts[state + 1]
            case .final, .history: return false
            }
        }
        var escaped: Set<StateIndex> = []
        for row in machine.rows where row.trigger == .always && !row.targets.isEmpty {
            let domain = states.domain(from: row.source, to: row.targets, isInternal: row.isInternal)
            var around = states[row.source].parent
            while let state = around, state != domain {
                if states[state].kind == .parallel { escaped.insert(state) }
                around = states[state].parent
            }
        }
        self.escaped = escaped
    }
}

extension Machine {
    /// The one state without states inside that is active after an `always` row was taken in a leaf; nil when it cannot be told.
    func leaf(after row: Row, in leaf: StateIndex, _ eventless: Eventless) -> StateIndex? {
        // Another region may leave the whole first.
        var around = states[leaf].parent
        while let state = around {
            if eventless.escaped.contains(state) { return nil }
            around = states[state].parent
        }
        guard let target = row.targets.first else { return leaf }
        guard row.targets.count == 1 else { return nil }
        let domain = states.domain(from: row.source, to: row.targets, isInternal: row.isInternal)
        if states.path(below: domain, to: target).contains(where: { states[$0].kind == .parallel }) { return nil }
        var state = target
        while states[state].isComposite {
            guard states[state].kind == .compound, let initial = states[state].initial, initial.targets.count == 1 else { return nil }
            state = initial.targets[0]
        }
        return states[state].kind == .atomic ? state : nil
    }
}
