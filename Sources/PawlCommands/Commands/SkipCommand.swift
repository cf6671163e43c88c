import PawlMachine

/// `pawl skip`: what blocks an instance is dropped.
struct SkipCommand: Command {
    static let shape = Acting.shape(
        .skip, summary: "Drop what blocks an instance: the effect that gave up, or the event it could not take.",
        preparation: Starter.blockingCommands, example: "pawl skip hello/Ada",
        details: ["Only a blocked instance has something to skip. What is dropped stays in the journal, with who dropped it."])

    private let acting: Acting

    init(_ words: ParsedWords) { acting = Acting(.skip, words) }

    func run(in session: Session) async throws(CommandFailure) -> ExitCode { try await acting.run(in: session) }
}
