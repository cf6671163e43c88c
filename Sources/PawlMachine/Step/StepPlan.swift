import PawlKit

/// What a step asks of its machine again and again, laid out flat: no hashing, and nothing counted up and down.
struct StepPlan {
    /// One state.
    struct Node {
        /// The enclosing state; -1 for the root.
        let parent: StateIndex
        /// The last state inside, itself if none.
        let last: StateIndex
        /// Whether it is an end of the machine.
        let isEnd: Bool
        let isFinal: Bool
        let isCompound: Bool
        let hasHistory: Bool
        /// The state whose data is `state` in its rows; -1 when that is put together, -2 when there is none.
        let visible: StateIndex
        /// Its part of ``takers``.
        let takers: Range<Int>
    }

    let nodes: ContiguousArray<Node>
    /// The rows of each state for each event that it takes, by state and event.
    private let takers: ContiguousArray<(event: EventIndex, rows: [RowIndex])>
    /// The innermost state that stays active while a row is taken; -1 where that depends on what history remembers.
    let domains: ContiguousArray<StateIndex>
    /// Whether there are eventless rows at all.
    let hasAlways: Bool
    /// For each state the list that holds it alone: a flat machine is in one of these at a time.
    let alone: ContiguousArray<[StateIndex]>
    /// What `workflow` is.
    let workflow: Value

    init(_ machine: Machine) {
        var nodes: ContiguousArray<Node> = []
        var takers: ContiguousArray<(event: EventIndex, rows: [RowIndex])> = []
        for (index, state) in machine.states.enumerated() {
            let start = takers.count
            for (event, rows) in state.rows.sorted(by: { $0.key < $1.key }) { takers.append((event, rows)) }
            let visible = state.visible.direct ?? (state.visible.type.fields.isEmpty ? -2 : -1)
            nodes.append(
                Node(
                    parent: state.parent ?? -1, last: state.last, isEnd: state.isFinal && state.parent == 0, isFinal: state.isFinal,
                    isCompound: index == 0 || state.kind == .compound,
                    hasHistory: state.children.contains { machine.states[$0].isHistory }, visible: visible, takers: start..<takers.count))
        }
        self.nodes = nodes
        self.takers = takers
        domains = ContiguousArray(
            machine.rows.map { row in
                row.targets.contains { machine.states[$0].isHistory }
                    ? -1 : machine.states.domain(from: row.source, to: row.targets, isInternal: row.isInternal)
            })
        hasAlways = machine.states.contains { !$0.alwaysRows.isEmpty }
        alone = ContiguousArray(machine.states.indices.map { [$0] })
        workflow = .record(
            Record(type: VariableSlot.workflowType, fields: [.string(machine.workflow), .int(Int64(machine.revision))]))
    }

    /// The rows of a state for an event, in order; nil for none.
    func rows(of state: StateIndex, for event: EventIndex) -> [RowIndex]? {
        var range = nodes[state].takers
        // Most states take a handful of events.
        while range.count > 8 {
            let middle = range.lowerBound + range.count / 2
            if takers[middle].event > event { range = range.lowerBound..<middle } else { range = middle..<range.upperBound }
        }
        for index in range where takers[index].event == event { return takers[index].rows }
        return nil
    }

    /// Whether a state is inside another at any depth.
    func isInside(_ inner: StateIndex, _ outer: StateIndex) -> Bool { inner > outer && inner <= nodes[outer].last }
}
