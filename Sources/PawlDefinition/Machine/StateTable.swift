import PawlExpression
import PawlKit
import PawlMachine
import PawlYAML

/// What names of states stand for: any unique suffix of a path.
struct StateNames: Sendable {
    private var states: [ByteString: [StateIndex]] = [:]
    private var paths: [String] = []
    /// Names of states that the file declares and this release does not load.
    private var unsupported: Set<ByteString> = []

    /// Adds a state under each suffix of its path.
    mutating func add(_ path: String, as index: StateIndex) {
        paths.append(path)
        let parts = path.split(separator: ".")
        for start in parts.indices { states[ByteString(parts[start...].joined(separator: ".")), default: []].append(index) }
    }

    /// Notes a state that is not loaded, so that naming it is no further mistake.
    mutating func addUnsupported(_ name: String) { unsupported.insert(ByteString(name)) }

    /// Whether a name or its last part is of a state that is not loaded.
    func isUnsupported(_ name: String) -> Bool {
        !unsupported.isEmpty
            && (unsupported.contains(ByteString(name))
                || name.split(separator: ".").last.map { unsupported.contains(ByteString(String($0))) } ?? false)
    }

    /// The states of that name: one, several when it is ambiguous, none.
    func find(_ name: String) -> [StateIndex] {
        guard let found = states[ByteString(name)] else { return [] }
        // A whole path is never ambiguous.
        if found.count > 1, let exact = found.first(where: { UTF8Order.equal(paths[$0 - 1], name) }) { return [exact] }
        return found
    }

    /// The path of a state.
    func path(_ state: StateIndex) -> String { paths[state - 1] }
    /// All paths in document order.
    var all: [String] { paths }

    /// How `active()` finds states.
    func lookup(_ name: String) -> StateLookup {
        let found = find(name)
        if found.count == 1 { return .found(found[0]) }
        if found.count > 1 { return .ambiguous(found.map(path)) }
        return .unknown(nearest: NearestName.find(name, among: paths.prefix(200)))
    }
}

/// The states of a file while it is read. State 0 is the root.
struct StateTable {
    /// A state and the parts of it that are read when all names are known.
    struct Entry {
        var state: State
        var declared: DeclaredRecord
        var output: YAMLNode?
        var ignore: YAMLNode?
    }

    private(set) var entries: [Entry]
    private(set) var names = StateNames()

    init() {
        let root = State(
            name: "", path: "", kind: .compound, parent: nil, depth: 0, data: .empty, visible: VisibleData(of: 0, data: .empty),
            range: .start)
        entries = [Entry(state: root, declared: .empty)]
    }

    /// Adds a state below another and returns its number.
    mutating func add(_ entry: Entry) -> StateIndex {
        let index = entries.count
        entries.append(entry)
        names.add(entry.state.path, as: index)
        if let parent = entry.state.parent {
            entries[parent].state.children.append(index)
            entries[index].state.last = index
            var ancestor: StateIndex? = parent
            while let state = ancestor {
                entries[state].state.last = index
                ancestor = entries[state].state.parent
            }
        }
        return index
    }

    mutating func addUnsupported(_ name: String) { names.addUnsupported(name) }

    subscript(state: StateIndex) -> Entry {
        get { entries[state] }
        set { entries[state] = newValue }
    }

    /// A state with its word, for messages: `state 'Paying'`, `the whole machine`.
    func label(_ state: StateIndex) -> String { state == 0 ? "the whole machine" : "state '\(entries[state].state.path)'" }
}

extension DefinitionBuilder {
    /// Reads `states:`.
    func readStates(_ node: YAMLNode) {
        for pair in findings.entries(node, of: "`states`") { readState(pair, below: 0) }
        if states.entries.count == 1, !findings.hasErrors { findings.report(DefinitionFact.noStates, at: node.headRange) }
    }

    private func readState(_ pair: YAMLPair, below parent: StateIndex) {
        findings.checkName(pair.name, of: "a state", at: pair.key)
        // The path without a name is that of the machine itself.
        guard !pair.name.isEmpty else { return }
        let path = parent == 0 ? pair.name : "\(states[parent].state.path).\(pair.name)"
        var declared = DeclaredRecord.empty
        var kind = State.Kind.atomic
        var section: Section?
        if !pair.value.isNull {
            section = Section(pair.value, .state, findings)
            if let data = section?["data"] { declared = types.record(data.value, of: "`data` of a state") }
            if let final = section?["final"] { kind = readFinal(final.value) ?? .final(failure: false) }
            noteUnsupportedStates(in: pair.value)
            if let output = section?["output"], !kind.isFinal {
                findings.report(DefinitionFact.outputOfNonFinal(pair.name), at: output.key.range)
            }
        }
        let index = states.entries.count
        let visible = RecordType(name: "state '\(path)'", fields: declared.type.fields)
        var state = State(
            name: pair.name, path: path, kind: kind, parent: parent, depth: states[parent].state.depth + 1, data: declared.type,
            visible: VisibleData(of: index, data: visible), range: pair.key.range)
        if let summary = section?["summary"] { state.summary = findings.text(summary.value, of: "`summary`")?.text }
        _ = states.add(
            .init(
                state: state, declared: declared, output: kind.isFinal ? section?["output"]?.value : nil, ignore: section?["ignore"]?.value)
        )
    }

    /// `final: true`, `success` or `failure`; nil when it was reported.
    private func readFinal(_ node: YAMLNode) -> State.Kind? {
        guard let (text, range) = findings.text(node, of: "`final`") else { return nil }
        switch text {
        case "true", "success": return .final(failure: false)
        case "failure": return .final(failure: true)
        case "false": return .atomic
        default:
            let words = ["true", "success", "failure"]
            findings.report(
                DefinitionFact.unknownWord(text, of: "final", suggestion: findings.nearest(text, among: words), allowed: words), at: range)
            return nil
        }
    }

    private func noteUnsupportedStates(in node: YAMLNode) {
        for pair in node.pairs ?? [] where pair.name == "states" {
            for child in pair.value.pairs ?? [] {
                states.addUnsupported(child.name)
                noteUnsupportedStates(in: child.value)
            }
        }
    }

    /// The state of a name; reports when there is none, and goes on with the one that was probably meant.
    func resolveState(_ name: String, at range: SourceRange) -> StateIndex? {
        let found = states.names.find(name)
        if found.count == 1 { return found[0] }
        findings.isComplete = false
        if found.count > 1 {
            findings.report(DefinitionFact.ambiguousState(name, candidates: found.map(states.names.path)), at: range)
            return nil
        }
        if states.names.isUnsupported(name) { return nil }
        let suggestion = findings.nearest(name, among: states.names.all)
        findings.report(DefinitionFact.unknownState(name, suggestion: suggestion, states: states.names.all), at: range)
        return suggestion.flatMap { states.names.find($0).first }
    }
}

extension State.Kind {
    /// Whether it is an end.
    var isFinal: Bool { if case .final = self { true } else { false } }
}
