import PawlMachine

/// `pawl retry`: the blocked step is tried again.
struct RetryCommand: Command {
    static let shape = Acting.shape(
        .retry, summary: "Try again what blocks an instance: the effect that gave up, or the event it could not take.",
        preparation: Starter.blockingCommands, example: "pawl retry hello/Ada",
        details: ["Only a blocked instance can be retried. The exit code is 1 when it is blocked again; pawl why says by what."])

    private let acting: Acting

    init(_ words: ParsedWords) { acting = Acting(.retry, words) }

    func run(in session: Session) async throws(CommandFailure) -> ExitCode { try await acting.run(in: session) }
}
