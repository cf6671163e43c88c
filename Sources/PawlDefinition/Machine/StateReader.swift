import PawlKit
import PawlMachine
import PawlYAML

extension DefinitionBuilder {
    /// Reads `states:`.
    func readStates(_ node: YAMLNode) {
        for pair in findings.entries(node, of: "`states`") { readState(pair, below: 0) }
        if states.all.count == 1, !findings.hasErrors { findings.report(DefinitionFact.noStates, at: node.headRange) }
    }

    /// Reads a state and those inside it.
    private func readState(_ pair: YAMLPair, below parent: StateIndex) {
        findings.checkName(pair.name, of: "a state", at: pair.key)
        // The path without a name is that of the machine itself.
        guard !pair.name.isEmpty else { return }
        let path = parent == 0 ? pair.name : "\(states.all[parent].path).\(pair.name)"
        let section = pair.value.isNull ? nil : Section(pair.value, .state, findings)
        let kind = section.map { readKind($0, name: pair.name, parent: parent) } ?? .atomic
        var parts = StateTable.Parts(section: section)
        if let data = section?["data"], !kind.isHistory {
            parts.declared = types.record(data.value, of: "`data` of a state")
        }
        parts.isBroken = parts.declared.isBroken || states.parts[parent].isBroken
        let index = states.all.count
        let own = parts.declared.type.named("state '\(path)'")
        var state = State(
            name: pair.name, path: path, kind: kind, parent: parent, depth: states.all[parent].depth + 1, data: own,
            visible: visible(own, of: index, below: parent, at: pair.key.range), range: pair.key.range)
        if let summary = section?["summary"] { state.summary = findings.text(summary.value, of: "`summary`")?.text }
        if let tags = section?["tags"] { state.tags = findings.texts(tags.value, of: "`tags`").map(\.text) }
        states.add(state, parts)
        guard let inner = section?["states"], kind == .compound || kind == .parallel else { return }
        for child in findings.entries(inner.value, of: "`states`") { readState(child, below: index) }
    }

    /// The fields that rows of a state see: its own, then those of enclosing states that are not shadowed.
    private func visible(_ own: RecordType, of index: StateIndex, below parent: StateIndex, at range: SourceRange) -> VisibleData {
        let outer = states.all[parent].visible
        if outer.type.fields.isEmpty { return VisibleData(of: index, data: own) }
        if own.fields.isEmpty { return outer }
        // Counted, because fields that each of many states adds to those of many others are beyond measure.
        guard scopes.budget.take(16 * outer.type.fields.count) else {
            findings.report(DefinitionFact.typeTooLarge, at: range)
            return VisibleData(of: index, data: own)
        }
        var fields = own.fields
        var sources: [(state: StateIndex, slot: Int)] = own.fields.indices.map { (index, $0) }
        for (slot, field) in outer.type.fields.enumerated() where own.slot(of: field.name) == nil {
            fields.append(field)
            sources.append(outer.sources[slot])
        }
        if fields.count == own.fields.count { return VisibleData(of: index, data: own) }
        return VisibleData(type: RecordType(name: own.name, fields: fields), sources: sources, direct: nil)
    }

    // MARK: Kinds

    /// What a state is, and whether its keys go together.
    private func readKind(_ section: Section, name: String, parent: StateIndex) -> State.Kind {
        if let history = section["history"] { return readHistory(history.value, section, name: name, parent: parent) }
        if let stray = section["default"] {
            findings.report(DefinitionFact.strayKey("default", of: name, needs: "`history`"), at: stray.key.range)
        }
        if let final = section["final"], let kind = readFinal(final.value), kind.isFinal {
            for key in ["states", "initial", "parallel"] {
                guard let pair = section[key] else { continue }
                findings.report(DefinitionFact.keysClash(key, "final", of: name), at: pair.key.range, related: final.key.range)
            }
            if kind == .final(failure: true), parent != 0 {
                findings.report(DefinitionFact.failureInside(name, states.all[parent].path), at: final.value.headRange)
            }
            return kind
        }
        if let output = section["output"] { findings.report(DefinitionFact.outputOfNonFinal(name), at: output.key.range) }
        let isParallel = section["parallel"].flatMap { truth($0.value, of: "parallel") } ?? false
        if let inner = section["states"], inner.value.isNull || inner.value.pairs?.isEmpty == true {
            findings.report(DefinitionFact.missingValue(of: "`states`"), at: inner.key.range)
            return .atomic
        }
        guard section["states"] != nil else {
            if isParallel, let parallel = section["parallel"] {
                findings.report(DefinitionFact.strayKey("parallel", of: name, needs: "`states`"), at: parallel.key.range)
            } else if let initial = section["initial"] {
                findings.report(DefinitionFact.strayKey("initial", of: name, needs: "`states`"), at: initial.key.range)
            }
            return .atomic
        }
        guard isParallel else { return .compound }
        if let initial = section["initial"] {
            findings.report(
                DefinitionFact.keysClash("initial", "parallel", of: name), at: initial.key.range, related: section["parallel"]?.key.range)
        }
        return .parallel
    }

    private func readHistory(_ node: YAMLNode, _ section: Section, name: String, parent: StateIndex) -> State.Kind {
        for key in ["data", "final", "output", "ignore", "states", "initial", "parallel", "defer", "entry", "exit", "tags"] {
            guard let pair = section[key] else { continue }
            findings.report(DefinitionFact.keysClash(key, "history", of: name), at: pair.key.range, related: section["history"]?.key.range)
        }
        if parent == 0 {
            findings.report(DefinitionFact.historyOfMachine(name), at: node.headRange)
        } else if section["default"] == nil {
            let example = states.all[parent].name
            findings.report(DefinitionFact.historyWithoutDefault(name, parent: example), at: node.headRange)
        }
        return .history(deep: findings.word(node, of: "history", as: HistoryWord.self) == .deep)
    }

    private enum HistoryWord: String, CaseIterable { case shallow, deep }

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
            return .final(failure: false)
        }
    }

    /// `true` or `false`; nil when it was reported.
    func truth(_ node: YAMLNode, of key: String) -> Bool? {
        guard let (text, range) = findings.text(node, of: "`\(key)`") else { return nil }
        if text == "true" || text == "false" { return text == "true" }
        let words = ["true", "false"]
        findings.report(
            DefinitionFact.unknownWord(text, of: key, suggestion: findings.nearest(text, among: words), allowed: words), at: range)
        return nil
    }
}
