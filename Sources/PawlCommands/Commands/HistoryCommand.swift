import PawlControl
import PawlKit

/// `pawl history`: the journal of an instance.
struct HistoryCommand: Command {
    private static let instance = Positional("INSTANCE", help: "An id, the beginning of one, or workflow/key.")
    private static let from = Option<Int64>.position("from", help: "Begin at this position.")
    private static let follow = Flag("follow", letter: "f", help: "Go on and show entries as they come, until the instance ends.")

    static let shape = CommandShape(
        "history", summary: "Show what happened to an instance, entry by entry, and why.", example: "pawl history hello/Ada",
        details: [
            "Times are local; with -o json they are UTC, and each entry has all that is recorded: rows taken and refused with the values "
                + "they read, data, effects and timers."
        ],
        arguments: [instance], options: [from.declaration, follow.declaration, OutputFormat.option.declaration])

    private let instance: String
    private let from: Int64
    private let follows: Bool
    private let format: OutputFormat

    /// The entries that are read at a time.
    private static let page = 500
    /// How often a journal that is followed is looked at.
    private static let pause = TimeAmount.milliseconds(200)

    init(_ words: ParsedWords) {
        instance = words.required(Self.instance)
        from = words[Self.from] ?? 1
        follows = words[Self.follow]
        format = words[OutputFormat.option] ?? .table
    }

    func run(in session: Session) async throws(CommandFailure) -> ExitCode {
        let reader = try await session.reader()
        let row = try await InstanceLookup(reader).require(instance)
        let naming = try await session.ask { () throws(JournalError) in try await InstanceNaming(of: [row.id], in: reader) }
        var printer = HistoryPrinter(format, session.console, naming: naming, leavesRoom: follows)
        var position = from - 1
        var isOver = false
        while true {
            let after = position
            let entries = try await session.ask { () throws(JournalError) in
                try await reader.entries(of: row.id, after: after, limit: Self.page)
            }
            printer.write(entries)
            if let last = entries.last {
                position = last.position
                isOver = isOver || entries.contains { $0.body.end != nil }
            }
            if entries.count == Self.page { continue }
            if !follows || isOver || row.status.isEnded { break }
            do {
                let clock = session.host.ports.clock
                try await clock.sleep(until: clock.now.advanced(by: Self.pause))
            } catch { break }
        }
        printer.end()
        if position < from { session.console.messages.line("There is no entry at position \(from): the last is \(row.position).") }
        return position < from ? .notFound : .done
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
