import PawlEngine
import PawlKit
import PawlMachine

/// `pawl show`: where an instance stands.
struct ShowCommand: Command {
    private static let instance = Positional.instance
    private static let at = Option<Int64>.position("at", help: "As it stood after the entry at this position.")

    static let shape = CommandShape(
        "show", summary: "Show where an instance stands: its state and data, and what it waits for.", preparation: [Starter.firstCommand],
        example: "pawl show hello/Ada",
        arguments: [instance], options: [at.declaration, OutputFormat.option.declaration])

    private let instance: String
    private let at: Int64?
    private let format: OutputFormat

    init(_ words: ParsedWords) {
        instance = words.required(Self.instance)
        at = words[Self.at]
        format = words[OutputFormat.option] ?? .table
    }

    func run(in session: Session) async throws(CommandFailure) -> ExitCode {
        let found = try await session.find(instance)
        let machine = found.machine
        let state = try await state(found, session)
        let accepts = state.status == .active ? machine.acceptedEvents(in: state.machine).map { EventOffer($0) } : []
        let stream = session.console.output
        guard format == .table else {
            let tags = state.machine.active.flatMap { machine.states[$0].tags }
            DataOutput.single(to: stream) { state.stored.write(to: &$0, tags: tags, accepts: accepts) }
            return .done
        }
        let view = ShowView(state.stored, accepts: accepts, naming: found.naming, time: session.console.time, now: session.now) {
            feedback in
            machine.feedback(named: feedback).map { machine.feedbacks[$0].retry.attempts }
        }
        stream.write(view.text(for: stream))
        return .done
    }

    /// The instance now, or as a replay finds it at a position.
    private func state(_ found: FoundInstance, _ session: Session) async throws(CommandFailure) -> InstanceState {
        let row = found.row
        if let at {
            guard at <= row.position else {
                throw CommandFailure(.notFound, "there is no position \(at): the last entry is at \(row.position)")
            }
            let result = try await InstanceReplay(found.reader, session).run(row, until: at)
            if let mismatch = result.mismatch { throw CommandFailure(.negative, ReplayText.line(mismatch)) }
            if let state = result.state { return state }
        }
        return try await session.state(of: row.id, found.machine, found.reader)
    }
}

extension EventOffer {
    /// The event that a machine takes, as commands show it.
    init(_ accepted: AcceptedEvent) { self.init(accepted.name, fields: accepted.payload) }
}
