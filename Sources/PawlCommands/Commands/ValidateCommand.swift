import PawlDefinition
import PawlKit
import PawlMachine

/// `pawl validate`: what is wrong with workflow files.
struct ValidateCommand: Command {
    private static let files = Positional("FILE", help: "A workflow file.", isRepeatable: true, completion: .files)
    private static let strict = Flag("strict", help: "Warnings fail too.")
    private static let table = Flag("table", help: "Show what each state does with each event.")

    static let shape = CommandShape(
        "validate", summary: "Check workflow files and report everything that is wrong with them.",
        example: "pawl validate workflows/hello.yaml",
        details: [
            "pawl explain CODE says more about a finding. Nothing is run, and no service is built. A file named pawl.yaml is checked as a "
                + "configuration."
        ], arguments: [files],
        options: [strict.declaration, table.declaration, OutputFormat.option.declaration])

    private let files: [String]
    private let isStrict: Bool
    private let showsTable: Bool
    private let format: OutputFormat

    init(_ words: ParsedWords) throws(UsageError) {
        files = words.all(Self.files)
        isStrict = words[Self.strict]
        showsTable = words[Self.table]
        format = words[OutputFormat.option] ?? .table
        if showsTable, format != .table { throw .contradiction("--table is for people; leave it out or -o \(format.rawValue)") }
    }

    func run(in session: Session) throws(CommandFailure) -> ExitCode {
        let workspace = try Workspace.open(session)
        let stream = session.console.output
        var output = format == .table ? nil : DataOutput(format, to: stream)
        var isFine = true
        var unread: ExitCode?
        for file in files {
            let bytes: [UInt8]
            do {
                bytes = try session.read(file)
            } catch {
                // The other files are checked all the same.
                error.report(to: session.console)
                unread = unread ?? error.exitCode
                continue
            }
            let (machine, diagnostics) = check(bytes, file: file, workspace, session)
            isFine = isFine && !diagnostics.contains { $0.severity == .error || isStrict }
            if output != nil {
                for diagnostic in diagnostics { output?.write { diagnostic.write(to: &$0) } }
                continue
            }
            var sources = workspace.sources
            sources[file] = SourceText(bytes)
            if !diagnostics.isEmpty { stream.write(DiagnosticRenderer(for: stream, sources: sources).text(diagnostics) + "\n") }
            stream.line(diagnostics.isEmpty ? "\(file): no errors, no warnings" : DiagnosticRenderer.count(diagnostics, file: file))
            if showsTable, let machine { stream.write(StateEventView.text(StateEventTable(machine), for: stream)) }
        }
        output?.end()
        return unread ?? (isFine ? .done : .negative)
    }

    /// What a file comes to: a workflow, or by its name a configuration, which may lie among workflows.
    private func check(
        _ bytes: [UInt8], file: String, _ workspace: Workspace, _ session: Session
    ) -> (machine: Machine?, diagnostics: [Diagnostic]) {
        guard file == "pawl.yaml" || file.hasSuffix("/pawl.yaml") else {
            let (definition, diagnostics) = workspace.load(bytes, file: file)
            return (definition.machine, diagnostics)
        }
        return (nil, DiagnosticRenderer.sorted(check(configuration: bytes, file: file, session)))
    }

    /// What is wrong with a configuration as it is, and with each of its profiles over it.
    private func check(configuration bytes: [UInt8], file: String, _ session: Session) -> [Diagnostic] {
        var findings: [Diagnostic] = []
        func check(_ session: Session) -> Configuration {
            let configuration = session.configuration(bytes, file: file)
            for finding in Workspace.assemble(configuration, sources: [:], plugins: session.host.plugins).findings {
                let isKnown = findings.contains {
                    $0.code == finding.code && $0.range == finding.range && $0.wording == finding.wording
                }
                if !isKnown { findings.append(finding) }
            }
            return configuration
        }
        for profile in check(session).profiles where session.options.profile == nil { _ = check(session.with(profile: profile)) }
        return findings
    }
}
