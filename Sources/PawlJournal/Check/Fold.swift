import PawlKit

/// The derived tables made again from entries, in a scratch database.
final class Fold {
    /// The scratch database.
    let connection: Connection
    private let tables: DerivedTables

    /// Begins with empty tables; names keep the numbers that they have in the journal.
    init(names session: ReadSession) throws(JournalError) {
        connection = try Connection(path: "scratch tables", mode: .scratch)
        try connection.execute("PRAGMA journal_mode = OFF; PRAGMA synchronous = OFF; \(Schema.derivedTables) BEGIN")
        var numbers: [ByteString: Int64] = [:]
        let all = try session.connection.statement(once: "SELECT id, text FROM names")
        while try all.step() { numbers[ByteString(try all.text(1))] = try all.integer(0) }
        tables = DerivedTables(connection: connection) { [numbers] (name) throws(JournalError) in
            guard let number = numbers[ByteString(name)] else {
                throw JournalError(.corrupt, "The name '\(name)' is not among the names.")
            }
            return number
        }
    }

    /// Applies the next entry.
    func add(_ content: ScannedEntry.Content) throws(JournalError) {
        let entry = content.entry.entry
        try tables.apply(
            project(entry), of: .init(instance: content.instance, place: content.entry.place.number, position: entry.position))
    }
}
