import PawlMachine

/// The names of states in a Mermaid text: their paths where Mermaid can read them.
struct MermaidNames {
    private var states: [String] = []
    private var standIns: [StateIndex: String] = [:]
    private var taken: Set<String> = []

    init(_ picture: MachinePicture) {
        states = [""]
        for node in picture.nodes.dropFirst() { states.append(take(node.path)) }
        for state in picture.standIns().sorted() {
            standIns[state] = take(state == 0 ? "any_state" : "any_in_" + picture.nodes[state].path)
        }
        forks = picture.edges.enumerated().filter { $0.element.targets.count > 1 }.reduce(into: [:]) { forks, edge in
            forks[edge.offset] = take("fork_\(forks.count + 1)")
        }
    }

    private var forks: [Int: String] = [:]

    subscript(state: StateIndex) -> String { states[state] }

    func standIn(of state: StateIndex) -> String { standIns[state] ?? "" }

    /// The fork of the edge with that number.
    func fork(_ edge: Int) -> String { forks[edge] ?? "" }

    /// A name made from a text that no other state has.
    private mutating func take(_ text: String) -> String {
        var name = String(decoding: text.utf8.map { Self.isPart($0) ? $0 : UInt8(ascii: "_") }, as: UTF8.self)
        let lowered = name.lowercased()
        // Mermaid calls the starts and ends of a box `X_start` and `X_end`.
        if Self.words.contains(lowered) || lowered.hasSuffix("_start") || lowered.hasSuffix("_end") || name.isEmpty { name += "_" }
        while !taken.insert(name).inserted { name += "_" }
        return name
    }

    private static func isPart(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "0")...UInt8(ascii: "9"),
            UInt8(ascii: "_"):
            true
        default: false
        }
    }

    /// What Mermaid's lexer, which makes no difference between small and capital letters, or its renderer takes for something else
    /// (https://github.com/mermaid-js/mermaid/blob/develop/packages/mermaid/src/diagrams/state/parser/stateDiagram.jison).
    static let words: Set<String> = [
        "acctitle", "accdescr", "as", "class", "classdef", "click", "constructor", "default", "direction", "end", "fork", "hide", "href",
        "join", "choice", "note", "prototype", "root", "scale", "state", "statediagram", "style", "__proto__",
    ]
}
