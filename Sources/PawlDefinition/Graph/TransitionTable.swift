import PawlMachine

/// The ways of a machine as rows of a table, and what happens in its states as rows of another.
package struct TransitionTable: Sendable {
    /// A way from a state.
    package struct Way: Sendable {
        /// `*` where an instance is in the state.
        package var mark: String
        /// The state that it leads from; `start` for the beginning, `any state` for the whole machine.
        package var from: String
        /// What sets it off.
        package var on: String
        /// Its conditions.
        package var condition: String
        /// The states that it leads to; `stays` for none.
        package var to: String
        /// What it does besides.
        package var effects: String
        /// When an instance took it.
        package var taken: String
    }

    /// Something that happens in a state.
    package struct Activity: Sendable {
        /// The state.
        package var state: String
        /// What it is.
        package var text: String
        /// More of it.
        package var detail: String
    }

    /// The ways, starts first.
    package let ways: [Way]
    /// What happens in states.
    package let activities: [Activity]

    /// The table of a picture.
    package init(_ picture: MachinePicture) {
        func name(_ state: StateIndex) -> String { state == 0 ? "any state" : picture.shortName(state) }
        var active: Set<StateIndex> = []
        for node in picture.nodes where node.mark == .current {
            var outer: StateIndex? = node.state
            while let state = outer, active.insert(state).inserted { outer = picture.nodes[state].parent }
        }
        ways = picture.edges.compactMap { edge in
            var from: String
            var mark = ""
            switch edge.origin {
            case .start(let state):
                if picture.nodes[state].kind == .parallel { return nil }
                from = state == 0 ? "start" : "start of " + name(state)
            case .fallback(let history): from = name(history)
            case .state(let state):
                from = name(state)
                if active.contains(state) { mark = "*" }
            }
            return Way(
                mark: mark, from: from, on: edge.trigger, condition: edge.condition(with: .max) ?? "",
                to: edge.targets.isEmpty ? "stays" : edge.targets.map { name($0) }.joined(separator: ", "),
                effects: (edge.effects + (edge.isInternal ? ["stays inside"] : [])).joined(separator: ", "), taken: edge.taken.text ?? "")
        }
        activities = picture.nodes.flatMap { node in
            // What stays is a way already.
            node.notes.filter { !$0.isWay }.map { Activity(state: name(node.state), text: $0.text, detail: $0.detail ?? "") }
        }
    }
}
