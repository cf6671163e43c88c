import PawlDefinition
import PawlKit

/// `pawl validate`: what is wrong with workflow files.
struct ValidateCommand: Command {
    private static let files = Positional("FILE", help: "A workflow file.", isRepeatable: true, completion: .files)
    private static let strict = Flag("strict", help: "Warnings fail too.")

    static let shape = CommandShape(
        "validate", summary: "Check workflow files and report everything that is wrong with them.",
        example: "pawl validate workflows/hello.yaml",
        details: ["pawl explain CODE says more about a finding. Nothing is run, and no service is built."], arguments: [files],
        options: [strict.declaration, OutputFormat.option.declaration])

    private let files: [String]
    private let isStrict: Bool
    private let format: OutputFormat

    init(_ words: ParsedWords) {
        files = words.all(Self.files)
        isStrict = words[Self.strict]
        format = words[OutputFormat.option] ?? .table
    }

    func run(in session: Session) throws(CommandFailure) -> ExitCode {
        let workspace = try Workspace.open(session)
        let stream = session.console.output
        var output = format == .table ? nil : DataOutput(format, to: stream)
        var isFine = true
        for file in files {
            let bytes = try session.read(file)
            let diagnostics = workspace.load(bytes, file: file).diagnostics
            isFine = isFine && !diagnostics.contains { $0.severity == .error || isStrict }
            if output != nil {
                for diagnostic in diagnostics { output?.write { diagnostic.write(to: &$0) } }
                continue
            }
            var sources = workspace.sources
            sources[file] = SourceText(bytes)
            if !diagnostics.isEmpty { stream.write(DiagnosticRenderer(for: stream, sources: sources).text(diagnostics) + "\n") }
            stream.line(diagnostics.isEmpty ? "\(file): no errors, no warnings" : DiagnosticRenderer.count(diagnostics, file: file))
        }
        output?.end()
        return isFine ? .done : .negative
    }
}
