import PawlControl
import PawlKit

/// `pawl history`: the journal of an instance.
struct HistoryCommand: Command {
    private static let instance = Positional.instance
    private static let from = Option<Int64>.position("from", help: "Begin at this position.")
    private static let follow = Flag("follow", letter: "f", help: "Go on and show entries as they come, until the instance ends.")

    static let shape = CommandShape(
        "history", summary: "Show what happened to an instance, entry by entry, and why.", preparation: [Starter.firstCommand],
        example: "pawl history hello/Ada",
        details: [
            "Times are local; with -o json they are UTC, and each entry has all that is recorded: rows taken and refused with the values "
                + "they read, data, effects and timers.",
            "With --follow the exit code is 1 when the instance failed or was cancelled. It waits for commits to the file, "
                + "whoever makes them: an engine need not run, and nothing is asked of one.",
        ],
        arguments: [instance], options: [from.declaration, follow.declaration, OutputFormat.option.declaration])

    private let instance: String
    private let from: Int64
    private let follows: Bool
    private let format: OutputFormat

    /// The entries that are read at a time.
    private static let page = 500

    init(_ words: ParsedWords) {
        instance = words.required(Self.instance)
        from = words[Self.from] ?? 1
        follows = words[Self.follow]
        format = words[OutputFormat.option] ?? .table
    }

    func run(in session: Session) async throws(CommandFailure) -> ExitCode {
        guard follows else { return try await show(session, commits: nil) }
        let path = try session.storePath()
        guard let commits = session.host.journals.commits(path) else {
            throw CommandFailure(
                .failure, "the system does not let '\(path)' be watched",
                help: ["See fs.inotify.max_user_instances; without -f it can be read."])
        }
        return try await Interrupts.cancelling { () throws(CommandFailure) in try await show(session, commits: commits) }
    }

    /// - Parameter commits: what tells that there may be more; nil to end with the last entry.
    private func show(_ session: Session, commits: AsyncStream<Void>?) async throws(CommandFailure) -> ExitCode {
        let reader = try await session.reader()
        let row = try await InstanceLookup(reader).require(instance)
        let naming = try await session.ask { () throws(JournalError) in try await InstanceNaming(of: [row.id], in: reader) }
        var printer = HistoryPrinter(format, session.console, naming: naming, leavesRoom: follows)
        var position = from - 1
        var end = row.status.isEnded ? row.status : nil
        var news = commits?.makeAsyncIterator()
        while true {
            let after = position
            let entries = try await session.ask { () throws(JournalError) in
                try await reader.entries(of: row.id, after: after, limit: Self.page)
            }
            printer.write(entries)
            position = entries.last?.position ?? position
            end = end ?? entries.lazy.compactMap(\.body.end).first?.status
            if entries.count == Self.page { continue }
            guard end == nil, news != nil else { break }
            guard await news?.next() != nil else {
                printer.end()
                return .interrupted
            }
        }
        printer.end()
        if position < from {
            session.console.messages.line("There is no entry at position \(from): the last is \(row.position).")
            return .notFound
        }
        return follows && end != .finished ? .negative : .done
    }
}

/// Writes entries as they are read, under one heading.
private struct HistoryPrinter {
    private let stream: ConsoleStream
    private var view: HistoryView
    private var output: DataOutput?
    private var widths: [Int]?
    private let least: [Int]

    init(_ format: OutputFormat, _ console: Console, naming: InstanceNaming, leavesRoom: Bool) {
        stream = console.output
        view = HistoryView(naming: naming, time: console.time)
        output = format == .table ? nil : DataOutput(format, to: console.output)
        least = leavesRoom ? [3, 8, 44, 20, 24] : []
    }

    mutating func write(_ entries: [JournalEntry]) {
        if entries.isEmpty { return }
        if output != nil {
            for entry in entries { output?.write { entry.write(to: &$0) } }
            return
        }
        var table = HistoryView.table
        for entry in entries { table.rows += view.rows(entry) }
        if widths == nil {
            widths = table.widths(for: stream, least: least)
            stream.write(table.heading(widths ?? [], stream))
        }
        stream.write(table.lines(widths ?? [], stream))
    }

    mutating func end() { output?.end() }
}
