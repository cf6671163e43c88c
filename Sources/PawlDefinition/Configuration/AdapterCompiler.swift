import PawlExpression
import PawlKit
import PawlMachine
import PawlServices
import PawlYAML

/// Compiles what a binding makes of input, output, elements and failures.
///
/// Once for calls, where the input is whatever comes; and again for each workflow that declares the service, to check the
/// expressions against the input that it declares.
struct AdapterCompiler: Sendable {
    let file: String
    let source: YAMLSource?
    let syntax: BindingSyntax
    /// The service that the binding stands for.
    let target: BindingTarget

    /// What the binding makes of calls; reports what is wrong with it.
    func compile(_ findings: Findings) -> ServiceAdapter? {
        guard syntax.hasAdapter else { return nil }
        var adapter = compile(input: .any, findings)
        adapter.check = { input, caller in
            let findings = Findings(file: file)
            findings.source = source
            let typed = compile(input: .record(input), findings)
            let errors = findings.sorted.filter { $0.severity == .error }
            return (typed.outputType, errors.map { CallerFact.diagnostic($0, caller: caller) })
        }
        return adapter
    }

    private func compile(input: ValueType, _ findings: Findings) -> ServiceAdapter {
        var adapter = ServiceAdapter()
        if let pair = syntax.input {
            adapter.input = readInput(pair, compiler(findings, input))
            adapter.inputPlaces = (pair.value.pairs ?? []).map { ($0.name, SourcePlace(file: file, range: $0.key.range)) }
        }
        let result = target.resultType(named: "the result of '\(syntax.use)'")
        if let pair = syntax.output, let (mapping, type) = readRecord(pair, of: "output", compiler(findings, input, result: result)) {
            adapter.output = mapping
            adapter.outputType = type
        }
        if let pair = syntax.elements { readElements(pair, into: &adapter, input, findings) }
        if let pair = syntax.errors { adapter.errors = readErrors(pair, input, result, findings) }
        return adapter
    }

    // MARK: What expressions see

    private static let error = RecordType(name: "the error", fields: [.init("code", .string), .init("message", .string)])

    private func compiler(
        _ findings: Findings, _ input: ValueType, result: ValueType? = nil, error: Bool = false
    ) -> ScopedCompiler {
        var variables: [ExpressionScope.Variable] = [.init(name: "input", type: input, slot: VariableSlot.input)]
        if let result { variables.append(.init(name: "result", type: result, slot: VariableSlot.result)) }
        if error { variables.append(.init(name: "error", type: .record(Self.error), slot: VariableSlot.error)) }
        return ScopedCompiler(
            findings: findings, budget: CompileBudget(forFileOf: source?.bytes.count ?? 0), scope: ExpressionScope(variables: variables))
    }

    private static func frame(_ call: BoundCall) -> ExpressionFrame {
        let frame = ExpressionFrame(slotCount: VariableSlot.count)
        frame.timeZones = call.timeZones
        frame[VariableSlot.input] = call.input
        frame[VariableSlot.result] = call.result
        if let failure = call.failure {
            frame[VariableSlot.error] = .record(Record(type: error, fields: [.string(failure.code), .string(failure.message)]))
        }
        return frame
    }

    /// A mapping that fails with a code of the engine when an expression has no value.
    private func mapping(_ template: Template, of what: String, failing code: EngineErrorCode) -> ServiceAdapter.Mapping {
        let place = "`\(what)` of the binding '\(syntax.name)'"
        return { call throws(ServiceFailure) in
            do throws(StepFailure) {
                return try template.evaluate(Self.frame(call), place: place)
            } catch {
                throw ServiceFailure(code.rawValue, "\(place) has no value: \(error.message)")
            }
        }
    }

    // MARK: Input and output

    private func readInput(_ pair: YAMLPair, _ compiler: ScopedCompiler) -> ServiceAdapter.Mapping? {
        let findings = compiler.findings
        let pairs = findings.entries(pair.value, of: "`input`")
        guard let taken = target.input else { return nil }
        let given = Set(syntax.arguments.map(\.name))
        let left = RecordType(name: taken.name, fields: taken.fields.filter { !given.contains($0.name) })
        let type = target.takesAnyInput ? left.taking(pairs) : left
        // What `with` gives too is told by the container.
        let others = pairs.filter { !given.contains($0.name) }
        let reader = TemplateReader(findings: findings, scope: compiler)
        guard let (fields, isComplete) = reader.fields(others, of: type, owner: "service '\(syntax.use)'") else { return nil }
        let missing = type.fields.indices.filter { fields[$0] == nil && !type.fields[$0].isOptional }
        if !missing.isEmpty, isComplete {
            findings.report(DefinitionFact.missingInput(missing.map { type.fields[$0] }, service: syntax.use), at: pair.key.range)
        }
        return mapping(TemplateReader.record(type, fields.map { $0?.template }), of: "input", failing: .internal)
    }

    /// A mapping whose fields have the types of their expressions, or one expression that gives a record.
    private func readRecord(
        _ pair: YAMLPair, of key: String, _ compiler: ScopedCompiler
    ) -> (mapping: ServiceAdapter.Mapping, type: ServiceOutput)? {
        let findings = compiler.findings
        if let scalar = pair.value.scalar, let range = TemplatePieces.whole(scalar.text) {
            guard let expression = compiler.compile(scalar, range) else { return nil }
            let type = expression.expression.type
            let mapping = mapping(.expression(expression, type), of: key, failing: .invalidOutput)
            switch type {
            case .record(let record) where !expression.expression.isOptional: return (mapping, .record(record))
            case .any, .map: return (mapping, .any)
            default:
                findings.report(ConfigurationFact.outputShape(expression.expression.typeText), at: scalar.range)
                return nil
            }
        }
        guard let pairs = pair.value.pairs else {
            findings.report(
                DefinitionFact.wrongShape(what: "`\(key)`", expected: "a mapping", found: pair.value.kindText), at: pair.value.headRange)
            return nil
        }
        let (template, type, isWhole) = TemplateReader(findings: findings, scope: compiler).untyped(pairs)
        return isWhole ? (mapping(template, of: key, failing: .invalidOutput), .record(type)) : nil
    }

    private func readElements(_ pair: YAMLPair, into adapter: inout ServiceAdapter, _ input: ValueType, _ findings: Findings) {
        guard let elements = target.elements else {
            return findings.report(ConfigurationFact.noElements(service: syntax.use), at: pair.key.range)
        }
        let element = elements.named("an element of '\(syntax.use)'")
        let compiler = compiler(findings, input, result: .record(element))
        guard let (mapping, type) = readRecord(pair, of: "elements", compiler), case .record(let record) = type else { return }
        adapter.elements = mapping
        adapter.elementType = record
    }

    // MARK: Errors

    private func readErrors(
        _ pair: YAMLPair, _ input: ValueType, _ result: ValueType, _ findings: Findings
    ) -> [ServiceAdapter.ErrorRule] {
        guard let elements = pair.value.elements else {
            findings.report(
                DefinitionFact.wrongShape(what: "`errors`", expected: "a list", found: pair.value.kindText), at: pair.value.headRange)
            return []
        }
        return elements.compactMap { readError($0, input, result, findings) }
    }

    private func readError(
        _ node: YAMLNode, _ input: ValueType, _ result: ValueType, _ findings: Findings
    ) -> ServiceAdapter.ErrorRule? {
        guard let section = Section(node, .bindingError, findings) else { return nil }
        var rule = ServiceAdapter.ErrorRule(isOfResult: false, condition: nil, code: "")
        if let when = section["when"] {
            let compiler = compiler(findings, input, result: result, error: true)
            guard let condition = compiler.compile(when.value, of: "`when`", expecting: .bool) else { return nil }
            let slots = Set(condition.expression.reads.map(\.slot))
            rule.isOfResult = slots.contains(VariableSlot.result)
            if rule.isOfResult == slots.contains(VariableSlot.error) {
                findings.report(ConfigurationFact.unclearCondition(readsBoth: rule.isOfResult), at: when.value.headRange)
                return nil
            }
            if !rule.isOfResult { rule.replaced = replacedCodes(condition.expression) }
            let name = syntax.name
            rule.condition = { call throws(ServiceFailure) in
                do throws(EvaluationError) {
                    return try condition.expression.isTrue(Self.frame(call))
                } catch {
                    throw ServiceFailure(
                        EngineErrorCode.invalidOutput.rawValue, "`when` of the binding '\(name)' has no value: \(error.message)")
                }
            }
        }
        guard let code = section["code"] else {
            findings.report(
                DefinitionFact.missingKey("code", in: "an error of a binding", help: "the code that workflows see"), at: section.start)
            return nil
        }
        guard let (text, range) = findings.text(code.value, of: "`code`") else { return nil }
        if !Names.isCode(text) { findings.report(DefinitionFact.badCode(text, of: "an error code"), at: range) }
        if [EngineErrorCode.interrupted, .cancelled].contains(where: { $0.rawValue == text }) {
            findings.report(ConfigurationFact.engineCode(text), at: range)
        }
        rule.code = text
        if let message = section["message"] {
            let compiler = compiler(findings, input, result: rule.isOfResult ? result : nil, error: !rule.isOfResult)
            let template = TemplateReader(findings: findings, scope: compiler).read(message.value, as: .string, field: "message").template
            rule.message = template.map { mapping($0, of: "message", failing: .internal) }
        }
        return rule
    }
}

extension AdapterCompiler {
    /// The codes of the service that a condition surely takes: known when the code is all that it reads.
    private func replacedCodes(_ condition: Expression) -> [String] {
        guard condition.reads.allSatisfy({ $0.slot == VariableSlot.error && $0.fields == ["code"] }) else { return [] }
        return (target.errors + EngineErrorCode.allCases.map(\.rawValue)).filter { code in
            let frame = ExpressionFrame(slotCount: VariableSlot.count)
            frame[VariableSlot.error] = .record(Record(type: Self.error, fields: [.string(code), .string("")]))
            return (try? condition.isTrue(frame)) ?? false
        }
    }
}

/// A finding about an expression of a binding that is one only for some workflow, which is the related place.
struct CallerFact: DiagnosticFact {
    let fact: any DiagnosticFact

    var code: DiagnosticCode { fact.code }
    var severity: Severity { fact.severity }
    var wording: Wording {
        var wording = fact.wording
        wording.relatedLabel = "for the service as it is declared here"
        return wording
    }

    static func diagnostic(_ found: Diagnostic, caller: SourcePlace) -> Diagnostic {
        Diagnostic(
            CallerFact(fact: found.fact), file: found.file, at: found.range, related: caller.range,
            relatedFile: found.file == caller.file ? nil : caller.file)
    }
}
