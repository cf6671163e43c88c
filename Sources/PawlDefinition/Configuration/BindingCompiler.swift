import PawlExpression
import PawlKit
import PawlMachine
import PawlServices
import PawlYAML

/// A service that a binding stands for, as far as reading the binding needs it. Of an unknown one all is nil.
struct BindingTarget: Sendable {
    var input: RecordType?
    var output: ServiceOutput?
    var elements: RecordType?
    var errors: [String] = []
    var takesAnyInput = true
    var standsIn = false

    /// Nothing is known.
    init() {}

    init(_ provided: ServiceCatalog.Entry) {
        input = provided.interface.input
        output = provided.interface.output
        elements = provided.interface.elements
        errors = provided.interface.errors
        takesAnyInput = provided.metadata.takesAnyInput
        standsIn = provided.metadata.standsIn
    }

    /// What it gives, under a name for messages.
    func resultType(named name: String) -> ValueType {
        guard case .record(let type)? = output else { return .any }
        return .record(type.named(name))
    }
}

/// Makes the bindings of a configuration, each after the one that it stands for.
struct BindingCompiler {
    let file: String
    let source: YAMLSource?
    let bindings: [BindingSyntax]
    let findings: Findings
    /// A service of a plugin, by name.
    let provided: (String) -> ServiceCatalog.Entry?
    private var made: [Int: (binding: ServiceBinding, target: BindingTarget)] = [:]
    /// Those that are being made: a circle, which the container reports.
    private var underway: Set<Int> = []

    init(
        file: String, source: YAMLSource?, bindings: [BindingSyntax], findings: Findings,
        provided: @escaping (String) -> ServiceCatalog.Entry?
    ) {
        self.file = file
        self.source = source
        self.bindings = bindings
        self.findings = findings
        self.provided = provided
    }

    mutating func compileAll() -> [ServiceBinding] { bindings.indices.map { compile($0).binding } }

    /// What stands behind a name.
    private mutating func target(of syntax: BindingSyntax) -> BindingTarget {
        let isOwn = UTF8Order.equal(syntax.use, syntax.name)
        let candidates = bindings.indices.filter { index in
            UTF8Order.equal(bindings[index].name, syntax.use) && (!isOwn || bindings[index].layer < syntax.layer)
        }
        guard let index = candidates.max(by: { bindings[$0].layer < bindings[$1].layer }) else {
            return provided(syntax.use).map { BindingTarget($0) } ?? BindingTarget()
        }
        return underway.contains(index) ? BindingTarget() : compile(index).target
    }

    private mutating func compile(_ index: Int) -> (binding: ServiceBinding, target: BindingTarget) {
        if let known = made[index] { return known }
        underway.insert(index)
        defer { underway.remove(index) }
        let syntax = bindings[index]
        let target = target(of: syntax)
        let adapter = AdapterCompiler(file: file, source: source, syntax: syntax, target: target).compile(findings)
        let (with, places) = readArguments(syntax, target)
        let binding = ServiceBinding(
            name: syntax.name, use: syntax.use, with: .map(with), place: SourcePlace(file: file, range: syntax.range),
            usePlace: SourcePlace(file: file, range: syntax.useRange), argumentPlaces: places, adapter: adapter, limits: syntax.limits,
            layer: syntax.layer)
        var bound = target
        if syntax.input != nil {
            (bound.input, bound.takesAnyInput, bound.standsIn) = (.empty, true, false)
        } else if let input = target.input, !target.standsIn {
            let given = Set(syntax.arguments.map(\.name))
            bound.input = RecordType(fields: input.fields.filter { !given.contains($0.name) })
        }
        if let adapter { bound.errors = adapter.codes(over: target.errors) }
        if let output = adapter?.outputType { bound.output = output }
        if let elements = adapter?.elementType { bound.elements = elements }
        made[index] = (binding, bound)
        return (binding, bound)
    }

    /// The values of `with`: known as they stand but for secrets, which are filled in at each call.
    private func readArguments(_ syntax: BindingSyntax, _ target: BindingTarget) -> (ValueMap, [ByteString: SourcePlace]) {
        let scope = ScopedCompiler(
            findings: findings, budget: CompileBudget(forFileOf: source?.bytes.count ?? 0),
            scope: ExpressionScope(variables: [], capabilities: [.secret]))
        let reader = TemplateReader(findings: findings, scope: scope)
        var with = ValueMap()
        var places: [ByteString: SourcePlace] = [:]
        for pair in syntax.arguments {
            let field = target.input?.field(pair.name)
            places[ByteString(pair.name)] = SourcePlace(file: file, range: pair.value.headRange)
            let reading = reader.read(pair.value, as: field?.type ?? .any, isOptional: field?.isOptional ?? false, field: pair.name)
            guard let template = reading.template else {
                if case .absent = reading { with[pair.name] = .null }
                continue
            }
            do throws(StepFailure) {
                let frame = ExpressionFrame(slotCount: VariableSlot.count)
                with[pair.name] = try template.evaluate(frame, place: pair.name)
            } catch {
                findings.report(ConfigurationFact.noValue(error.message), at: pair.value.headRange)
            }
        }
        return (with, places)
    }
}
