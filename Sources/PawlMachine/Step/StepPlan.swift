import PawlExpression
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
        /// Its rows of `on: "*"`, and its eventless ones: parts of ``StepPlan/lists``.
        let anyEventRows: Range<Int>
        let alwaysRows: Range<Int>
        /// The state whose data is `state` in its rows; -1 when that is put together, -2 when there is none.
        let visible: StateIndex
        /// Its part of the takers.
        let takers: Range<Int>
    }

    /// What is asked of every row that is met.
    struct Shape {
        let source: StateIndex
        let isGuarded: Bool
        /// Its condition, when that is all that is asked and surely gives a truth value; ``rows`` holds it.
        let truth: Unmanaged<Expression>?
        /// Whether its conditions see the payload: not those of `on: "*"`, whose events differ.
        let seesEvent: Bool
        /// Where it leads when it only hops, see ``PlannedRow/Hop``; -1 for all other rows.
        let hop: StateIndex
        /// Whether it hops to a state that is no end.
        let isQuick: Bool
        /// Whether a hop gives data to its target.
        var hasData: Bool { record != nil }
        /// How the data of a hop is made; ``rows`` holds it.
        let record: Unmanaged<PlannedRecord>?
    }

    /// A state's rows for an event.
    private struct Taker {
        let event: EventIndex
        /// A part of ``StepPlan/lists``.
        let rows: Range<Int>
        /// Whether nothing but these rows is to be asked about the event in the state, see ``Stepper/selectQuickly(_:_:_:_:)``.
        let isQuick: Bool
    }

    let nodes: ContiguousArray<Node>
    /// The rows of each state for each event that it takes, by state and event; the rows are a part of ``lists``.
    private let takers: ContiguousArray<Taker>
    /// The rows of each timer, a part of ``lists``.
    let timers: ContiguousArray<Range<Int>>
    /// The numbers of rows that stand together because one thing sets them off.
    let lists: ContiguousArray<RowIndex>
    let shapes: ContiguousArray<Shape>
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
        var takers: ContiguousArray<(state: StateIndex, event: EventIndex, rows: Range<Int>)> = []
        var lists: ContiguousArray<RowIndex> = []
        func list(_ rows: [RowIndex]) -> Range<Int> {
            lists += rows
            return lists.count - rows.count..<lists.count
        }
        for (index, state) in machine.states.enumerated() {
            let start = takers.count
            for (event, rows) in state.rows.sorted(by: { $0.key < $1.key }) { takers.append((index, event, list(rows))) }
            let visible = state.visible.direct ?? (state.visible.type.fields.isEmpty ? -2 : -1)
            nodes.append(
                Node(
                    parent: state.parent ?? -1, last: state.last, isEnd: state.isFinal && state.parent == 0, isFinal: state.isFinal,
                    isCompound: index == 0 || state.kind == .compound, hasHistory: state.children.contains { machine.states[$0].isHistory },
                    setsAside: !state.ignored.isEmpty || !state.deferred.isEmpty, anyEventRows: list(state.anyEventRows),
                    alwaysRows: list(state.alwaysRows), visible: visible, takers: start..<takers.count))
        }
        self.nodes = nodes
        timers = ContiguousArray(machine.timers.map { list($0.rows) })
        self.lists = lists
        rows = ContiguousArray(machine.rows.map { PlannedRow($0, of: machine) })
        shapes = ContiguousArray(
            zip(machine.rows, rows).map { row, planned in
                var seesEvent = false
                if case .event = row.trigger { seesEvent = true }
                return Shape(
                    source: row.source, isGuarded: row.isGuarded, truth: planned.truth.map { .passUnretained($0) }, seesEvent: seesEvent,
                    hop: planned.hop?.target ?? -1,
                    isQuick: planned.hop.map { !nodes[$0.target].isEnd } ?? false,
                    record: planned.hop?.data.map { .passUnretained($0) })
            })
        let isFlat = machine.isFlat
        self.takers = ContiguousArray(
            takers.map { taker in
                Taker(
                    event: taker.event, rows: taker.rows,
                    isQuick: isFlat && machine.settles(taker.event, in: taker.state))
            })
        hasAlways = machine.states.contains { !$0.alwaysRows.isEmpty }
        isExternal = ContiguousArray(machine.events.map { $0.origin == .external })
        isStarter = ContiguousArray(machine.feedbacksOfEvent.map { !$0.isEmpty })
        alone = ContiguousArray(machine.states.indices.map { [$0] })
        blank = ContiguousArray(machine.states.map { [Record(type: $0.data, fields: $0.data.fields.map { _ in nil })] })
        workflow = .record(Record(type: VariableSlot.workflowType, fields: [.string(machine.workflow), .int(Int64(machine.revision))]))
    }

    /// The rows of a state for an event, a part of ``lists``.
    func rows(of state: StateIndex, for event: EventIndex) -> Range<Int> { taker(of: state, for: event)?.rows ?? 0..<0 }

    private func taker(of state: StateIndex, for event: EventIndex) -> Taker? {
        var range = nodes[state].takers
        // Most states take a handful of events.
        while range.count > 8 {
            let middle = range.lowerBound + range.count / 2
            if takers[middle].event > event { range = range.lowerBound..<middle } else { range = middle..<range.upperBound }
        }
        for index in range where takers[index].event == event { return takers[index] }
        return nil
    }

    /// The rows of the only active state, when they are all that an event can lead to.
    func quickRows(for event: borrowing StepEvent, in state: borrowing MachineState) -> Range<Int>? {
        guard case .event(let index) = event.trigger, event.addressee == nil, state.active.count == 1,
            let taker = taker(of: state.active[0], for: index), taker.isQuick
        else { return nil }
        return taker.rows
    }

    /// Whether a state is inside another at any depth.
    func isInside(_ inner: StateIndex, _ outer: StateIndex) -> Bool { inner > outer && inner <= nodes[outer].last }
}

extension Machine {
    /// Whether one state is active at a time, and nothing happens by itself.
    fileprivate var isFlat: Bool {
        states.allSatisfy { state in
            state.parent == nil || state.parent == 0 && (state.kind == .atomic || state.isFinal) && state.alwaysRows.isEmpty
        } && states[0].kind == .compound && states[0].alwaysRows.isEmpty
    }

    /// Whether nothing but a state's own rows for an event concerns it there, and it starts no feedbacks.
    fileprivate func settles(_ event: EventIndex, in state: StateIndex) -> Bool {
        state != 0 && states[state].anyEventRows.isEmpty && states[0].anyEventRows.isEmpty && states[0].rows[event] == nil
            && (states[state].visible.direct == state || states[state].visible.type.fields.isEmpty)
            && !states[state].ignored.contains(event) && !states[state].deferred.contains(event) && feedbacksOfEvent[event].isEmpty
    }
}
