import PawlKit
import PawlSystem

/// `pawl serve`: the engine that stays.
struct ServeCommand: Command {
    private static let workflows = Option.text(
        "workflows", "DIR", help: "The folder of workflows (else `workflows` of pawl.yaml, or workflows next to it).")
    private static let logFormat = Option<DefaultLog.Format>.choice(
        "log-format", "FORMAT", help: "How lines of the log read: text (the default), or json: one object a line.")
    private static let grace = Option<TimeAmount>(
        "grace", "DURATION", help: "How long running effects may go on when it is told to stop; 10s by default.",
        expectation: "a duration such as 10s, 1m30s or 0s"
    ) { TimeAmount($0) }

    static let shape = CommandShape(
        "serve", summary: "Run the engine: everything that is due, and what others ask of it, until it is told to stop.",
        example: "pawl serve --log-format json",
        details: [
            "Workflows that change on disk are taken up at once; what has begun stays on its revision. A file that does not load leaves the "
                + "workflow as it was, and the log says what is wrong.",
            "SIGTERM and Ctrl-C stop it: nothing new is taken, running effects may end within the grace period, and what is left goes on "
                + "at the next start. A second signal ends it at once; nothing is lost by that either.",
            "Other commands find it by its socket, next to the store. Documentation/operations.md tells how to run it as a service.",
        ], options: [workflows.declaration, logFormat.declaration, grace.declaration])

    private let folder: String?
    private let format: DefaultLog.Format
    private let grace: TimeAmount

    init(_ words: ParsedWords) {
        folder = words[Self.workflows]
        format = words[Self.logFormat] ?? .text
        grace = words[Self.grace] ?? .seconds(10)
    }

    func run(in session: Session) async throws(CommandFailure) -> ExitCode {
        let log = DefaultLog(format: format)
        var host = session.host
        host.ports.log = log
        let server = Server(
            session: Session(console: session.console, host: host, options: session.options), folder: folder, grace: grace,
            showsFindings: format == .text)
        defer { log.flush() }
        try await Interrupts.cancelling { () throws(CommandFailure) in try await server.run() }
        return .done
    }
}
