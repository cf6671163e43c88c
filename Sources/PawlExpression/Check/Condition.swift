package import PawlKit

/// A guard taken apart as far as its truth depends on fields compared with constants: what the analysis of rows reasons with.
package indirect enum Condition: Sendable, Hashable {
    /// How a field is compared.
    package enum Comparison: Sendable, Hashable {
        case equal, unequal, less, lessOrEqual, greater, greaterOrEqual
    }

    /// A field against a constant: `state.total > 10`.
    case compare(path: [String], Comparison, Value)
    /// A field that is a truth value.
    case isTrue(path: [String])
    case not(Condition)
    case all([Condition])
    case any([Condition])
    /// What cannot be told from the text.
    case other

    /// Takes an expression apart.
    package static func read(_ expression: Expression) -> Condition {
        guard let (root, _) = try? Parser.parse(expression.text) else { return .other }
        return read(root)
    }

    private static func read(_ node: Node) -> Condition {
        if let path = path(node) { return .isTrue(path: path) }
        switch node.kind {
        case .and(let terms): return .all(terms.map(read))
        case .or(let terms): return .any(terms.map(read))
        case .unary(.not, let operand): return .not(read(operand))
        case .binary(.within, let operand, let list):
            guard let path = path(operand), case .list(let elements) = list.kind else { return .other }
            let values = elements.compactMap { $0.isOptional ? nil : constant($0.value) }
            return values.count == elements.count ? .any(values.map { .compare(path: path, .equal, $0) }) : .other
        case .binary(let symbol, let left, let right):
            guard let comparison = comparison(symbol) else { return .other }
            if let path = path(left), let value = constant(right) { return .compare(path: path, comparison, value) }
            if let path = path(right), let value = constant(left) { return .compare(path: path, comparison.mirrored, value) }
            return .other
        default: return .other
        }
    }

    private static func comparison(_ symbol: Operator) -> Comparison? {
        switch symbol {
        case .equal: .equal
        case .unequal: .unequal
        case .less: .less
        case .lessOrEqual: .lessOrEqual
        case .greater: .greater
        case .greaterOrEqual: .greaterOrEqual
        default: nil
        }
    }

    private static func constant(_ node: Node) -> Value? { if case .literal(let value) = node.kind { value } else { nil } }

    /// A variable's field, by plain names.
    private static func path(_ node: Node) -> [String]? {
        switch node.kind {
        case .name(let name, isAbsolute: false): [name]
        case .select(let operand, let field, isOptional: false): path(operand).map { $0 + [field.text] }
        default: nil
        }
    }
}

extension Condition.Comparison {
    /// The same comparison with its sides changed.
    fileprivate var mirrored: Self {
        switch self {
        case .equal, .unequal: self
        case .less: .greater
        case .lessOrEqual: .greaterOrEqual
        case .greater: .less
        case .greaterOrEqual: .lessOrEqual
        }
    }
}
