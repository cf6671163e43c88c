import PawlDefinition
import PawlKit

/// `pawl import`: a workflow from a file of another language.
struct ImportCommand: Command {
    private static let kindArgument = Positional("KIND", help: "The language of the file: scxml.")
    private static let fileArgument = Positional("FILE", help: "The file.")
    private static let out = Option.text(
        "out", "PATH", help: "Where the workflow is written, instead of the output. Nothing is overwritten.")
    private static let event = Option<String>(
        "event", "NAME", help: "An event that comes from outside, beside those that the file waits for.", isRepeatable: true,
        expectation: "a text that is not empty", read: { $0.isEmpty ? nil : $0 })

    static let shape = CommandShape(
        "import", summary: "Write the workflow that a state machine in SCXML becomes.",
        example: "pawl import scxml turnstile.scxml --out workflows/turnstile.yaml",
        details: [
            "What cannot be translated is listed with its place; then nothing is written, and the exit code is 1.",
            "SCXML's event descriptors match any name that begins with them, and a workflow declares its events: they are those "
                + "that the file names. --event adds one that the file does not name, or one that it raises itself and that comes "
                + "from outside as well.",
        ], arguments: [kindArgument, fileArgument], options: [out.declaration, event.declaration])

    private let file: String
    private let output: String?
    private let events: [String]

    init(_ words: ParsedWords) throws(UsageError) {
        let kind = words.required(Self.kindArgument)
        guard kind == "scxml" else { throw .contradiction("'\(kind)' cannot be imported; KIND is scxml") }
        file = words.required(Self.fileArgument)
        output = words[Self.out]
        events = words.all(Self.event)
    }

    func run(in session: Session) throws(CommandFailure) -> ExitCode {
        let bytes = try session.read(file)
        let imported = SCXMLImporter.translate(bytes, file: file, name: Self.stem(file), events: events)
        if !imported.diagnostics.isEmpty { session.report(imported.diagnostics, sources: [file: SourceText(bytes)]) }
        guard let text = imported.text else {
            session.console.messages.line(DiagnosticRenderer.count(imported.diagnostics, file: file))
            return .negative
        }
        guard let output else {
            session.console.output.write(text)
            return .done
        }
        do {
            try session.host.ports.files.write(Array(text.utf8), to: output, replacing: false)
        } catch {
            if error.code == .exists {
                throw CommandFailure(
                    .negative, "'\(output)' is there already; nothing was written", help: ["Choose another name with --out."])
            }
            throw CommandFailure(.failure, "cannot write '\(error.path)': \(error.reason)")
        }
        session.console.output.line("wrote \(output)")
        return .done
    }

    /// `turnstile` of `machines/turnstile.scxml`.
    private static func stem(_ path: String) -> String {
        let name = path.split(separator: "/").last.map { String($0) } ?? path
        guard let point = name.lastIndex(of: "."), point > name.startIndex else { return name }
        return String(name[..<point])
    }
}
