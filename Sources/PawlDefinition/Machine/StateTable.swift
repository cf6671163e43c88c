import PawlKit
import PawlMachine
import PawlYAML

/// The states of a file while it is read. State 0 is the root.
struct StateTable {
    /// The parts of a state that are read when all names are known.
    struct Parts {
        /// The data that it declares.
        var declared = DeclaredRecord.empty
        /// Whether a field that its rows see has a type nobody knows.
        var isBroken = false
        /// What a final state gives; of a nested one its type is that of what is written.
        var output: DeclaredRecord?
        var section: Section?
    }

    /// The states in document order.
    private(set) var all: [State]
    /// The parts of each state.
    private(set) var parts: [Parts]
    private(set) var names = StateNames()

    init() {
        all = [.root()]
        parts = [Parts()]
    }

    /// Adds a state below another, after all that was added before.
    mutating func add(_ state: State, _ parts: Parts) {
        let index = all.count
        all.append(state)
        self.parts.append(parts)
        names.add(state.path, as: index)
        all[index].last = index
        var ancestor = state.parent
        if let ancestor { all[ancestor].children.append(index) }
        while let outer = ancestor {
            all[outer].last = index
            ancestor = all[outer].parent
        }
    }

    /// Changes a state.
    mutating func change(_ state: StateIndex, _ body: (inout State) -> Void) { body(&all[state]) }

    /// Notes what a final state gives.
    mutating func setOutput(_ output: DeclaredRecord, of state: StateIndex) { parts[state].output = output }

    /// A state with its word, for messages: `state 'Paying'`, `the whole machine`.
    func label(_ state: StateIndex) -> String { all.label(state) }
}

extension DefinitionBuilder {
    /// The state of a name; reports when there is none, and goes on with the one that was probably meant.
    ///
    /// - Parameter outer: The state whose inner states go first.
    func resolveState(_ name: String, at range: SourceRange, inside outer: StateIndex = 0) -> StateIndex? {
        let found = states.names.find(name, inside: outer, of: states.all)
        if found.count == 1 { return found[0] }
        findings.isComplete = false
        if found.count > 1 {
            findings.report(DefinitionFact.ambiguousState(name, candidates: found.map(states.names.path)), at: range)
            return nil
        }
        let suggestion = findings.nearest(name, among: states.names.candidates)
        findings.report(
            DefinitionFact.unknownState(name, suggestion: suggestion, states: states.all.dropFirst().prefix(9).map(\.path)), at: range)
        return suggestion.flatMap { states.names.find($0).first }
    }

    /// The states of a name or a list of names.
    func resolveStates(_ names: [(text: String, range: SourceRange)], inside outer: StateIndex = 0) -> [StateIndex] {
        names.compactMap { resolveState($0.text, at: $0.range, inside: outer) }
    }
}
