import PawlKit
import PawlMachine
import PawlYAML

extension DefinitionBuilder {
    /// The data of the states that an entrance feeds: each field from `data`, else by name from one of the sources.
    ///
    /// - Parameters:
    ///   - update: Takes what is given for fields of states that stay active, which are no part of the entrance; nil to report it.
    ///   - missing: What becomes of fields that nothing gives; reported when nil.
    func entryData(
        of entrance: inout Entrance, given: YAMLNode?, giver: String, from sources: FieldSources, in compiler: ScopedCompiler,
        update: ((YAMLPair) -> Void)? = nil, missing: ((StateIndex, RecordType.Field) -> Void)? = nil
    ) -> [DataRule] {
        let fed = plan.fed(by: entrance.targets, below: entrance.domain)
        let pairs: [YAMLPair]
        switch given {
        case let given? where !given.isNull:
            guard let found = given.pairs else {
                findings.report(
                    DefinitionFact.wrongShape(what: "`data`", expected: "a mapping", found: given.kindText), at: given.headRange)
                return []
            }
            pairs = found.filter { pair in
                guard let update, isUpdate(pair, of: entrance, fed) else { return true }
                update(pair)
                return false
            }
        default: pairs = []
        }
        var written: [StateIndex: [YAMLPair]] = [:]
        var isWhole = true
        if pairs.isEmpty {
        } else if fed.count == 1, entrance.targets.allSatisfy({ !states.all[$0].isComposite && !states.all[$0].isHistory }) {
            written[fed[0]] = pairs
        } else {
            let further = plan.further(entrance.targets, below: entrance.domain)
            guard scopes.budget.take(fed.count + further.count) else {
                findings.report(DefinitionFact.tooManyExpressions, at: entrance.range)
                return []
            }
            isWhole = distribute(pairs, over: fed, and: further, domain: entrance.domain, giver: giver, into: &written)
            entrance.explicit = Set(further.filter { written[$0] != nil })
        }
        return (fed + entrance.explicit.sorted()).compactMap { state in
            let given = written[state] ?? []
            if given.isEmpty, states.all[state].data.fields.isEmpty { return nil }
            let request = FieldRequest(
                declared: states.parts[state].declared, type: states.all[state].data, owner: states.label(state), given: given,
                isWhole: isWhole, range: entrance.range, missing: missing.map { missing in { missing(state, $0) } })
            guard let fields = fieldRules(request, from: sources, in: compiler), !fields.isEmpty else { return nil }
            return DataRule(state: state, fields: fields)
        }
    }

    /// Whether a pair of `data` means a field that stays with a state around all that is entered: one that nothing entered has.
    private func isUpdate(_ pair: YAMLPair, of entrance: Entrance, _ fed: [StateIndex]) -> Bool {
        guard entrance.domain != 0, states.all[entrance.domain].visible.type.slot(of: pair.name) != nil else { return false }
        let entered = fed + plan.further(entrance.targets, below: entrance.domain)
        guard scopes.budget.take(entered.count + 1) else { return false }
        return !entered.contains { state in
            states.all[state].data.slot(of: pair.name) != nil || UTF8Order.equal(states.all[state].name, pair.name)
        }
    }

    /// Gives each pair of `data` to the state that has the field, or to the one that it names; false when something was reported.
    private func distribute(
        _ pairs: [YAMLPair], over fed: [StateIndex], and further: [StateIndex], domain: StateIndex, giver: String,
        into written: inout [StateIndex: [YAMLPair]]
    ) -> Bool {
        // What the entrance must feed goes before what feeds itself further inside.
        var owners: [ByteString: [StateIndex]] = [:]
        for state in fed {
            for field in states.all[state].data.fields { owners[ByteString(field.name), default: []].append(state) }
        }
        var inner: [ByteString: [StateIndex]] = [:]
        for state in further {
            for field in states.all[state].data.fields where owners[ByteString(field.name)] == nil {
                inner[ByteString(field.name), default: []].append(state)
            }
        }
        owners.merge(inner) { outer, _ in outer }
        let entered = fed + further
        var isWhole = true
        for pair in pairs {
            let found = owners[ByteString(pair.name)] ?? []
            if found.count == 1 {
                written[found[0], default: []].append(pair)
            } else if found.count > 1 {
                isWhole = false
                findings.report(DefinitionFact.fieldOfSeveralStates(pair.name, found.map { states.all[$0].path }), at: pair.key.range)
            } else if let state = entered.first(where: { UTF8Order.equal(states.all[$0].name, pair.name) })
                ?? entered.first(where: { states.all[$0].path.hasSuffix(".\(pair.name)") || states.all[$0].path == pair.name })
            {
                guard let inner = pair.value.pairs else {
                    isWhole = false
                    if !pair.value.isNull {
                        findings.report(
                            DefinitionFact.wrongShape(
                                what: "the data of \(states.label(state))", expected: "a mapping", found: pair.value.kindText),
                            at: pair.value.headRange)
                    }
                    continue
                }
                written[state, default: []] += inner
            } else {
                isWhole = false
                reportStray(pair, owners, entered: entered, domain: domain, giver: giver)
            }
        }
        return isWhole
    }

    private func reportStray(
        _ pair: YAMLPair, _ owners: [ByteString: [StateIndex]], entered: [StateIndex], domain: StateIndex, giver: String
    ) {
        if let slot = states.all[domain].visible.type.slot(of: pair.name) {
            let owner = states.all[domain].visible.sources[slot].state
            findings.report(
                DefinitionFact.fieldOfActiveState(pair.name, states.all[owner].path), at: pair.key.range, related: states.all[owner].range)
            return
        }
        let names = owners.keys.map(\.text).sorted(by: UTF8Order.less)
        let candidates = names + entered.map { states.all[$0].name }
        let suggestion = findings.nearest(pair.name, among: candidates)
        findings.report(
            DefinitionFact.unknownField(
                pair.name, owner: entered.count == 1 ? states.label(entered[0]) : "what \(giver) enters", suggestion: suggestion,
                fields: names), at: pair.key.range)
    }
}
