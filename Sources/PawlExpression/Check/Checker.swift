import PawlKit

/// What the checker found out about each node, for the emitter.
struct CheckedExpression {
    let root: Node
    var types: [StaticType]
    var resolutions: [Resolution?]
    /// The number of local variables that are alive at once.
    var localCount = 0
    /// The number of the first local variable of each node that introduces some.
    var localSlots: [Int: Int] = [:]
    /// Whether a null may stand where another type is stated.
    var admittedNull = false

    func type(of node: Node) -> StaticType { types[node.id] }
}

/// What a name, call or record stands for.
enum Resolution {
    case variable(ExpressionScope.Variable)
    /// A variable of a macro, by its number among those alive.
    case local(Int)
    case typeName(String)
    /// A function and those of its signatures that may apply.
    case function(Function, [Overload])
    /// The same, all arguments packed into one list.
    case variadic(Function, [Overload])
    case record(RecordType)
    case state(Int)
    case pattern(Pattern)
    /// It has no value; only without checking does it come this far.
    case failure(EvaluationError)
}

/// Finds the type of each part of an expression, and what names and calls stand for.
///
/// Without checking (`isStrict` false), every type is `any`, and what would be a finding fails when it runs.
final class Checker {
    let scope: ExpressionScope
    let isStrict: Bool
    var solver = TypeSolver()
    private(set) var findings: [ExpressionFinding] = []
    private(set) var checked: CheckedExpression
    /// The variables of macros around the current node, innermost last.
    private var locals: [Local] = []
    private var bindings = 0
    /// The optional fields that are known to be present here.
    var present: Set<String>
    /// Whether any name with a dot could be a variable.
    let hasDottedNames: Bool
    /// The calls that may be `secret()`: those that are the whole result.
    var resultNodes: Set<Int> = []

    struct Local {
        let name: String
        let type: StaticType
        let slot: Int
        /// Tells it from others of the same name in ``Checker/present``.
        let key: String
    }

    init(_ root: Node, count: Int, scope: ExpressionScope, isStrict: Bool) {
        self.scope = scope
        self.isStrict = isStrict
        present = scope.presentPaths
        checked = CheckedExpression(
            root: root, types: Array(repeating: .any, count: count), resolutions: Array(repeating: nil, count: count))
        hasDottedNames = scope.hasDottedVariables || !scope.container.isEmpty
    }

    /// Checks everything; the types are final afterwards.
    func run() {
        noteResults(checked.root)
        _ = check(checked.root)
        for index in checked.types.indices { checked.types[index] = solver.final(checked.types[index]) }
        checked.admittedNull = solver.admittedNull
    }

    private func noteResults(_ node: Node) {
        resultNodes.insert(node.id)
        if case .conditional(_, let yes, let no) = node.kind {
            noteResults(yes)
            noteResults(no)
        }
    }

    /// Reports a fact about a node; its type is then unknown.
    @discardableResult
    func report(_ fact: ExpressionFact, _ range: Range<Int>, node: Node) -> StaticType {
        if isStrict {
            findings.append(ExpressionFinding(fact: fact, range: range))
        } else {
            checked.resolutions[node.id] = .failure(fact.runtimeError.at(range))
        }
        return .error
    }

    func resolve(_ node: Node, as resolution: Resolution) { checked.resolutions[node.id] = resolution }

    func check(_ node: Node) -> StaticType {
        let type = isStrict ? find(node) : find(node).isolated
        checked.types[node.id] = type
        return type
    }

    private func find(_ node: Node) -> StaticType {
        switch node.kind {
        case .literal(let value): return value.literalType
        case .name(let name, let isAbsolute): return checkName(node, name, isAbsolute: isAbsolute)
        case .select(let operand, let field, let isOptional): return checkSelect(node, operand, field, isOptional: isOptional)
        case .has(let operand, let field): return checkHas(node, operand, field)
        case .index(let operand, let index, let isOptional): return checkIndex(node, operand, index, isOptional: isOptional)
        case .call(let name, let target, let arguments): return checkCall(node, name, target, arguments)
        case .unary(let operation, let operand): return checkOperator(node, operation, [operand])
        case .binary(let operation, let left, let right): return checkOperator(node, operation, [left, right])
        case .and(let terms): return checkChain(node, terms, isAnd: true)
        case .or(let terms): return checkChain(node, terms, isAnd: false)
        case .conditional(let condition, let yes, let no): return checkConditional(node, condition, yes, no)
        case .list(let elements): return checkList(elements)
        case .map(let entries): return checkMap(entries)
        case .record(let name, let isAbsolute, let fields): return checkRecord(node, name, isAbsolute: isAbsolute, fields)
        case .comprehension(let walk): return checkComprehension(node, walk)
        case .bind(let name, let value, let body):
            let type = check(value)
            return withLocals([(name, type)], of: node) { check(body) }
        case .optionalMap(let target, let name, let body, let isFlat):
            return checkOptionalMap(node, target, name, body, isFlat: isFlat)
        }
    }
}

// MARK: Names and scopes

extension Checker {
    /// The innermost local variable of that name.
    func local(_ name: String) -> Local? { locals.last { $0.name == name } }

    func withLocals<T>(_ names: [(Node.Name, StaticType)], of node: Node, _ body: () -> T) -> T {
        checked.localSlots[node.id] = locals.count
        for (name, type) in names {
            bindings += 1
            locals.append(Local(name: name.text, type: type, slot: locals.count, key: "#\(bindings)"))
        }
        checked.localCount = max(checked.localCount, locals.count)
        defer { locals.removeLast(names.count) }
        return body()
    }

    /// Runs a check with further fields known to be present.
    func withPresent<T>(_ paths: Set<String>, _ body: () -> T) -> T {
        guard !paths.isEmpty else { return body() }
        let before = present
        present.formUnion(paths)
        defer { present = before }
        return body()
    }

    func checkName(_ node: Node, _ name: String, isAbsolute: Bool) -> StaticType {
        if !isAbsolute, let local = local(name) {
            resolve(node, as: .local(local.slot))
            return local.type
        }
        if let type = lookUp(node, name, isAbsolute: isAbsolute) { return type }
        if scope.table.isNamespace(name) { return report(.notANamespaceValue(name), node.range, node: node) }
        let candidates = scope.variables.values.sorted { $0.slot < $1.slot }.map(\.name)
        let nearest = NearestName.find(name, among: candidates + locals.map(\.name))
        return report(.unknownName(name, nearest: nearest, candidates: candidates), node.range, node: node)
    }

    /// The type of a variable or type name, looked up through the container.
    func lookUp(_ node: Node, _ name: String, isAbsolute: Bool) -> StaticType? {
        // A list of one is not worth making.
        if scope.container.isEmpty { return lookUp(node, candidate: name) }
        for candidate in scope.candidates(name, isAbsolute: isAbsolute) {
            if let type = lookUp(node, candidate: candidate) { return type }
        }
        return nil
    }

    private func lookUp(_ node: Node, candidate: String) -> StaticType? {
        if let variable = scope.variables[ByteString(candidate)] {
            resolve(node, as: .variable(variable))
            return variable.staticType
        }
        if let type = FunctionTable.typeNames[candidate] {
            resolve(node, as: .typeName(candidate))
            return .type(type)
        }
        return nil
    }

    /// What a chain of plain field reads is called in the sets of present fields, nil for anything else.
    func path(_ node: Node) -> String? {
        if case .variable(let variable)? = checked.resolutions[node.id] { return variable.name }
        switch node.kind {
        case .name(let name, isAbsolute: false): return local(name)?.key
        case .select(let operand, let field, isOptional: false): return path(operand).map { $0 + "." + field.text }
        default: return nil
        }
    }
}

extension StaticType {
    /// The type without checking.
    fileprivate var isolated: StaticType { .any }
}

extension Value {
    /// The type of a literal.
    var literalType: StaticType {
        switch self {
        case .bool: .bool
        case .int: .int
        case .uint: .uint
        case .double: .double
        case .string: .string
        case .bytes: .bytes
        case .null: .null
        default: .any
        }
    }
}

extension ExpressionFact {
    /// The fact as the failure it becomes when nothing was checked.
    fileprivate var runtimeError: EvaluationError {
        let code: EvaluationError.Code
        switch self {
        case .unknownName: code = .noSuchVariable
        case .unknownFunction, .notAllowedHere: code = .noSuchFunction
        case .badPattern: code = .invalidPattern
        default: code = .noSuchOverload
        }
        return EvaluationError(code, wording.message)
    }
}
