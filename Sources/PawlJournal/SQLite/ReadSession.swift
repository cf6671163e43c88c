import PawlKit

/// A reader's connection and what it remembers, confined to the reader's thread.
final class ReadSession {
    let connection: Connection
    private var names: [Int64: String] = [:]
    var histories = HistoryIndex()

    init(_ connection: Connection) { self.connection = connection }

    /// Runs queries that see one moment.
    func read<Result>(_ body: (ReadSession) throws(JournalError) -> Result) throws(JournalError) -> Result {
        try connection.statement("BEGIN").run()
        let result: Result
        do throws(JournalError) {
            result = try body(self)
        } catch {
            connection.forgetStatements()
            if connection.isInTransaction { try? connection.execute("ROLLBACK") }
            throw error
        }
        // Not COMMIT, which fails on a damaged file although nothing was written.
        try connection.statement("ROLLBACK").run()
        return result
    }

    /// The text of a name. Names are only ever added.
    func name(_ number: Int64) throws(JournalError) -> String {
        if let known = names[number] { return known }
        let find = try connection.statement("SELECT text FROM names WHERE id = ?1")
        defer { find.reset() }
        find.bind(1, number)
        guard try find.step() else { throw connection.damage("there is no name \(number)") }
        let text = try find.text(0)
        if names.count >= 65_536 { names = [:] }
        names[number] = text
        return text
    }

    /// The number of an instance; nil when there is none.
    func number(of id: InstanceID) throws(JournalError) -> Int64? {
        let find = try connection.statement("SELECT id FROM ids WHERE text = ?1")
        defer { find.reset() }
        find.bind(1, id.rawValue)
        return try find.step() ? try find.integer(0) : nil
    }
}
