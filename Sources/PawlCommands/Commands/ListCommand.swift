import PawlKit

/// `pawl list`: the instances of a journal.
struct ListCommand: Command {
    private static let workflow = Option.text("workflow", "NAME", help: "Only instances of this workflow.")
    private static let state = Option.text("state", "STATE", help: "Only instances in this state, by its path or its last name.")
    private static let status = Option<InstanceStatus>(
        "status", "STATUS", help: "Only instances of this status: \(statusNames).", isRepeatable: true, expectation: statusNames
    ) { text in InstanceStatus.allCases.first { $0.name == text } }
    private static let key = Option.text("key", "KEY", help: "Only the instances with this business key.")
    private static let limit = Option<Int>(
        "limit", "COUNT", help: "At most so many, the newest first (100 in a table, else all).", expectation: "a whole number from 1"
    ) { text in Int(text).flatMap { $0 >= 1 ? $0 : nil } }
    private static let statusNames =
        InstanceStatus.allCases.dropLast().map(\.name).joined(separator: ", ") + " or " + InstanceStatus.cancelled.name

    static let shape = CommandShape(
        "list", summary: "List instances, the newest first.", example: "pawl list --workflow hello --status finished",
        options: [
            workflow.declaration, state.declaration, status.declaration, key.declaration, limit.declaration,
            OutputFormat.option.declaration,
        ])

    private let query: InstanceQuery
    private let limit: Int?
    private let format: OutputFormat

    init(_ words: ParsedWords) {
        var query = InstanceQuery()
        query.workflow = words[Self.workflow]
        query.state = words[Self.state]
        query.statuses = Set(words.all(Self.status))
        query.key = words[Self.key]
        self.query = query
        limit = words[Self.limit]
        format = words[OutputFormat.option] ?? .table
    }

    func run(in session: Session) async throws(CommandFailure) -> ExitCode {
        let reader = try await session.reader()
        let stream = session.console.output
        guard format == .table else {
            let rows = try await session.ask { () throws(JournalError) in
                try await reader.instances(matching: query, limit: limit ?? .max)
            }
            var output = DataOutput(format, to: stream)
            for row in rows { output.write { row.write(to: &$0) } }
            output.end()
            return .done
        }
        let most = limit ?? 100
        let found = try await session.ask { () throws(JournalError) in try await reader.instances(matching: query, limit: most + 1) }
        let rows = found.prefix(most)
        let naming = try await session.ask { () throws(JournalError) in try await InstanceNaming(of: rows.map(\.id), in: reader) }
        if rows.isEmpty {
            session.console.messages.line(query == InstanceQuery() ? "There are no instances yet." : "No instance matches.")
        } else {
            stream.write(ListView.table(Array(rows), naming: naming, now: session.now).text(for: stream))
        }
        if found.count > most { session.console.messages.line("There are more: --limit COUNT shows them.") }
        return .done
    }
}
