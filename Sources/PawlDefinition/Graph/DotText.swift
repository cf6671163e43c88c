import PawlMachine

/// A picture in the language of Graphviz (https://graphviz.org/doc/info/lang.html).
///
/// States with states inside are clusters. An arrow needs nodes at its ends; one from or to a cluster ends at the cluster's start
/// marker, or at an invisible point in it, and is clipped at the cluster's border.
package struct DotText {
    private let picture: MachinePicture
    private let standIns: Set<StateIndex>
    /// The states whose start is drawn.
    private var starts: Set<StateIndex> = []
    private var lines: [String] = []

    /// The text of a picture.
    package static func text(_ picture: MachinePicture) -> String {
        var writer = DotText(picture)
        writer.write()
        return writer.lines.map { $0 + "\n" }.joined()
    }

    private init(_ picture: MachinePicture) {
        self.picture = picture
        standIns = picture.standIns()
        for edge in picture.edges where picture.isDrawn(edge) {
            if case .start(let state) = edge.origin { starts.insert(state) }
        }
    }

    private mutating func write() {
        lines = [
            "digraph \(Self.quoted(picture.title)) {",
            "    graph [compound=true, fontname=\"Helvetica\", fontsize=11, labelloc=t, label=\(Self.label(picture.headings))]",
            "    node [shape=box, style=rounded, fontname=\"Helvetica\", fontsize=11]",
            "    edge [fontname=\"Helvetica\", fontsize=9]",
        ]
        if standIns.contains(0) { writeStandIn(0, "    ") }
        if starts.contains(0) { writeStart(0, "    ") }
        for child in picture.nodes[0].children { write(child, indent: 1) }
        for (number, edge) in picture.edges.enumerated() where picture.isDrawn(edge) { write(edge, number) }
        lines.append("}")
    }

    // MARK: States

    private mutating func write(_ state: StateIndex, indent: Int) {
        let node = picture.nodes[state]
        let margin = String(repeating: "    ", count: indent)
        guard node.isComposite else {
            var attributes = ["label=\(Self.label(node.lines))"] + Self.marks(node.mark)
            if node.isFinal { attributes.append("peripheries=2") }
            if node.isHistory { attributes.append("shape=ellipse") }
            attributes.append("tooltip=\(Self.quoted(node.summary ?? node.path))")
            lines.append("\(margin)s\(state) [\(attributes.joined(separator: ", "))]")
            return
        }
        if standIns.contains(state) { writeStandIn(state, margin) }
        lines.append("\(margin)subgraph cluster_\(state) {")
        let isRegion = node.parent.map { picture.nodes[$0].kind == .parallel } ?? false
        var attributes = ["label=\(Self.label(node.lines))", "labeljust=l", "style=\(isRegion ? "dashed" : "rounded")"]
        if node.mark != .none { attributes.append("penwidth=2") }
        attributes.append("tooltip=\(Self.quoted(node.summary ?? node.path))")
        lines.append("\(margin)    graph [\(attributes.joined(separator: ", "))]")
        if starts.contains(state) {
            writeStart(state, margin + "    ")
        } else {
            lines.append("\(margin)    in\(state) [shape=point, style=invis, label=\"\", tooltip=\"\"]")
        }
        for child in node.children { write(child, indent: indent + 1) }
        lines.append("\(margin)}")
    }

    private mutating func writeStart(_ state: StateIndex, _ margin: String) {
        lines.append("\(margin)start\(state) [shape=point, width=0.12, label=\"\", tooltip=\"start\"]")
    }

    private mutating func writeStandIn(_ state: StateIndex, _ margin: String) {
        lines.append("\(margin)any\(state) [shape=box, style=dashed, label=\(Self.label(picture.standInLines(state)))]")
    }

    private static func marks(_ mark: MachinePicture.Mark) -> [String] {
        switch mark {
        case .none: []
        case .visited: ["penwidth=2", "color=\"#2e7d32\""]
        case .current: ["penwidth=3", "color=\"#1565c0\"", "style=\"rounded,filled\"", "fillcolor=\"#e3f2fd\""]
        }
    }

    // MARK: Arrows

    private mutating func write(_ edge: MachinePicture.Edge, _ number: Int) {
        let source: String
        var attributes: [String] = []
        var tail: StateIndex?
        var origin: StateIndex
        switch edge.origin {
        case .start(let state): (source, origin) = ("start\(state)", state)
        case .fallback(let history): (source, origin) = ("s\(history)", history)
        case .state(let state):
            origin = state
            if picture.needsStandIn(state, edge.targets) {
                source = "any\(state)"
                // The stand-in is outside of the box.
                origin = picture.nodes[state].parent ?? 0
            } else {
                source = end(state)
                if picture.nodes[state].isComposite { tail = state }
            }
        }
        if let tail { attributes.append("ltail=cluster_\(tail)") }
        if !edge.lines.isEmpty { attributes.append("label=\(Self.label(edge.lines))") }
        if edge.taken.count > 0 { attributes += ["penwidth=2", "color=\"#2e7d32\""] }
        guard edge.targets.count > 1 else {
            arrow(source, edge.targets[0], from: origin, attributes)
            return
        }
        lines.append("    fork\(number) [shape=box, style=filled, fillcolor=black, width=0.5, height=0.05, label=\"\", tooltip=\"all of\"]")
        lines.append("    \(source) -> fork\(number) [\((attributes + ["arrowhead=none"]).joined(separator: ", "))]")
        for target in edge.targets { arrow("fork\(number)", target, from: 0, []) }
    }

    private mutating func arrow(_ source: String, _ target: StateIndex, from origin: StateIndex, _ attributes: [String]) {
        var attributes = attributes
        // Graphviz clips no arrow at a border that the arrow's other end is inside of.
        if picture.nodes[target].isComposite, origin != target, !picture.isInside(origin, target) {
            attributes.append("lhead=cluster_\(target)")
        }
        let list = attributes.isEmpty ? "" : " [\(attributes.joined(separator: ", "))]"
        lines.append("    \(source) -> \(end(target))\(list)")
    }

    /// The node at which the arrows of a state end.
    private func end(_ state: StateIndex) -> String {
        guard picture.nodes[state].isComposite else { return "s\(state)" }
        return starts.contains(state) ? "start\(state)" : "in\(state)"
    }

    // MARK: Texts

    private static func quoted(_ text: String) -> String { "\"" + escaped(text) + "\"" }

    /// The first line in the middle, the others at the left.
    private static func label(_ lines: [String]) -> String {
        "\"" + escaped(lines.first ?? "") + (lines.count > 1 ? "\\n" : "") + lines.dropFirst().map { escaped($0) + "\\l" }.joined() + "\""
    }

    /// In a quoted text `"` ends it, a backslash begins an escape, and `&` an entity of HTML.
    private static func escaped(_ text: String) -> String {
        var result = ""
        for scalar in text.unicodeScalars {
            switch scalar {
            case "\"": result += "\\\""
            case "\\": result += "\\\\"
            case "&": result += "&amp;"
            case "\n": result += "\\n"
            default: result.unicodeScalars.append(scalar)
            }
        }
        return result
    }
}
