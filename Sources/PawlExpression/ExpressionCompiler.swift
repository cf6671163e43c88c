package import PawlKit

/// What became of a text.
package enum ExpressionResult: Sendable {
    /// The expression, and what is odd about it.
    case success(Expression, warnings: [ExpressionFinding])
    /// Everything that is wrong with it, by position.
    case failure([ExpressionFinding])

    /// The expression, if there is one.
    package var expression: Expression? { if case .success(let expression, _) = self { expression } else { nil } }
    /// All findings.
    package var findings: [ExpressionFinding] {
        switch self {
        case .success(_, let warnings): warnings
        case .failure(let findings): findings
        }
    }
}

/// Reads and checks expressions.
package enum ExpressionCompiler {
    /// Reads and checks a text.
    ///
    /// - Parameters:
    ///   - expecting: The type of the place that takes the result; nil for any.
    ///   - allowsAbsent: Whether the place may stay empty, so that an optional is welcome.
    package static func compile(
        _ text: String, in scope: ExpressionScope, expecting: ValueType? = nil, allowsAbsent: Bool = false
    ) -> ExpressionResult {
        compile(text, in: scope, expecting: expecting, allowsAbsent: allowsAbsent, isStrict: true)
    }

    /// Reads a text and leaves all types to be found out when it runs, as CEL allows and Pawl's files do not.
    package static func compileUnchecked(_ text: String, in scope: ExpressionScope) -> ExpressionResult {
        compile(text, in: scope, expecting: nil, allowsAbsent: true, isStrict: false)
    }

    private static func compile(
        _ text: String, in scope: ExpressionScope, expecting: ValueType?, allowsAbsent: Bool, isStrict: Bool
    ) -> ExpressionResult {
        let root: Node
        let count: Int
        do throws(SyntaxFailure) {
            (root, count) = try Parser.parse(text, limits: scope.limits)
        } catch {
            return .failure([ExpressionFinding(fact: error.fact, range: error.range)])
        }
        let checker = Checker(root, count: count, scope: scope, isStrict: isStrict)
        checker.run()
        if checker.findings.isEmpty, isStrict, let expecting { checker.require(expecting, allowsAbsent: allowsAbsent) }
        guard checker.findings.isEmpty else {
            return .failure(checker.findings.sorted { $0.range.lowerBound < $1.range.lowerBound })
        }
        return finish(text, checker, expecting: expecting)
    }

    private static func finish(_ text: String, _ checker: Checker, expecting: ValueType?) -> ExpressionResult {
        let root = checker.checked.root
        let type = checker.checked.type(of: root)
        var emitter = Emitter(checker.checked)
        let code = emitter.emit(root)
        var isOptional = false
        if case .optional = type { isOptional = true }
        let own = type.valueType
        let isProven = type.isProven && !checker.checked.admittedNull
        let reads = ReadCollector.reads(checker)
        var constant: Value?
        if case .constant(let value) = code { constant = value }
        let expression = Expression(
            text: text, type: expecting.map { $0 == .any ? own : $0 } ?? own, isOptional: isOptional,
            isStaticallyTyped: isProven, reads: reads, provesPresent: checker.proofs(root, when: true).filter { !$0.hasPrefix("#") },
            constantValue: constant, typeText: type.description, staticType: type, code: code.compute,
            truth: code.truth("the result", at: root.range), localCount: checker.checked.localCount,
            slotCount: (reads.map(\.slot).max() ?? -1) + 1,
            arrival: arrival(type, expecting, isProven: isProven, isRead: emitter.pathReader(root) != nil, isConstant: constant != nil))
        return .success(expression, warnings: emitter.warnings)
    }

    /// What must be done with each result.
    private static func arrival(_ type: StaticType, _ expecting: ValueType?, isProven: Bool, isRead: Bool, isConstant: Bool) -> Arrival {
        let unchecked: Arrival = isRead || isConstant || type.isScalar ? .none : .measure
        guard let expecting else { return unchecked }
        if case .any = expecting { return type.mayHoldNonData && !isRead ? .convert(.any) : unchecked }
        return isProven && type.valueType == expecting && !type.contains({ $0.needsLayout }) ? unchecked : .convert(expecting)
    }
}

extension StaticType {
    /// Whether a value of this type has no parts.
    fileprivate var isScalar: Bool {
        switch self {
        case .bool, .int, .uint, .double, .string, .bytes, .timestamp, .duration, .enumeration, .null, .type: true
        default: false
        }
    }

    /// Whether a value may come in another field order than that of its type.
    fileprivate var needsLayout: Bool { if case .record = self { true } else { false } }
}

extension Checker {
    /// Requires that the result fits a place.
    func require(_ place: ValueType, allowsAbsent: Bool) {
        let root = checked.root
        var type = checked.types[root.id]
        if case .optional(let wrapped) = type {
            guard allowsAbsent else {
                report(.optionalResult(expected: place.description), root.range, node: root)
                return
            }
            type = wrapped
        }
        let expected = StaticType(place)
        if case .any = place {
            if type.contains({ if case .type = $0 { true } else { false } }) {
                report(.notData(type: type.description), root.range, node: root)
            }
            return
        }
        guard !admit(root, type, into: expected) else { return }
        report(
            .wrongResultType(expected: place.description, found: type.description, hint: hint(root, type, expected)), root.range, node: root
        )
    }
}

/// Collects what an expression reads of its variables.
enum ReadCollector {
    static func reads(_ checker: Checker) -> [ReadPath] {
        var paths: [ReadPath] = []
        func visit(_ node: Node) {
            if let path = path(node, checker) {
                if !paths.contains(path) { paths.append(path) }
                return
            }
            if case .literal = node.kind { return }
            for child in node.kind.children { visit(child) }
        }
        visit(checker.checked.root)
        return paths
    }

    private static func path(_ node: Node, _ checker: Checker) -> ReadPath? {
        // Down to the variable first: most nodes are no read, and only a whole one is worth its text.
        var fields: [String] = []
        var inner = node
        while true {
            if case .variable(let variable)? = checker.checked.resolutions[inner.id] {
                fields.reverse()
                let text = fields.reduce(variable.name) { $0 + "." + $1 }
                return ReadPath(text: text, variable: variable.name, fields: fields, slot: variable.slot)
            }
            switch inner.kind {
            case .select(let operand, let name, _), .has(let operand, let name):
                fields.append(name.text)
                inner = operand
            default: return nil
            }
        }
    }
}
