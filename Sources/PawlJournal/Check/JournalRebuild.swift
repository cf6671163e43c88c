package import PawlKit

/// Makes the derived tables again from the entries: after damage to them, or after a change of what entries mean.
package enum JournalRebuild {
    /// Rebuilds the tables in one transaction, as the owner of the store, and returns the number of entries.
    ///
    /// - Throws: ``JournalError`` with code `corrupt` when an entry is damaged: then nothing is changed, because the tables may know what the entry no
    ///   longer says.
    package static func run(path: String) async throws(JournalError) -> Int {
        let path = try StorePath(path)
        return try await Reply<Int>.wait { reply in
            do throws(JournalError) {
                try OwnThread.start {
                    do throws(JournalError) {
                        reply(.success(try rebuild(path)))
                    } catch {
                        reply(.failure(error))
                    }
                }
            } catch {
                reply(.failure(error))
            }
        }
    }

    private static func rebuild(_ path: StorePath) throws(JournalError) -> Int {
        let lock = try StoreLock(path)
        defer { withExtendedLifetime(lock) {} }
        let connection = try StoreFile.openForOwner(path)
        try connection.execute("BEGIN IMMEDIATE")
        do throws(JournalError) {
            let count = try refill(connection)
            try connection.execute("COMMIT")
            try? connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")
            return count
        } catch {
            if connection.isInTransaction { try? connection.execute("ROLLBACK") }
            throw error
        }
    }

    private static func refill(_ connection: Connection) throws(JournalError) -> Int {
        for table in DerivedTable.all { try connection.execute("DROP TABLE IF EXISTS \(table.name)") }
        try connection.execute(Schema.derivedTables)
        var caches = OwnerCaches()
        var count = 0
        let tables = DerivedTables(connection: connection) { (name) throws(JournalError) in try caches.number(of: name, connection) }
        try ReadSession(connection).scan { (scanned) throws(JournalError) in
            let content = try scanned.content.get()
            let entry = content.entry.entry
            guard content.entry.isIntact else {
                throw JournalError(
                    .corrupt,
                    "The entry at position \(entry.position) of '\(entry.instance)' does not have its checksum. Restore a backup; nothing was changed.",
                    instance: entry.instance)
            }
            try tables.apply(project(entry), of: .init(instance: content.instance, place: scanned.place, position: entry.position))
            count += 1
        }
        return count
    }
}
