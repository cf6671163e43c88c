import PawlKit

extension Checker {
    func checkSelect(_ node: Node, _ operand: Node, _ field: Node.Name, isOptional: Bool) -> StaticType {
        if !isOptional, let type = qualified(node) { return type }
        let type = check(operand)
        guard let (result, mayBeAbsent) = select(type, field, node) else { return .error }
        if isOptional || mayBeAbsent == nil { return result.asOptional }
        if mayBeAbsent == true {
            let path = path(node)
            guard path.map(present.contains) ?? false else {
                let receiver = Printer.text(operand)
                return report(
                    .unprovenField(
                        path: "\(receiver).\(field.text)", receiver: receiver, field: field.text, type: result.description,
                        canBeProven: path != nil), field.range, node: node)
            }
        }
        return result
    }

    /// The variable that a whole dotted name is, if it is one.
    private func qualified(_ node: Node) -> StaticType? {
        // The types of CEL with a dotted name are Google's.
        guard hasDottedNames || node.root == "google", let (name, isAbsolute) = node.dottedName else { return nil }
        let root = String(name.prefix { $0 != "." })
        guard isAbsolute || local(root) == nil else { return nil }
        return lookUp(node, name, isAbsolute: isAbsolute)
    }

    /// The type of a field, and whether it may be absent; `mayBeAbsent` is nil when the operand is an optional.
    private func select(_ type: StaticType, _ field: Node.Name, _ node: Node) -> (type: StaticType, mayBeAbsent: Bool?)? {
        switch solver.shallow(type) {
        case .any: return (.any, false)
        case .error: return nil
        case .map(_, let value): return (value, false)
        case .variable(let number):
            _ = solver.assign([.any], to: [.list(.variable(number))])
            return (.any, false)
        case .record(let record):
            guard let found = record.field(field.text) else {
                let names = record.fields.map(\.name)
                report(
                    .unknownField(
                        field.text, of: StaticType.record(record).description, nearest: NearestName.find(field.text, among: names),
                        candidates: names), field.range, node: node)
                return nil
            }
            return (StaticType(found.type), found.isOptional)
        case .optional(let wrapped): return select(wrapped, field, node).map { ($0.type, nil) }
        case let other:
            report(.noFields(type: solver.resolved(other).description, field: field.text), field.range, node: node)
            return nil
        }
    }

    func checkHas(_ node: Node, _ operand: Node, _ field: Node.Name) -> StaticType {
        _ = select(check(operand), field, node)
        return .bool
    }

    func checkIndex(_ node: Node, _ operand: Node, _ index: Node, isOptional: Bool) -> StaticType {
        let type = check(operand)
        let indexType = check(index)
        guard let result = element(of: type, at: indexType, node, index) else { return .error }
        return isOptional ? result.asOptional : result
    }

    private func element(of type: StaticType, at index: StaticType, _ node: Node, _ indexNode: Node) -> StaticType? {
        func fits(_ expected: StaticType) -> Bool {
            if solver.assign([index], to: [expected]) { return true }
            report(
                .wrongIndexType(expected: solver.resolved(expected).description, found: solver.resolved(index).description),
                indexNode.range, node: node)
            return false
        }
        switch solver.shallow(type) {
        case .any: return .any
        case .error: return nil
        case .list(let element): return fits(.int) ? element : nil
        case .map(let key, let value): return fits(key) ? value : nil
        case .optional(let wrapped): return element(of: wrapped, at: index, node, indexNode)?.asOptional
        case .variable(let number):
            _ = solver.assign([.any], to: [.list(.variable(number))])
            return .any
        case let other:
            report(.notIndexable(type: solver.resolved(other).description), node.range, node: node)
            return nil
        }
    }

    func checkRecord(_ node: Node, _ name: Node.Name, isAbsolute: Bool, _ fields: [Node.FieldValue]) -> StaticType {
        var found: RecordType?
        for candidate in scope.candidates(name.text, isAbsolute: isAbsolute) {
            if found == nil, case .record(let record)? = scope.types[candidate] { found = record }
        }
        guard let record = found else {
            for field in fields { _ = check(field.value) }
            let names = scope.types.filter { if case .record = $0.value { true } else { false } }.map(\.key).sorted()
            return report(
                .unknownType(name.text, nearest: NearestName.find(name.text, among: names), candidates: names), name.range, node: node)
        }
        resolve(node, as: .record(record))
        var given: Set<String> = []
        for field in fields {
            let type = check(field.value)
            guard let declared = record.field(field.name.text) else {
                let names = record.fields.map(\.name)
                report(
                    .unknownField(
                        field.name.text, of: name.text, nearest: NearestName.find(field.name.text, among: names), candidates: names),
                    field.name.range, node: node)
                continue
            }
            if !given.insert(field.name.text).inserted { report(.repeatedField(field.name.text), field.name.range, node: node) }
            checkField(field, type, declared, node)
        }
        let missing = record.fields.filter { !$0.isOptional && !given.contains($0.name) }.map(\.name)
        if !missing.isEmpty { report(.missingFields(missing, of: name.text), node.range, node: node) }
        return .record(record)
    }

    private func checkField(_ field: Node.FieldValue, _ type: StaticType, _ declared: RecordType.Field, _ node: Node) {
        var place = StaticType(declared.type)
        // An optional goes into a field that may be absent as it is, too.
        if field.isOptional { place = .optional(place) }
        if declared.isOptional, !field.isOptional, case .optional = solver.shallow(type) { place = .optional(place) }
        guard !admit(field.value, type, into: place) else { return }
        report(
            .wrongFieldType(
                declared.name, expected: field.isOptional ? place.description : declared.typeText,
                found: solver.resolved(type).description, hint: hint(field.value, type, place)), field.value.range, node: node)
    }
}

extension StaticType {
    /// An optional of this, unless it is one.
    var asOptional: StaticType { if case .optional = self { self } else { .optional(self) } }
}
