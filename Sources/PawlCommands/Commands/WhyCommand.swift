import PawlEngine
import PawlKit
import PawlMachine

/// `pawl why`: what an instance waits for, and what would move it.
struct WhyCommand: Command {
    private static let instance = Positional.instance

    static let shape = CommandShape(
        "why", summary: "Say in a paragraph what an instance waits for, what would move it, and how it came there.",
        preparation: [Starter.firstCommand], example: "pawl why hello/Ada",
        details: ["The commands that follow can be typed as they are; -o json has all that is known."],
        arguments: [instance], options: [OutputFormat.option.declaration])

    private let instance: String
    private let format: OutputFormat

    init(_ words: ParsedWords) {
        instance = words.required(Self.instance)
        format = words[OutputFormat.option] ?? .table
    }

    func run(in session: Session) async throws(CommandFailure) -> ExitCode {
        let found = try await session.find(instance)
        let state = try await session.state(of: found.row.id, found.machine, found.reader)
        let owner = session.host.journals.owner(try session.storePath())
        let facts = try await session.ask { () throws(JournalError) in
            try await Circumstances(state, of: found.machine, owner: owner, in: found.reader)
        }
        let view = WhyView(
            facts, naming: found.naming, time: session.console.time, now: session.now, repeated: session.options.repeated)
        let stream = session.console.output
        if format == .table {
            stream.write(view.text(for: stream))
        } else {
            DataOutput.single(to: stream) { view.write(to: &$0) }
        }
        return .done
    }
}
