package import PawlKit

/// The configuration of a machine with its data: which states are active, and what each carries.
package struct MachineState: Sendable, Hashable {
    /// The active states in document order, without the root.
    package var active: [StateIndex]
    /// The data of each active state, in the same order.
    package var data: [Record]
    /// What each history state remembers.
    package var history: [StateIndex: Remembered] {
        get { memory?.history ?? [:] }
        set { memory = newValue.isEmpty ? nil : Memory(newValue) }
    }

    /// Nil for nothing, which most machines remember: then a copy of the state has one reference less to count.
    private var memory: Memory?

    private final class Memory: Sendable, Hashable {
        let history: [StateIndex: Remembered]

        init(_ history: [StateIndex: Remembered]) { self.history = history }

        static func == (left: Memory, right: Memory) -> Bool { left === right || left.history == right.history }

        func hash(into hasher: inout Hasher) { hasher.combine(history) }
    }

    /// What was active when a state was left.
    package struct Remembered: Sendable, Hashable {
        /// The states in document order.
        package var states: [StateIndex]
        /// The data of each.
        package var data: [Record]

        package init(states: [StateIndex], data: [Record]) {
            self.states = states
            self.data = data
        }
    }

    package init(active: [StateIndex] = [], data: [Record] = [], history: [StateIndex: Remembered] = [:]) {
        self.active = active
        self.data = data
        if !history.isEmpty { memory = Memory(history) }
    }

    /// The state that is left when these states are active instead, and the same is remembered.
    func moved(to active: [StateIndex], _ data: [Record]) -> MachineState {
        MachineState(active, data, memory)
    }

    private init(_ active: [StateIndex], _ data: [Record], _ memory: Memory?) {
        self.active = active
        self.data = data
        self.memory = memory
    }

    /// Where a state stands among the active ones; nil when it is not active.
    package func place(of state: StateIndex) -> Int? {
        // A flat machine has one active state, a deep one a handful.
        active.firstIndex(of: state)
    }

    /// Whether a state is active; the root always is.
    package func isActive(_ state: StateIndex) -> Bool { state == 0 || active.contains(state) }

    /// The data of an active state.
    package func data(of state: StateIndex) -> Record? { place(of: state).map { data[$0] } }
}

extension Machine {
    /// The active states without active states inside, in document order.
    package func leaves(of state: MachineState) -> [StateIndex] {
        if state.active.count == 1 { return state.active }
        var leaves: [StateIndex] = []
        for (place, index) in state.active.enumerated() {
            let next = place + 1
            if next == state.active.count || state.active[next] > states[index].last { leaves.append(index) }
        }
        return leaves
    }

    /// The paths of the active leaves.
    package func leafPaths(of state: MachineState) -> [String] { leaves(of: state).map { states[$0].path } }

    /// Whether a state is inside another at any depth.
    package func isInside(_ inner: StateIndex, _ outer: StateIndex) -> Bool { states.isInside(inner, outer) }

    /// What `state` means for the rows of a state: nil for the root of a flat machine.
    package func visibleData(of source: StateIndex, in state: MachineState) -> Record? {
        let visible = states[source].visible
        if let direct = visible.direct { return state.data(of: direct) }
        if visible.type.fields.isEmpty { return nil }
        return Record(type: visible.type, fields: visible.sources.map { state.data(of: $0.state)?.fields[$0.slot] })
    }
}
