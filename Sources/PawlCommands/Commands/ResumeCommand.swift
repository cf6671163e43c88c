import PawlMachine

/// `pawl resume`: a paused instance goes on.
struct ResumeCommand: Command {
    static let shape = Acting.shape(
        .resume, summary: "Resume a paused instance: what waits in its queue is taken in order.",
        preparation: [Starter.secondCommand, "pawl pause approval/REQ-1"], example: "pawl resume approval/REQ-1")

    private let acting: Acting

    init(_ words: ParsedWords) { acting = Acting(.resume, words) }

    func run(in session: Session) async throws(CommandFailure) -> ExitCode { try await acting.run(in: session) }
}
