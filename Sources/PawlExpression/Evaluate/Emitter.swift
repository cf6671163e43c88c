import PawlKit

/// Turns a checked tree into code that runs: names are slots, calls are the signatures that were chosen, what is constant
/// is computed already.
struct Emitter {
    let checked: CheckedExpression
    /// Constant parts that have no value; worth a warning.
    private(set) var warnings: [ExpressionFinding] = []
    /// Where constants are computed.
    private lazy var constants = ExpressionFrame(slotCount: 0)

    init(_ checked: CheckedExpression) { self.checked = checked }

    mutating func emit(_ node: Node) -> Code {
        if case .failure(let error)? = checked.resolutions[node.id] {
            return .failing(error)
        }
        switch node.kind {
        case .literal(let value): return .constant(value)
        case .name, .select(_, _, isOptional: false):
            if case .typeName(let name)? = checked.resolutions[node.id] { return .constant(.type(name)) }
            if let reader = pathReader(node) { return reader.code(checked.type(of: node)) }
            guard case .select(let operand, let field, _) = node.kind else { return .failing(Self.unresolved(node)) }
            let name = field.text
            return unary(operand, at: node.range) { (value, _) throws(EvaluationError) in try FieldAccess.select(value, name) }
        case .select(let operand, let field, isOptional: true):
            let name = field.text
            return unary(operand, at: node.range) { (value, _) throws(EvaluationError) in try FieldAccess.selectOptional(value, name) }
        case .has(let operand, let field): return emitHas(node, operand, field)
        case .index(let operand, let index, let isOptional):
            return binary(operand, index, at: node.range) { (value, index, _) throws(EvaluationError) in
                isOptional ? try FieldAccess.elementOptional(value, index) : try FieldAccess.element(value, index)
            }
        case .call(let name, let target, let arguments): return emitCall(node, name, (target.map { [$0] } ?? []) + arguments, arguments)
        case .unary(let operation, let operand): return emitUnary(node, operation, operand)
        case .binary(let operation, let left, let right): return emitBinary(node, operation, left, right)
        case .and(let terms): return emitChain(terms, decides: false)
        case .or(let terms): return emitChain(terms, decides: true)
        case .conditional(let condition, let yes, let no): return emitConditional(node, condition, yes, no)
        case .list(let elements): return emitList(elements)
        case .map(let entries): return emitMap(entries, node)
        case .record(_, _, let fields): return emitRecord(node, fields)
        case .comprehension(let walk): return emitComprehension(node, walk)
        case .bind(_, let value, let body): return emitBind(node, value, body)
        case .optionalMap(let target, _, let body, let isFlat): return emitOptionalMap(node, target, body, isFlat: isFlat)
        }
    }

    private static func unresolved(_ node: Node) -> EvaluationError {
        EvaluationError(.noSuchVariable, "the name stands for nothing", at: node.range)
    }

    // MARK: Constants

    /// The constant that code computes, or the code itself.
    ///
    /// A failure stays a failure at run time, because `&&`, `||` and `?:` may make nothing of it; it is worth a warning.
    mutating func folded(_ code: Code, _ operands: [Code], at range: Range<Int>, isPure: Bool = true) -> Code {
        let isConstant = operands.allSatisfy { if case .constant = $0 { true } else { false } }
        guard isConstant, isPure else { return code }
        constants.begin(locals: checked.localCount)
        do throws(EvaluationError) {
            return .constant(try code.compute(constants))
        } catch {
            if error.code == .limitExceeded || error.code == .timeZone { return code }
            warnings.append(ExpressionFinding(fact: .alwaysFails(message: error.message), range: range))
            return code
        }
    }

    // MARK: Helpers

    mutating func unary(
        _ operand: Node, at range: Range<Int>, _ body: @escaping @Sendable (Value, ExpressionFrame) throws(EvaluationError) -> Value
    ) -> Code {
        let code = emit(operand)
        let compute = code.compute
        return folded(
            .value { (frame) throws(EvaluationError) in
                let value = try compute(frame)
                do throws(EvaluationError) { return try body(value, frame) } catch { throw error.at(range) }
            }, [code], at: range)
    }

    mutating func binary(
        _ left: Node, _ right: Node, at range: Range<Int>,
        _ body: @escaping @Sendable (Value, Value, ExpressionFrame) throws(EvaluationError) -> Value
    ) -> Code {
        let (first, second) = (emit(left), emit(right))
        let (a, b) = (first.compute, second.compute)
        return folded(
            .value { (frame) throws(EvaluationError) in
                let (x, y) = (try a(frame), try b(frame))
                do throws(EvaluationError) { return try body(x, y, frame) } catch { throw error.at(range) }
            }, [first, second], at: range)
    }

    // MARK: Paths

    /// Reads the variable and fields that a chain of plain selections names; nil for other nodes.
    func pathReader(_ node: Node) -> PathReader? {
        switch checked.resolutions[node.id] {
        case .variable(let variable): return PathReader(root: .slot(variable.slot, name: variable.name), steps: [], range: node.range)
        case .local(let slot): return PathReader(root: .local(slot), steps: [], range: node.range)
        default: break
        }
        guard case .select(let operand, let field, isOptional: false) = node.kind, var reader = pathReader(operand) else { return nil }
        var record: RecordType?
        if case .record(let type) = checked.type(of: operand) { record = type }
        reader.steps.append(
            PathReader.Step(name: field.text, record: record, slot: record?.slot(of: field.text) ?? 0, range: node.range))
        return PathReader(root: reader.root, steps: reader.steps, range: node.range)
    }

    private mutating func emitHas(_ node: Node, _ operand: Node, _ field: Node.Name) -> Code {
        let name = field.text
        let code = emit(operand)
        let compute = code.compute
        let range = node.range
        return folded(
            .bool { (frame) throws(EvaluationError) in
                let value = try compute(frame)
                do throws(EvaluationError) { return try FieldAccess.has(value, name) } catch { throw error.at(range) }
            }, [code], at: range)
    }
}
