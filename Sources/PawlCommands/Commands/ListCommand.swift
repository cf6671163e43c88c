import PawlKit

/// `pawl list`: the instances of a journal.
struct ListCommand: Command {
    private static let workflow = Option.text("workflow", "NAME", help: "Only instances of this workflow.", completion: .workflows)
    private static let state = Option.text("state", "STATE", help: "Only instances in this state, by its path or its last name.")
    private static let status = Option<InstanceStatus>(
        "status", "STATUS", help: "Only instances of this status: \(statusNames).", isRepeatable: true,
        completion: .words(InstanceStatus.allCases.map(\.name)), expectation: statusNames
    ) { text in InstanceStatus.allCases.first { $0.name == text } }
    private static let key = Option.text("key", "KEY", help: "Only the instances with this business key.")
    private static let limit = Option<Int>(
        "limit", "COUNT", help: "At most so many (100 in a table, else all).", expectation: "a whole number from 1"
    ) { text in Int(text).flatMap { $0 >= 1 ? $0 : nil } }
    private static let after = Option.text(
        "after", "INSTANCE", help: "The page after this instance: those that began before it.", completion: .instances)
    private static let statusNames =
        InstanceStatus.allCases.dropLast().map(\.name).joined(separator: ", ") + " or " + InstanceStatus.cancelled.name

    static let shape = CommandShape(
        "list", summary: "List instances, the newest first.", preparation: [Starter.firstCommand],
        example: "pawl list --workflow hello --status finished",
        details: ["When there are more than are shown, the command for the next page is given. New instances do not shift the pages."],
        options: [
            workflow.declaration, state.declaration, status.declaration, key.declaration, limit.declaration, after.declaration,
            OutputFormat.option.declaration,
        ])

    private let query: InstanceQuery
    private let limit: Int?
    private let after: String?
    private let format: OutputFormat
    /// The filters as they were given, for the command of the next page.
    private let filters: String

    /// The instances that are read at a time.
    private static let page = 500

    init(_ words: ParsedWords) {
        var query = InstanceQuery()
        query.workflow = words[Self.workflow]
        query.state = words[Self.state]
        query.statuses = Set(words.all(Self.status))
        query.key = words[Self.key]
        self.query = query
        limit = words[Self.limit]
        after = words[Self.after]
        format = words[OutputFormat.option] ?? .table
        var given = [("workflow", query.workflow), ("state", query.state)]
        given += words.all(Self.status).map { ("status", $0.name) }
        given += [("key", query.key), ("limit", limit.map(String.init)), ("output", format == .table ? nil : format.rawValue)]
        filters = given.compactMap { name, value in value.map { " --\(name) \(ShellWord.quoted($0))" } }.joined()
    }

    func run(in session: Session) async throws(CommandFailure) -> ExitCode {
        guard let reader = try await session.readerIfAny() else {
            if format == .table {
                session.console.messages.line("There are no instances yet. pawl run FILE begins one.")
            } else {
                DataOutput(format, to: session.console.output).end()
            }
            return .done
        }
        var query = query
        if let after { query.before = try await InstanceLookup(reader).require(after).id }
        return format == .table ? try await table(query, reader, session) : try await data(query, reader, session)
    }

    private func table(_ query: InstanceQuery, _ reader: any JournalReader, _ session: Session) async throws(CommandFailure) -> ExitCode {
        let most = limit ?? 100
        let found = try await session.ask { () throws(JournalError) in try await reader.instances(matching: query, limit: most + 1) }
        let rows = Array(found.prefix(most))
        let naming = try await session.ask { () throws(JournalError) in try await InstanceNaming(of: rows.map(\.id), in: reader) }
        if rows.isEmpty {
            session.console.messages.line(try await nothing(query, reader, session))
        } else {
            session.console.output.write(ListView.table(rows, naming: naming, now: session.now).text(for: session.console.output))
        }
        if found.count > most, let last = rows.last { tell(next: naming.short(last.id), session) }
        return .done
    }

    private func data(_ query: InstanceQuery, _ reader: any JournalReader, _ session: Session) async throws(CommandFailure) -> ExitCode {
        var query = query
        var output = DataOutput(format, to: session.console.output)
        var rest = limit ?? .max
        while true {
            let asked = query
            let found = try await session.ask { () throws(JournalError) in
                try await reader.instances(matching: asked, limit: min(Self.page, rest) + 1)
            }
            let rows = found.prefix(min(Self.page, rest))
            for row in rows { output.write { row.write(to: &$0) } }
            rest -= rows.count
            guard found.count > rows.count, let last = rows.last else { break }
            if rest == 0 {
                output.end()
                tell(next: last.id.rawValue, session)
                return .done
            }
            query.before = last.id
        }
        output.end()
        return .done
    }

    private func tell(next: String, _ session: Session) {
        session.console.messages.line("There are more: " + session.hint("list\(filters) --after \(next)"))
    }

    /// Why nothing is shown.
    private func nothing(_ query: InstanceQuery, _ reader: any JournalReader, _ session: Session) async throws(CommandFailure) -> String {
        if query == InstanceQuery() { return "There are no instances yet." }
        if query.before != nil { return "No more instances match." }
        guard let workflow = query.workflow else { return "No instance matches." }
        let known = try await session.ask { () throws(JournalError) in try await reader.workflows() }
        if known.contains(where: { UTF8Order.equal($0, workflow) }) { return "No instance matches." }
        let nearest = NearestName.find(workflow, among: known).map { "; did you mean '\($0)'?" } ?? "."
        return "No instance matches: no workflow '\(workflow)' has run here" + nearest
    }
}
