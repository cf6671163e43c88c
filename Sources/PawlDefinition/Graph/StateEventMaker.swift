import PawlExpression
import PawlKit
import PawlMachine

/// Fills the cells of the table of states and events.
struct StateEventMaker {
    private let machine: Machine
    private let names: [String]
    private let feedbacks: RunningFeedbacks
    private let conditions: StaticConditions
    /// The events that rows and states raise, which can come anywhere.
    private let emitted: Set<EventIndex>
    private(set) var signs: Set<StateEventTable.Sign> = []

    init(_ machine: Machine) {
        self.machine = machine
        names = ShortNames.of(machine.states.map(\.path))
        feedbacks = RunningFeedbacks(machine)
        conditions = StaticConditions(machine)
        let emits = machine.rows.flatMap(\.emits) + machine.states.flatMap { $0.entryEmits + $0.exitEmits }
        emitted = Set(emits.map(\.event))
    }

    /// Whether the machine itself has what belongs to no event.
    func hasOwn(_ state: StateIndex) -> Bool { !machine.states[state].timers.isEmpty || !machine.states[state].alwaysRows.isEmpty }

    // MARK: Events

    /// The cells of an event, for each of some states.
    mutating func column(_ event: EventIndex, of states: [StateIndex]) -> [String] {
        var reach: RunningFeedbacks.Reach?
        if machine.events[event].origin != .external, !emitted.contains(event) { reach = feedbacks.reach(of: event) }
        return states.map { state in
            if event == Event.done { return done(of: state) }
            // What a state with states inside does is told by their lines.
            if machine.states[state].kind != .atomic { return "" }
            if let reach, !reach.contains(state) { return sign(.impossible, "·") }
            return cell(event, at: state)
        }
    }

    private mutating func done(of state: StateIndex) -> String {
        if state == 0 { return "" }
        guard canBeDone(state) else { return sign(.impossible, "·") }
        var alternatives: [String] = []
        let isSettled = add(machine.states[state].rows[Event.done] ?? [], at: state, from: state, to: &alternatives)
        if alternatives.isEmpty, !isSettled { return sign(.unhandled, "–") }
        return alternatives.joined(separator: " | ")
    }

    /// Whether `done` of a state can come: of a leaf when its feedback raises it, else when what is inside can come to an end.
    private func canBeDone(_ state: StateIndex) -> Bool {
        switch machine.states[state].kind {
        case .atomic:
            machine.states[state].feedbacks.contains { index in
                if case .standard = machine.feedbacks[index].success { machine.feedbacks[index].event == nil } else { false }
            }
        case .compound: machine.states[state].children.contains { machine.states[$0].isFinal }
        case .parallel:
            machine.states[state].children.allSatisfy { child in
                switch machine.states[child].kind {
                case .history, .final: true
                case .atomic: false
                case .compound, .parallel: canBeDone(child)
                }
            }
        case .final, .history: false
        }
    }

    /// What becomes of an event in a leaf: its own rows, then those of the states around it, `from: "*"` last.
    private mutating func cell(_ event: EventIndex, at leaf: StateIndex) -> String {
        var alternatives: [String] = []
        var isDisabled = false
        var level: StateIndex? = leaf
        while let state = level {
            let rows = machine.states[state].rows[event] ?? []
            let any = machine.events[event].origin == .external ? machine.states[state].anyEventRows : []
            if add(rows + any, at: leaf, from: state, to: &alternatives, isDisabled: &isDisabled) {
                return alternatives.joined(separator: " | ")
            }
            if machine.states[state].deferred.contains(event) { return (alternatives + ["deferred"]).joined(separator: " | ") }
            if machine.states[state].ignored.contains(event) { return (alternatives + ["ignored"]).joined(separator: " | ") }
            level = machine.states[state].parent
        }
        if !alternatives.isEmpty { return alternatives.joined(separator: " | ") }
        if isDisabled { return sign(.disabled, "disabled") }
        return event == Event.failed && !isInRegion(leaf) ? sign(.blocks, "blocks") : sign(.unhandled, "–")
    }

    /// Whether a state of another region may take what this one does not.
    private func isInRegion(_ state: StateIndex) -> Bool {
        var outer = machine.states[state].parent
        while let current = outer {
            if machine.states[current].kind == .parallel { return true }
            outer = machine.states[current].parent
        }
        return false
    }

    // MARK: Rows

    private mutating func add(_ rows: [RowIndex], at leaf: StateIndex, from source: StateIndex, to alternatives: inout [String]) -> Bool {
        var isDisabled = false
        return add(rows, at: leaf, from: source, to: &alternatives, isDisabled: &isDisabled)
    }

    /// Adds what rows lead to; whether the last of them is always taken, so that nothing after it counts.
    private mutating func add(
        _ rows: [RowIndex], at leaf: StateIndex, from source: StateIndex, to alternatives: inout [String], isDisabled: inout Bool
    ) -> Bool {
        for index in rows {
            let row = machine.rows[index]
            let disables = row.disables.map { conditions.value(of: $0, in: leaf) }
            if disables.contains(true) {
                isDisabled = true
                continue
            }
            let when = row.when.map { conditions.value(of: $0, in: leaf) } ?? true
            if when == false { continue }
            var text = source != leaf && source != 0 ? sign(.inherited, "↑") : ""
            text += target(of: row)
            if when == nil { text += sign(.guarded, " if …") }
            if disables.contains(nil) { text += sign(.guarded, " unless …") }
            alternatives.append(text)
            if when == true, !disables.contains(nil) { return true }
        }
        return false
    }

    private mutating func target(of row: Row) -> String {
        row.targets.isEmpty ? sign(.stays, "stays") : row.targets.map { names[$0] }.joined(separator: " + ")
    }

    private mutating func sign(_ sign: StateEventTable.Sign, _ text: String) -> String {
        signs.insert(sign)
        return text
    }

    // MARK: What comes by itself

    /// The eventless rows of a state.
    mutating func always(of state: StateIndex) -> String {
        var alternatives: [String] = []
        _ = add(machine.states[state].alwaysRows, at: state, from: state, to: &alternatives)
        return alternatives.joined(separator: " | ")
    }

    /// The timers of a state: `15m → Cancelled`.
    mutating func timers(of state: StateIndex) -> String {
        var texts: [String] = []
        for timer in machine.states[state].timers {
            var alternatives: [String] = []
            let isSettled = add(machine.timers[timer].rows, at: state, from: state, to: &alternatives)
            if alternatives.isEmpty, !isSettled { continue }
            let deadline: String
            switch machine.timers[timer].deadline {
            case .after(let template): deadline = PictureText.of(template)
            case .at(let template): deadline = "at " + PictureText.of(template)
            }
            texts.append("\(deadline) → \(alternatives.joined(separator: " | "))")
        }
        return texts.joined(separator: ", ")
    }
}
