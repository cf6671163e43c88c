import PawlMachine

/// `pawl cancel`: the end of an instance, by a person.
struct CancelCommand: Command {
    private static let compensate = Flag("compensate", help: "Not supported yet: undo what was done first.")

    static let shape = Acting.shape(
        .cancel, summary: "End an instance where it stands: its effects and timers are called off.", preparation: [Starter.secondCommand],
        example: "pawl cancel approval/REQ-1",
        options: [compensate.declaration])

    private let acting: Acting

    init(_ words: ParsedWords) throws(UsageError) {
        if words[Self.compensate] { throw .contradiction("--compensate is not supported yet; nothing was cancelled") }
        acting = Acting(.cancel, words)
    }

    func run(in session: Session) async throws(CommandFailure) -> ExitCode { try await acting.run(in: session) }
}
