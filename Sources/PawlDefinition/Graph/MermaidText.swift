import PawlMachine

/// A picture as a Mermaid state diagram (https://mermaid.js.org/syntax/stateDiagram.html).
///
/// Within the limits of that language: an arrow between states of different boxes stands at the end, outside of all, because a state
/// belongs to the box that names it last; a state that stays is told in the state's text; several targets are reached through a fork.
package struct MermaidText {
    private let picture: MachinePicture
    private let names: MermaidNames
    private let standIns: Set<StateIndex>
    private var lines: [String] = []
    /// The arrows by the box that they stand in.
    private var arrows: [StateIndex: [String]] = [:]

    /// The text of a picture.
    package static func text(_ picture: MachinePicture) -> String {
        var writer = MermaidText(picture)
        writer.write()
        return writer.lines.map { $0 + "\n" }.joined()
    }

    private init(_ picture: MachinePicture) {
        self.picture = picture
        names = MermaidNames(picture)
        standIns = picture.standIns()
    }

    private mutating func write() {
        lines = ["stateDiagram-v2"]
        for heading in picture.headings { lines.append("    %% " + MermaidLabel.comment(heading)) }
        for (number, edge) in picture.edges.enumerated() where picture.isDrawn(edge) { add(edge, number) }
        for node in picture.nodes where node.isFinal { arrows[node.parent ?? 0, default: []].append("\(names[node.state]) --> [*]") }
        if standIns.contains(0) { writeStandIn(0, indent: 1) }
        for child in picture.nodes[0].children { write(child, indent: 1) }
        for line in arrows[0] ?? [] { lines.append("    " + line) }
        writeClasses()
    }

    // MARK: States

    private mutating func write(_ state: StateIndex, indent: Int) {
        let node = picture.nodes[state]
        let margin = String(repeating: "    ", count: indent)
        let label = node.lines
        if standIns.contains(state) { writeStandIn(state, indent: indent) }
        let isPlain = label == [names[state]]
        let declaration = isPlain ? (node.isComposite ? "state \(names[state])" : names[state]) : Self.declaration(label, names[state])
        guard node.isComposite else {
            lines.append(margin + declaration)
            return
        }
        lines.append(margin + declaration + " {")
        var isFirstRegion = true
        for child in node.children {
            if node.kind == .parallel, !picture.nodes[child].isHistory {
                if !isFirstRegion { lines.append(margin + "    --") }
                isFirstRegion = false
            }
            write(child, indent: indent + 1)
        }
        for line in arrows[state] ?? [] { lines.append(margin + "    " + line) }
        lines.append(margin + "}")
    }

    private static func declaration(_ label: [String], _ name: String) -> String {
        "state \"" + label.map(MermaidLabel.escaped).joined(separator: "<br/>") + "\" as " + name
    }

    private mutating func writeStandIn(_ state: StateIndex, indent: Int) {
        lines.append(String(repeating: "    ", count: indent) + Self.declaration(picture.standInLines(state), names.standIn(of: state)))
    }

    // MARK: Arrows

    private mutating func add(_ edge: MachinePicture.Edge, _ number: Int) {
        var lines = edge.lines
        var box = 0
        let source: String
        var targets = edge.targets
        switch edge.origin {
        case .start(let state):
            source = "[*]"
            box = state
            if state != 0 {
                // Named in here, a state further inside would be moved out; words say where the start really leads.
                let inside = directlyInside(state, targets[0])
                if targets != [inside] { lines.append("enters " + targets.map(picture.shortName).joined(separator: ", ")) }
                targets = [inside]
            }
        case .fallback(let history):
            source = names[history]
            box = commonBox(history, targets)
        case .state(let state):
            let isStandIn = picture.needsStandIn(state, targets)
            source = isStandIn ? names.standIn(of: state) : names[state]
            box = isStandIn ? 0 : commonBox(state, targets)
        }
        guard targets.count > 1 else {
            arrows[box, default: []].append(Self.arrow(source, names[targets[0]], lines))
            return
        }
        let fork = names.fork(number)
        arrows[0, default: []].append("state \(fork) <<fork>>")
        arrows[0, default: []].append(Self.arrow(source, fork, lines))
        for target in targets { arrows[0, default: []].append(Self.arrow(fork, names[target], [])) }
    }

    /// The box that holds both ends directly; 0 when there is none, and in a parallel state, whose parts are kept apart.
    private func commonBox(_ state: StateIndex, _ targets: [StateIndex]) -> StateIndex {
        guard let box = picture.nodes[state].parent, picture.nodes[box].kind == .compound, targets.count == 1,
            picture.nodes[targets[0]].parent == box
        else { return 0 }
        return box
    }

    private func directlyInside(_ box: StateIndex, _ state: StateIndex) -> StateIndex {
        var inside = state
        while let parent = picture.nodes[inside].parent, parent != box { inside = parent }
        return inside
    }

    private static func arrow(_ source: String, _ target: String, _ label: [String]) -> String {
        "\(source) --> \(target)" + (label.isEmpty ? "" : " : " + label.map(MermaidLabel.escaped).joined(separator: "<br/>"))
    }

    // MARK: Marks

    private mutating func writeClasses() {
        for (mark, name, style) in [
            (MachinePicture.Mark.visited, "visited", "stroke-width:2px"), (.current, "current", "stroke-width:4px,font-weight:bold"),
        ] {
            // Boxes take no classes.
            let marked = picture.nodes.filter { $0.mark == mark && !$0.isComposite }.map { names[$0.state] }
            if marked.isEmpty { continue }
            lines.append("    classDef \(name) \(style)")
            lines.append("    class \(marked.joined(separator: ",")) \(name)")
        }
    }
}
