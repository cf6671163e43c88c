import PawlDefinition
import PawlExpression
import PawlKit

/// `pawl eval`: the value of an expression, for people who are learning.
struct EvalCommand: Command {
    private static let expression = Positional("EXPR", help: "The expression.")
    private static let vars = Option<InputText>(
        "vars", "JSON", help: "The variables, an object: JSON, @FILE, or - for standard input.", expectation: "JSON, @FILE or -"
    ) { InputText($0) }
    private static let types = Option.text(
        "types", "FILE", help: "A file with types: and variables:, or a workflow: its types, input and settings.")
    private static let check = Flag("check", help: "Print the type only; nothing is evaluated.")

    static let shape = CommandShape(
        "eval", summary: "Evaluate an expression and print its value.",
        example: #"pawl eval 'name.size() > 2' --vars '{"name": "Ada"}'"#,
        details: [
            "The value is printed as an expression would have it, so that 1, 1.0 and '1' can be told apart. Variables that --types does "
                + "not declare have the type of their JSON value; what is inside of an object is checked when it is used.",
            "The exit code is 1 when the expression is wrong or has no value, 65 when the variables are wrong. An expression that "
                + "begins with a minus comes last, after --. Documentation/expressions.md has all operators and functions.",
        ],
        arguments: [expression], options: [vars.declaration, types.declaration, check.declaration, OutputFormat.option.declaration])

    private let text: String
    private let vars: InputText?
    private let types: String?
    private let isCheck: Bool
    private let format: OutputFormat
    /// How findings call the text.
    private static let name = "expression"

    init(_ words: ParsedWords) {
        text = words.required(Self.expression)
        vars = words[Self.vars]
        types = words[Self.types]
        isCheck = words[Self.check]
        format = words[OutputFormat.option] ?? .table
    }

    func run(in session: Session) throws(CommandFailure) -> ExitCode {
        var declared = DeclaredTypes()
        if let types {
            let bytes = try session.read(types)
            declared = DeclaredTypes(bytes, file: types)
            if declared.diagnostics.contains(where: { $0.severity == .error }) {
                session.report(declared.diagnostics, sources: [types: SourceText(bytes)])
                throw CommandFailure(.negative, "'\(types)' does not load; nothing was evaluated")
            }
        }
        let variables = try variables(declared, session)
        let source = SourceText(Array(text.utf8))
        func diagnostic(_ fact: some DiagnosticFact, _ range: Range<Int>) -> Diagnostic {
            Diagnostic(fact, file: Self.name, at: source.range(of: range))
        }
        let result = ExpressionCompiler.compile(text, in: variables.scope)
        let findings = result.findings.map { diagnostic($0.fact, $0.range) }
        guard let expression = result.expression else { return finish(nil, nil, findings, source, session) }
        if isCheck { return finish(expression, nil, findings, source, session) }
        let frame = try variables.frame(for: expression)
        frame.timeZones = session.host.ports.timeZones
        do throws(EvaluationError) {
            return finish(expression, try expression.evaluate(frame), findings, source, session)
        } catch {
            // The warning that a part always fails is now the failure.
            let others = findings.filter { $0.range != source.range(of: error.range) }
            return finish(nil, nil, others + [diagnostic(EvaluationFact(error: error), error.range)], source, session)
        }
    }

    private func variables(_ declared: DeclaredTypes, _ session: Session) throws(CommandFailure) -> EvaluationVariables {
        let json = try vars.map { (text) throws(CommandFailure) in try session.bytes(of: text) } ?? Array("{}".utf8)
        do throws(JSONError) {
            return try EvaluationVariables(json, declared)
        } catch {
            throw CommandFailure(.badData, "the variables do not fit: \(error.description)")
        }
    }

    /// Prints what came out; without an expression, only findings did.
    private func finish(
        _ expression: Expression?, _ value: Value?, _ findings: [Diagnostic], _ source: SourceText, _ session: Session
    ) -> ExitCode {
        let stream = session.console.output
        if format != .table {
            DataOutput.single(to: stream) { Self.write(expression, value, findings, to: &$0) }
        } else {
            if !findings.isEmpty { session.report(findings, sources: [Self.name: source]) }
            if let text = value.map(ExpressionText.literal) ?? expression?.typeText { stream.line(DisplayText.visible(text)) }
        }
        return expression == nil ? .negative : .done
    }

    private static func write(_ expression: Expression?, _ value: Value?, _ findings: [Diagnostic], to json: inout JSONWriter) {
        json.beginObject()
        if let expression { json.member("type", expression.typeText) }
        if let value {
            json.member("text", ExpressionText.literal(of: value))
            // Types, optionals and maps with other keys than texts are no data; their text says what they are.
            let data = (try? JSONCodec.encode(value, as: .any, dialect: .plain)).map { RawJSON($0) }
            json.member("value", data)
        }
        if !findings.isEmpty {
            json.key("diagnostics")
            json.beginArray()
            for finding in findings { finding.write(to: &json) }
            json.endArray()
        }
        json.endObject()
    }
}
