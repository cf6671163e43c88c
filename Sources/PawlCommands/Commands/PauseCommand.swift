import PawlMachine

/// `pawl pause`: events wait until it is resumed.
struct PauseCommand: Command {
    static let shape = Acting.shape(
        .pause, summary: "Pause an instance: events queue, and no new step is taken until it is resumed.",
        preparation: [Starter.secondCommand], example: "pawl pause approval/REQ-1",
        details: ["An effect that runs goes on; its answer queues. Only an active instance can be paused."])

    private let acting: Acting

    init(_ words: ParsedWords) { acting = Acting(.pause, words) }

    func run(in session: Session) async throws(CommandFailure) -> ExitCode { try await acting.run(in: session) }
}
