/// Questions about the tree that states form; they stand in document order, each before what is inside it.
extension [State] {
    /// Whether a state is inside another at any depth.
    package func isInside(_ inner: StateIndex, _ outer: StateIndex) -> Bool { inner > outer && inner <= self[outer].last }

    /// The states around the target that a row enters, the outermost first and the target last; `below` is the one that stays active.
    ///
    /// A history state is never active itself, so its path ends with its parent.
    package func path(below domain: StateIndex, to target: StateIndex) -> [StateIndex] {
        var path: [StateIndex] = []
        var next: StateIndex? = self[target].isHistory ? self[target].parent : target
        while let state = next, state != domain, state != 0 {
            path.append(state)
            next = self[state].parent
        }
        return path.reversed()
    }

    /// The innermost state that stays active while a row is taken, as far as the file tells: the least common compound ancestor of
    /// https://www.w3.org/TR/scxml/#LCCA. With history among the targets it may turn out to be one further inside.
    package func domain(from source: StateIndex, to targets: [StateIndex], isInternal: Bool) -> StateIndex {
        if isInternal, self[source].kind == .compound, targets.allSatisfy({ isInside($0, source) }) { return source }
        var ancestor = self[source].parent
        while let current = ancestor {
            if self[current].kind == .compound, targets.allSatisfy({ isInside($0, current) }) { return current }
            ancestor = self[current].parent
        }
        return 0
    }

    /// The innermost state that has both inside.
    package func commonAncestor(_ one: StateIndex, _ other: StateIndex) -> StateIndex {
        var ancestor = self[one].parent
        while let current = ancestor, !isInside(other, current) { ancestor = self[current].parent }
        return ancestor ?? 0
    }

    /// The regions of a parallel state.
    package func regions(of parallel: StateIndex) -> [StateIndex] { self[parallel].children.filter { !self[$0].isHistory } }

    /// A state with its word, for messages: `state 'Paying'`, `the whole machine`.
    package func label(_ state: StateIndex) -> String { state == 0 ? "the whole machine" : "state '\(self[state].path)'" }

    /// Gives each state the numbers of its rows, timers and feedbacks.
    package mutating func link(_ rows: [Row], _ timers: [TimerRule], _ feedbacks: [FeedbackRule]) {
        for (index, row) in rows.enumerated() {
            switch row.trigger {
            case .event(let event): self[row.source].rows[event, default: []].append(index)
            case .anyEvent: self[row.source].anyEventRows.append(index)
            case .always: self[row.source].alwaysRows.append(index)
            case .timer: break
            }
        }
        for (index, timer) in timers.enumerated() { self[timer.state].timers.append(index) }
        for (index, feedback) in feedbacks.enumerated() where feedback.event == nil { self[feedback.state].feedbacks.append(index) }
    }

    /// Puts all states directly inside the root.
    mutating func encloseAll() {
        self[0].children = indices.dropFirst().map { $0 }
        self[0].last = count - 1
    }
}
