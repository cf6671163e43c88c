import PawlKit

/// What a step asks of its machine again and again, laid out flat: no hashing, and few references to count.
final class StepPlan {
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
        /// Whether it drops some events or keeps them for later.
        let setsAside: Bool
        let hasAnyEventRows: Bool
        let hasAlwaysRows: Bool
        /// The state whose data is `state` in its rows; -1 when that is put together, -2 when there is none.
        let visible: StateIndex
        /// Its part of the takers.
        let takers: Range<Int>
    }

    let nodes: ContiguousArray<Node>
    /// The rows of each state for each event that it takes, by state and event.
    private let takers: ContiguousArray<(event: EventIndex, rows: [RowIndex])>
    let rows: ContiguousArray<PlannedRow>
    /// Whether there are eventless rows at all.
    let hasAlways: Bool
    /// For each event whether outsiders may send it.
    let isExternal: ContiguousArray<Bool>
    /// For each event whether it starts feedbacks.
    let isStarter: ContiguousArray<Bool>
    /// For each state the list that holds it alone: a flat machine is in one of these at a time.
    let alone: ContiguousArray<[StateIndex]>
    /// For each state a record without any field set, alone in a list.
    let blank: ContiguousArray<[Record]>
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
                    hasHistory: state.children.contains { machine.states[$0].isHistory },
                    setsAside: !state.ignored.isEmpty || !state.deferred.isEmpty, hasAnyEventRows: !state.anyEventRows.isEmpty,
                    hasAlwaysRows: !state.alwaysRows.isEmpty, visible: visible, takers: start..<takers.count))
        }
        self.nodes = nodes
        self.takers = takers
        rows = ContiguousArray(machine.rows.map { PlannedRow($0, of: machine) })
        hasAlways = machine.states.contains { !$0.alwaysRows.isEmpty }
        isExternal = ContiguousArray(machine.events.map { $0.origin == .external })
        isStarter = ContiguousArray(machine.feedbacksOfEvent.map { !$0.isEmpty })
        alone = ContiguousArray(machine.states.indices.map { [$0] })
        blank = ContiguousArray(machine.states.map { [Record(type: $0.data, fields: $0.data.fields.map { _ in nil })] })
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
