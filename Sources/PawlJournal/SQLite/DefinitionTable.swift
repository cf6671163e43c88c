import PawlKit

/// The table of definitions.
enum DefinitionTable {
    static func latest(_ workflow: String, _ connection: Connection) throws(JournalError) -> StoredDefinition? {
        let find = try connection.statement(
            "SELECT workflow, revision, text, services, file FROM definitions WHERE workflow = ?1 ORDER BY revision DESC LIMIT 1")
        defer { find.reset() }
        find.bind(1, workflow)
        return try find.step() ? try read(find) : nil
    }

    static func find(_ workflow: String, revision: Int, _ connection: Connection) throws(JournalError) -> StoredDefinition? {
        let find = try connection.statement(
            "SELECT workflow, revision, text, services, file FROM definitions WHERE workflow = ?1 AND revision = ?2")
        defer { find.reset() }
        find.bind(1, workflow)
        find.bind(2, revision)
        return try find.step() ? try read(find) : nil
    }

    static func workflows(_ connection: Connection) throws(JournalError) -> [String] {
        let find = try connection.statement("SELECT DISTINCT workflow FROM definitions ORDER BY workflow")
        defer { find.reset() }
        var names: [String] = []
        while try find.step() { names.append(try find.text(0)) }
        return names
    }

    static func insert(_ definition: StoredDefinition, _ connection: Connection) throws(JournalError) {
        let insert = try connection.statement(
            "INSERT INTO definitions(workflow, revision, text, services, file) VALUES (?1, ?2, ?3, ?4, ?5)")
        insert.bind(1, definition.workflow)
        insert.bind(2, definition.revision)
        insert.bind(3, definition.text)
        insert.bind(4, definition.services)
        insert.bind(5, definition.file)
        try insert.run()
    }

    private static func read(_ row: Statement) throws(JournalError) -> StoredDefinition {
        StoredDefinition(
            workflow: try row.text(0), revision: try row.small(1), text: try row.text(2), services: try row.json(3), file: try row.text(4))
    }
}
