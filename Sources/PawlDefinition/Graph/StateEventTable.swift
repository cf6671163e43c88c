package import PawlMachine

/// What each state does with each event: the table by which people review a machine.
package struct StateEventTable: Sendable {
    /// A sign in the cells that needs a word of explanation.
    package enum Sign: Sendable, Hashable, CaseIterable {
        /// `–`
        case unhandled
        /// `·`
        case impossible
        /// `if …`, `unless …`
        case guarded
        /// `↑`
        case inherited
        /// `stays`
        case stays
        /// `blocks`
        case blocks
        /// `disabled`
        case disabled
    }

    /// A state's line.
    package struct Line: Sendable {
        /// The state's name under those around it: two spaces for each.
        package var name: String
        /// Whether states are inside, so that the line only tells what the state itself has.
        package var isGroup: Bool
        /// A cell for each column.
        package var cells: [String]
    }

    /// The titles of the columns.
    package let columns: [String]
    /// The lines in document order; first that of the whole machine, if it has what no state's line tells.
    package let lines: [Line]
    /// The signs used.
    package let signs: Set<Sign>
    /// Whether an outside event that nothing handles is rejected instead of recorded.
    package let rejectsUnhandled: Bool

    /// The table of a machine.
    package init(_ machine: Machine) {
        var maker = StateEventMaker(machine)
        let states = machine.states.indices.filter { index in
            switch machine.states[index].kind {
            case .final, .history: false
            case .atomic, .parallel: true
            case .compound: index != 0 || maker.hasOwn(0)
            }
        }
        var lines = states.map { index in
            Line(
                name: index == 0 ? "*" : String(repeating: "  ", count: machine.states[index].depth - 1) + machine.states[index].name,
                isGroup: machine.states[index].kind != .atomic, cells: [])
        }
        var columns: [String] = []
        func add(_ title: String, _ cells: [String], isAlwaysShown: Bool = true) {
            let isBare = cells.allSatisfy { $0.isEmpty || $0 == "·" }
            if isBare, !isAlwaysShown { return }
            columns.append(title)
            for (place, cell) in cells.enumerated() { lines[place].cells.append(cell) }
        }
        for event in machine.events.indices where machine.events[event].origin != .engine {
            add(PictureText.plain(machine.events[event].name), maker.column(event, of: states))
        }
        add("done", maker.column(Event.done, of: states), isAlwaysShown: false)
        add("failed", maker.column(Event.failed, of: states), isAlwaysShown: false)
        add("always", states.map { maker.always(of: $0) }, isAlwaysShown: false)
        add("timers", states.map { maker.timers(of: $0) }, isAlwaysShown: false)
        // A sign that stands only in a column left out needs no word.
        var signs = maker.signs
        if !lines.contains(where: { $0.cells.contains("·") }) { signs.remove(.impossible) }
        self.columns = columns
        self.lines = lines
        self.signs = signs
        rejectsUnhandled = if case .reject = machine.unhandled { true } else { false }
    }
}
