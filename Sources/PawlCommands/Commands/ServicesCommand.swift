import PawlKit
import PawlServices

/// `pawl services`: what workflows can perform.
struct ServicesCommand: Command {
    static let shape = CommandShape(
        "services", summary: "List the services that workflows can perform, with their types and where they come from.",
        example: "pawl services", options: [OutputFormat.option.declaration])

    private let format: OutputFormat

    init(_ words: ParsedWords) { format = words[OutputFormat.option] ?? .table }

    func run(in session: Session) throws(CommandFailure) -> ExitCode {
        let entries = try Workspace.open(session).services.entries
        let stream = session.console.output
        guard format == .table else {
            var output = DataOutput(format, to: stream)
            for entry in entries { output.write { entry.write(to: &$0) } }
            output.end()
            return .done
        }
        if entries.isEmpty { session.console.messages.line("There are no services: pawl.yaml loads no plugin that has any.") }
        for entry in entries {
            stream.line(stream.paint(entry.name, .bold) + "  " + entry.metadata.summary)
            stream.line("  input   " + entry.inputText)
            stream.line("  output  \(entry.interface.output.type)")
            if !entry.interface.errors.isEmpty { stream.line("  errors  " + entry.interface.errors.joined(separator: ", ")) }
            stream.line("  from    " + entry.origin)
        }
        return .done
    }
}

extension Services.Entry {
    fileprivate var inputText: String {
        if ignoresInput { return "anything; the binding gives all that counts" }
        return interface.input.structure + (metadata.takesAnyInput ? " and anything else" : "")
    }

    /// `pawl.yaml → mock.return, plugin mock`.
    fileprivate var origin: String {
        bindings.map { "\($0.place.file):\($0.place.range.start.line) → \($0.use), " }.joined() + "plugin \(plugin)"
    }

    fileprivate func write(to json: inout JSONWriter) {
        json.beginObject()
        json.member("name", name)
        json.member("summary", metadata.summary)
        json.member("version", metadata.version)
        json.member("plugin", plugin)
        json.member("input", interface.input.structure)
        json.member("output", "\(interface.output.type)")
        json.member("errors", interface.errors)
        json.member("idempotent", metadata.isIdempotent)
        json.member("bindings", bindings.map(\.use))
        json.endObject()
    }
}
