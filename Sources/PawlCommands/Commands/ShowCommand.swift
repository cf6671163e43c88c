import PawlEngine
import PawlKit
import PawlMachine

/// `pawl show`: where an instance stands.
struct ShowCommand: Command {
    private static let instance = Positional("INSTANCE", help: "An id, the beginning of one, or workflow/key.")
    private static let at = Option<Int64>.position("at", help: "As it stood after the entry at this position.")

    static let shape = CommandShape(
        "show", summary: "Show where an instance stands: its state and data, and what it waits for.", example: "pawl show hello/Ada",
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
        let reader = try await session.reader()
        let row = try await InstanceLookup(reader).require(instance)
        var machines = StoredMachines(reader)
        let machine = try await machines.machine(row.workflow, row.revision)
        let state = try await state(row, of: machine, reader, session)
        let accepts = state.status == .active ? machine.acceptedEvents(in: state.machine).map { EventOffer($0) } : []
        let stream = session.console.output
        guard format == .table else {
            DataOutput.single(to: stream) { state.stored.write(to: &$0, accepts: accepts) }
            return .done
        }
        let naming = try await session.ask { () throws(JournalError) in try await InstanceNaming(of: [row.id], in: reader) }
        let view = ShowView(state.stored, accepts: accepts, naming: naming, time: session.console.time, now: session.now)
        stream.write(view.text(for: stream))
        return .done
    }

    /// The instance now, or as a replay finds it at a position.
    private func state(
        _ row: InstanceRow, of machine: Machine, _ reader: any JournalReader, _ session: Session
    ) async throws(CommandFailure) -> InstanceState {
        if let at {
            guard at <= row.position else {
                throw CommandFailure(.notFound, "there is no position \(at): the last entry is at \(row.position)")
            }
            let result = try await InstanceReplay(reader, session).run(row, until: at)
            if let mismatch = result.mismatch { throw CommandFailure(.negative, ReplayText.line(mismatch)) }
            if let state = result.state { return state }
        }
        guard let stored = try await session.ask({ () throws(JournalError) in try await reader.stored(row.id) }) else {
            throw CommandFailure(.notFound, "there is no instance '\(instance)'")
        }
        do {
            return try InstanceState(restoring: stored, of: machine)
        } catch {
            throw CommandFailure(.failure, "'\(row.id)' does not fit its definition: \(error.message)")
        }
    }
}

extension EventOffer {
    /// The event that a machine takes, as commands show it.
    init(_ accepted: AcceptedEvent) { self.init(accepted.name, fields: accepted.payload) }
}
