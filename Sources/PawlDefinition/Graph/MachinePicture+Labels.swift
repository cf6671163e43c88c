import PawlMachine

extension MachinePicture.Node {
    /// Whether there are states inside, so that it is drawn as a box around them.
    package var isComposite: Bool { kind.isComposite }

    /// Whether it is an end.
    var isFinal: Bool { kind.isFinal }

    /// Whether it stands for what was active before.
    var isHistory: Bool { kind.isHistory }

    /// Its name with what the shape alone would not tell: `● Paying`, `Cancelled (failure)`, `H* Resume`.
    var title: String {
        var title = name
        switch kind {
        case .parallel: title += " (parallel)"
        case .final(failure: true): title += " (failure)"
        case .history(let deep): title = (deep ? "H* " : "H ") + title
        case .atomic, .compound, .final(failure: false): break
        }
        switch mark {
        case .current: return "● " + title
        case .visited: return "✓ " + title
        case .none: return title
        }
    }

    /// The title, then a line for each note and its detail.
    var lines: [String] { [title] + notes.flatMap { [$0.text] + ($0.detail.map { [$0] } ?? []) } }
}

extension MachinePicture.Edge {
    /// The label as lines: what sets it off and when, then when it was taken.
    var lines: [String] {
        let label = label(with: PictureText.longest)
        return (label.isEmpty ? [] : [label]) + (taken.text.map { [$0] } ?? [])
    }
}

extension MachinePicture {
    /// What is said about the whole: the workflow, its summary, the instance.
    var headings: [String] {
        [title + (summary.map { ": " + $0 } ?? "")] + (caption.map { [$0] } ?? [])
    }

    /// The source states whose rows lead to themselves or to states inside: a box cannot have an arrow into itself, so that these arrows begin
    /// at a stand-in beside the box. The machine itself is always drawn as such a stand-in.
    func standIns() -> Set<StateIndex> {
        var found: Set<StateIndex> = nodes[0].notes.isEmpty ? [] : [0]
        for edge in edges where !edge.targets.isEmpty {
            if case .state(let source) = edge.origin, needsStandIn(source, edge.targets) { found.insert(source) }
        }
        return found
    }

    /// Whether an arrow begins at the stand-in of its source.
    func needsStandIn(_ source: StateIndex, _ targets: [StateIndex]) -> Bool {
        source == 0 || nodes[source].isComposite && targets.contains { $0 == source || isInside($0, source) }
    }

    /// What stands in a stand-in.
    func standInLines(_ state: StateIndex) -> [String] {
        guard state == 0 else { return ["any state in " + nodes[state].name] }
        return ["any state"] + nodes[0].lines.dropFirst()
    }

    /// The arrows of an edge that is drawn: none for one that stays, and of a start only what stands in the machine or a compound state.
    func isDrawn(_ edge: Edge) -> Bool {
        if case .start(let state) = edge.origin, nodes[state].kind == .parallel { return false }
        return !edge.targets.isEmpty
    }
}
