package import PawlKit

/// Reads a journal in a file on a thread of its own, beside its owner or without one.
package final class SQLiteReader: JournalReader {
    private typealias Job = @Sendable (ReadSession) -> Void

    private let path: StorePath
    private let inbox: Inbox<Job>
    private let finished: Latch

    /// Opens a journal for reading.
    package static func open(path: String) async throws(JournalError) -> SQLiteReader {
        try await open(try StorePath(path))
    }

    static func open(_ path: StorePath) async throws(JournalError) -> SQLiteReader {
        let inbox = Inbox<Job>()
        let finished = Latch()
        try await Reply<Void>.wait { reply in
            do throws(JournalError) {
                try OwnThread.start { serve(path, inbox, finished, ready: reply) }
            } catch {
                reply(.failure(error))
            }
        }
        return SQLiteReader(path: path, inbox: inbox, finished: finished)
    }

    private init(path: StorePath, inbox: Inbox<Job>, finished: Latch) {
        self.path = path
        self.inbox = inbox
        self.finished = finished
    }

    deinit { inbox.close() }

    /// Ends after all that was asked before is answered.
    package func close() async {
        inbox.close()
        await finished.wait()
    }

    /// The thread.
    private static func serve(_ path: StorePath, _ inbox: Inbox<Job>, _ finished: Latch, ready: Reply<Void>) {
        do throws(JournalError) {
            let session = ReadSession(try StoreFile.openForReader(path))
            ready(.success(()))
            while let jobs = inbox.receive(atMost: 64) {
                for job in jobs { job(session) }
            }
        } catch {
            ready(.failure(error))
        }
        finished.open()
    }

    /// Runs queries that see one moment on the thread.
    func read<Success: Sendable>(
        _ body: @escaping @Sendable (ReadSession) throws(JournalError) -> Success
    ) async throws(JournalError) -> Success {
        try await Reply<Success>.wait { reply in
            let isTaken = inbox.send { session in
                do throws(JournalError) {
                    reply(.success(try session.read(body)))
                } catch {
                    reply(.failure(error))
                }
            }
            if !isTaken { reply(.failure(JournalFacts.closed())) }
        }
    }

    package func stored(_ id: InstanceID) async throws(JournalError) -> StoredInstance? {
        try await read { (session) throws(JournalError) in try session.stored(id) }
    }

    package func instances(matching query: InstanceQuery, limit: Int) async throws(JournalError) -> [InstanceRow] {
        try await read { (session) throws(JournalError) in try session.instances(matching: query, limit: limit) }
    }

    package func entries(of id: InstanceID, after position: Int64, limit: Int) async throws(JournalError) -> [JournalEntry] {
        try await read { (session) throws(JournalError) in try session.entries(of: id, after: position, limit: limit) }
    }

    package func entries(
        after place: JournalPlace, limit: Int
    ) async throws(JournalError) -> (entries: [StoredEntry], last: JournalPlace) {
        try await read { (session) throws(JournalError) in try session.entries(after: place, limit: limit) }
    }

    package func position(ofDedupe key: String, in id: InstanceID) async throws(JournalError) -> Int64? {
        try await read { (session) throws(JournalError) in try session.position(ofDedupe: key, in: id) }
    }

    package func definition(_ workflow: String, revision: Int) async throws(JournalError) -> StoredDefinition? {
        try await read { (session) throws(JournalError) in
            try DefinitionTable.find(workflow, revision: revision, session.connection)
        }
    }

    package func latestDefinition(_ workflow: String) async throws(JournalError) -> StoredDefinition? {
        try await read { (session) throws(JournalError) in try DefinitionTable.latest(workflow, session.connection) }
    }

    package func workflows() async throws(JournalError) -> [String] {
        try await read { (session) throws(JournalError) in try DefinitionTable.workflows(session.connection) }
    }

    package func due(limit: Int) async throws(JournalError) -> [DueItem] {
        try await read { (session) throws(JournalError) in try session.due(limit: limit) }
    }

    package func recoverable(after id: InstanceID?, limit: Int) async throws(JournalError) -> [InstanceID] {
        try await read { (session) throws(JournalError) in try session.recoverable(after: id, limit: limit) }
    }

    package func statistics() async throws(JournalError) -> JournalStatistics {
        let path = path
        return try await read { (session) throws(JournalError) in try session.statistics(of: path) }
    }
}
