package import PawlKit

/// A journal in a SQLite file, which this process owns as long as the journal is open.
///
/// One thread has the only connection that writes; callers leave requests and wait. Whatever is ready when the thread is free becomes one transaction.
package final class SQLiteJournal: JournalStore {
    /// As many requests as share a commit. Beyond this SQLite's own work is the limit, and the first caller waits too long.
    private static let groupLimit = 256

    private let inbox: Inbox<Request>
    private let finished: Latch
    private let reader: SQLiteReader

    /// Opens a journal for writing, and creates it when there is no file.
    ///
    /// - Parameters:
    ///   - path: The database file.
    ///   - faults: What a test does at the fault points.
    package static func open(path: String, faults: (any CommitFaults)? = nil) async throws(JournalError) -> SQLiteJournal {
        let path = try StorePath(path)
        let inbox = Inbox<Request>()
        let finished = Latch()
        try await Reply<Void>.wait { reply in
            do throws(JournalError) {
                try OwnThread.start { own(path, inbox, finished, faults, ready: reply) }
            } catch {
                reply(.failure(error))
            }
        }
        do throws(JournalError) {
            return SQLiteJournal(inbox: inbox, finished: finished, reader: try await SQLiteReader.open(path))
        } catch {
            inbox.close()
            await finished.wait()
            throw error
        }
    }

    /// The process that owns the journal now; nil when none does, or there is no journal.
    package static func owner(path: String) -> StoreOwner? { (try? StorePath(path)).flatMap { StoreLock.owner(of: $0) } }

    /// Opens a journal for reading, beside its owner or without one.
    package static func openReader(path: String) async throws(JournalError) -> SQLiteReader { try await SQLiteReader.open(path: path) }

    private init(inbox: Inbox<Request>, finished: Latch, reader: SQLiteReader) {
        self.inbox = inbox
        self.finished = finished
        self.reader = reader
    }

    deinit { inbox.close() }

    /// The owner's thread: from taking the lock to giving it back.
    private static func own(
        _ path: StorePath, _ inbox: Inbox<Request>, _ finished: Latch, _ faults: (any CommitFaults)?, ready: Reply<Void>
    ) {
        do throws(JournalError) {
            let lock = try StoreLock(path)
            // The lock goes last: nobody may open the file while the connection still works on it.
            defer { withExtendedLifetime(lock) {} }
            try serve(path, inbox, faults, ready: ready)
        } catch {
            ready(.failure(error))
        }
        finished.open()
    }

    private static func serve(
        _ path: StorePath, _ inbox: Inbox<Request>, _ faults: (any CommitFaults)?, ready: Reply<Void>
    ) throws(JournalError) {
        let connection = try StoreFile.openForOwner(path)
        ready(.success(()))
        let committer = Committer(connection, faults: faults)
        while let group = inbox.receive(atMost: groupLimit) { committer.commit(group) }
        // All is durable already. This only empties the log, so that the file alone is complete.
        try? connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    }

    package func claim() async throws(JournalError) -> JournalClaim { try await ask(Request.claim) }

    package func commit(_ write: JournalWrite) async throws(JournalError) { try await ask { .write(write, $0) } }

    package func store(_ definition: StoredDefinition, claim: JournalClaim) async throws(JournalError) -> Int {
        try await ask { .define(definition, claim, $0) }
    }

    package func close() async {
        // Readers before the writer, which leaves a file without a log only when it is the last.
        await reader.close()
        inbox.close()
        await finished.wait()
    }

    private func ask<Success: Sendable>(_ request: (Reply<Success>) -> Request) async throws(JournalError) -> Success {
        try await Reply<Success>.wait { reply in
            if !inbox.send(request(reply)) { reply(.failure(JournalFacts.closed())) }
        }
    }

    package func stored(_ id: InstanceID) async throws(JournalError) -> StoredInstance? { try await reader.stored(id) }

    package func instances(matching query: InstanceQuery, limit: Int) async throws(JournalError) -> [InstanceRow] {
        try await reader.instances(matching: query, limit: limit)
    }

    package func entries(of id: InstanceID, after position: Int64, limit: Int) async throws(JournalError) -> [JournalEntry] {
        try await reader.entries(of: id, after: position, limit: limit)
    }

    package func entries(
        after place: JournalPlace, limit: Int
    ) async throws(JournalError) -> (entries: [StoredEntry], last: JournalPlace) {
        try await reader.entries(after: place, limit: limit)
    }

    package func position(ofDedupe key: String, in id: InstanceID) async throws(JournalError) -> Int64? {
        try await reader.position(ofDedupe: key, in: id)
    }

    package func definition(_ workflow: String, revision: Int) async throws(JournalError) -> StoredDefinition? {
        try await reader.definition(workflow, revision: revision)
    }

    package func latestDefinition(_ workflow: String) async throws(JournalError) -> StoredDefinition? {
        try await reader.latestDefinition(workflow)
    }

    package func workflows() async throws(JournalError) -> [String] { try await reader.workflows() }

    package func due(limit: Int) async throws(JournalError) -> [DueItem] { try await reader.due(limit: limit) }

    package func recoverable(after id: InstanceID?, limit: Int) async throws(JournalError) -> [InstanceID] {
        try await reader.recoverable(after: id, limit: limit)
    }

    package func statistics() async throws(JournalError) -> JournalStatistics { try await reader.statistics() }
}
