import PawlKit

extension Checker {
    // MARK: Truth

    func requireBool(_ node: Node, _ type: StaticType, _ what: String, reportedAt parent: Node) {
        let type = solver.shallow(type)
        guard type != .bool, !solver.assign([type], to: [.bool]) else { return }
        report(.notBool(type: solver.resolved(type).description, what: what), node.range, node: parent)
    }

    func checkChain(_ node: Node, _ terms: [Node], isAnd: Bool) -> StaticType {
        let before = present
        for term in terms {
            requireBool(term, check(term), "each side of \(isAnd ? "&&" : "||")", reportedAt: node)
            present.formUnion(proofs(term, when: isAnd))
        }
        present = before
        return .bool
    }

    func checkConditional(_ node: Node, _ condition: Node, _ yes: Node, _ no: Node) -> StaticType {
        requireBool(condition, check(condition), "the condition", reportedAt: node)
        let first = withPresent(proofs(condition, when: true)) { check(yes) }
        let second = withPresent(proofs(condition, when: false)) { check(no) }
        let both = solver.fresh()
        guard solver.assign([first, second], to: [both, both]) else {
            return report(
                .branchesDiffer(
                    solver.resolved(first).description, solver.resolved(second).description, hint: mixHint([yes, no], [first, second])),
                node.range, node: node)
        }
        return both
    }

    /// The optional fields that are present whenever a condition has a value; only for conditions that were checked.
    func proofs(_ node: Node, when outcome: Bool) -> Set<String> {
        switch node.kind {
        case .has(let operand, let field) where outcome: path(operand).map { [$0 + "." + field.text] } ?? []
        case .unary(.not, let operand): proofs(operand, when: !outcome)
        case .and(let terms): combined(terms, when: outcome, all: outcome)
        case .or(let terms): combined(terms, when: outcome, all: !outcome)
        default: []
        }
    }

    private func combined(_ terms: [Node], when outcome: Bool, all: Bool) -> Set<String> {
        let sets = terms.map { proofs($0, when: outcome) }
        return sets.dropFirst().reduce(sets[0]) { all ? $0.union($1) : $0.intersection($1) }
    }

    // MARK: Literals

    func checkList(_ elements: [Node.Element]) -> StaticType {
        .list(common(elements.map { unwrapped($0.value, check($0.value), isOptional: $0.isOptional) }))
    }

    func checkMap(_ entries: [Node.Entry]) -> StaticType {
        let keys = entries.map { check($0.key) }
        let values = entries.map { unwrapped($0.value, check($0.value), isOptional: $0.isOptional) }
        return .map(common(keys), common(values))
    }

    private func unwrapped(_ node: Node, _ type: StaticType, isOptional: Bool) -> StaticType {
        guard isOptional else { return type }
        let wrapped = solver.fresh()
        guard solver.assign([type], to: [.optional(wrapped)]) else {
            return report(.notOptional(type: solver.resolved(type).description, what: "what follows '?'"), node.range, node: node)
        }
        return wrapped
    }

    /// The type that all fit, `any` if there is none.
    func common(_ types: [StaticType]) -> StaticType {
        // Most literals hold values of one known type.
        if let first = types.first, first.isProven, types.allSatisfy({ $0 == first }) { return first }
        let all = solver.fresh()
        for type in types {
            guard solver.assign([type], to: [all]) else { return .any }
        }
        return all
    }

    // MARK: Macros

    func checkComprehension(_ node: Node, _ walk: Node.Comprehension) -> StaticType {
        let target = check(walk.target)
        let (key, value, isMap) = walked(target, node, walk)
        let first = walk.second == nil && !isMap ? value : key
        let element = walk.second == nil ? first : value
        let names = [(walk.first, first)] + (walk.second.map { [($0, value)] } ?? [])
        return withLocals(names, of: node) {
            var proofs: Set<String> = []
            if let filter = walk.filter {
                requireBool(filter, check(filter), "the test of \(walk.macro.rawValue)", reportedAt: node)
                proofs = self.proofs(filter, when: true)
            }
            let body = withPresent(proofs) { check(walk.body) }
            switch walk.macro {
            case .all, .exists, .existsOne:
                requireBool(walk.body, body, "the test of \(walk.macro.rawValue)", reportedAt: node)
                return .bool
            case .filter:
                requireBool(walk.body, body, "the test of filter", reportedAt: node)
                return .list(element)
            case .map, .transformList: return .list(body)
            case .sortBy: return .list(element)
            case .transformMap: return .map(key, body)
            case .transformMapEntry:
                let (newKey, newValue) = (solver.fresh(), solver.fresh())
                guard solver.assign([body], to: [.map(newKey, newValue)]) else {
                    return report(
                        .wrongResultType(expected: "map", found: solver.resolved(body).description, hint: "write { key: value }"),
                        walk.body.range, node: node)
                }
                return .map(newKey, newValue)
            }
        }
    }

    /// The types of key (or index) and value of what a macro walks.
    private func walked(_ type: StaticType, _ node: Node, _ walk: Node.Comprehension) -> (StaticType, StaticType, isMap: Bool) {
        switch solver.shallow(type) {
        case .list(let element): return (.int, element, false)
        case .map(let key, let value): return (key, value, true)
        case .any: return (.any, .any, false)
        case .error: return (.error, .error, false)
        case .variable(let number):
            _ = solver.assign([.any], to: [.list(.variable(number))])
            return (.any, .any, false)
        case let other:
            report(.notWalkable(type: solver.resolved(other).description, macro: walk.macro.rawValue), walk.target.range, node: node)
            return (.error, .error, false)
        }
    }

    func checkOptionalMap(_ node: Node, _ target: Node, _ name: Node.Name, _ body: Node, isFlat: Bool) -> StaticType {
        let type = check(target)
        let wrapped = solver.fresh()
        if !solver.assign([type], to: [.optional(wrapped)]) {
            report(.notOptional(type: solver.resolved(type).description, what: "what optMap works on"), target.range, node: node)
        }
        let result = withLocals([(name, wrapped)], of: node) { check(body) }
        guard isFlat else { return .optional(result) }
        let inner = solver.fresh()
        guard solver.assign([result], to: [.optional(inner)]) else {
            return report(
                .notOptional(type: solver.resolved(result).description, what: "the result of optFlatMap"), body.range, node: node)
        }
        return .optional(inner)
    }

    // MARK: Fitting places

    /// Whether a node's value can go into a place; constant texts are compared with the members of an enum.
    func admit(_ node: Node, _ type: StaticType, into place: StaticType) -> Bool {
        if let texts = constantTexts(node), case .enumeration(let members) = place {
            for text in texts { requireMember(text, members) }
            return true
        }
        switch (node.kind, place) {
        case (.list(let elements), .list(let element)) where !elements.contains(where: \.isOptional):
            return elements.allSatisfy { admit($0.value, checked.types[$0.value.id], into: element) }
        case (.map(let entries), .map(let key, let value)) where !entries.contains(where: \.isOptional):
            return entries.allSatisfy {
                admit($0.key, checked.types[$0.key.id], into: key) && admit($0.value, checked.types[$0.value.id], into: value)
            }
        case (.conditional(_, let yes, let no), _):
            return admit(branch: yes, of: node, type, into: place) && admit(branch: no, of: node, type, into: place)
        case (.call(let name, let target?, let arguments), .enumeration) where name.text == "orValue" && arguments.count == 1:
            return admit(arguments[0], checked.types[arguments[0].id], into: place)
                && solver.assign([checked.types[target.id]], to: [.optional(place)])
        default: return solver.assign([type], to: [place])
        }
    }

    /// Whether a branch fits. When an optional was taken off the whole, it comes off the branch as well.
    private func admit(branch: Node, of node: Node, _ type: StaticType, into place: StaticType) -> Bool {
        let own = checked.types[branch.id]
        if case .optional = checked.types[node.id], case .optional(let wrapped) = own {
            if case .optional = type { return admit(branch, own, into: place) }
            return admit(branch, wrapped, into: place)
        }
        return admit(branch, own, into: place)
    }

    /// The constant texts that a node can have as its value, nil when it can have others.
    func constantTexts(_ node: Node) -> [(text: String, node: Node)]? {
        switch node.kind {
        case .literal(.string(let text)): return [(text, node)]
        case .conditional(_, let yes, let no):
            guard let first = constantTexts(yes), let second = constantTexts(no) else { return nil }
            return first + second
        default: return nil
        }
    }

    func requireMember(_ text: (text: String, node: Node), _ type: EnumType) {
        guard !type.contains(text.text) else { return }
        report(
            .notAMember(
                text: text.text, of: StaticType.enumeration(type).description,
                nearest: NearestName.find(text.text, among: type.members), members: type.members), text.node.range, node: text.node)
    }

    /// How to turn a value into one of the wanted type, if there is a common way.
    func hint(_ node: Node, _ type: StaticType, _ place: StaticType) -> String? {
        switch (solver.shallow(type), solver.shallow(place)) {
        case (.int, .double):
            if case .literal(.int(let number)) = node.kind { return "write \(number).0" }
            return "write double(…)"
        case (.uint, .double): return "write double(…)"
        case (.double, .int), (.uint, .int): return "write int(…)"
        case (.int, .uint), (.double, .uint): return "write uint(…)"
        case (.int, .string), (.uint, .string), (.double, .string), (.bool, .string), (.timestamp, .string), (.duration, .string),
            (.bytes, .string):
            return "write string(…)"
        case (.string, .enumeration): return "write dyn(…) to have it checked when it runs"
        case (.map, .record(let record)): return record.name.map { "write \($0){…}" }
        case (.optional, _): return "add .orValue(…) with what to use when it is absent"
        default: return nil
        }
    }

    /// What to write when numbers of different types meet, or texts and what has one.
    func mixHint(_ nodes: [Node], _ types: [StaticType]) -> String? {
        let types = types.map(solver.shallow)
        guard types.count == 2, types[0] != types[1] else { return nil }
        for (index, other) in [(0, 1), (1, 0)] where types[other] == .double && types[index] == .int {
            if case .literal(.int(let number)) = nodes[index].kind { return "int and double do not mix: write \(number).0" }
        }
        for (index, other) in [(0, 1), (1, 0)] where types[other] == .uint && types[index] == .int {
            if case .literal(.int(let number)) = nodes[index].kind, number >= 0 { return "int and uint do not mix: write \(number)u" }
        }
        let numbers: [StaticType] = [.int, .uint, .double]
        let printable = numbers + [.bool, .timestamp, .duration, .bytes]
        for (index, other) in [(0, 1), (1, 0)] where types[index] == .string && printable.contains(types[other]) {
            return "string and \(types[other]) do not mix: write string(…) around the \(types[other])"
        }
        guard types.allSatisfy(numbers.contains) else { return nil }
        return "\(types[0]) and \(types[1]) do not mix: convert one with \(types[0])(…) or \(types[1])(…)"
    }
}
