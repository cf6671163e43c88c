import CSQLite
import PawlKit

/// The one place that commits: turns a group of requests into one transaction, and answers when it is durable.
///
/// Confined to the owner's thread. A request that cannot be fails alone: it is refused before it changes a row, or, when SQLite finds the contradiction,
/// the group is done again without it. What concerns the file (a full disk, an I/O error) fails the whole group, and the next group is tried as if
/// nothing had been.
final class Committer {
    private let connection: Connection
    private let faults: (any CommitFaults)?
    private var caches = OwnerCaches()
    /// After a failed sync nobody knows what the disk holds, and the next sync may say that all is well: https://lwn.net/Articles/752063/.
    private var lostTrust: JournalError?

    init(_ connection: Connection, faults: (any CommitFaults)?) {
        self.connection = connection
        self.faults = faults
    }

    /// Commits a group and answers each of its callers.
    func commit(_ group: ArraySlice<Request>) {
        var outcomes = [Outcome?](repeating: nil, count: group.count)
        do throws(JournalError) {
            if let lostTrust { throw lostTrust }
            while try !transact(group, &outcomes) {}
            try? faults?.reached(.afterCommit)
        } catch {
            for index in outcomes.indices where outcomes[index]?.hasFailed != true { outcomes[index] = .failed(error) }
        }
        for (request, outcome) in zip(group, outcomes) {
            try? faults?.reached(.beforeReply)
            if let outcome { request.answer(outcome) }
        }
    }

    /// One try at a group; false when one more request was found to be impossible and the others have to be done again.
    private func transact(_ group: ArraySlice<Request>, _ outcomes: inout [Outcome?]) throws(JournalError) -> Bool {
        do throws(JournalError) {
            try faults?.reached(.beforeBegin)
            // Not deferred: a transaction that becomes a writer on the way can meet a lock that no waiting resolves.
            try run("BEGIN IMMEDIATE")
            try faults?.reached(.afterBegin)
            for (index, request) in group.enumerated() where outcomes[index]?.hasFailed != true {
                let changesBefore = connection.totalChanges
                do throws(JournalError) {
                    outcomes[index] = try apply(request)
                } catch {
                    guard error.concernsOneWrite else { throw error }
                    outcomes[index] = .failed(error)
                    if connection.totalChanges != changesBefore {
                        rollBack()
                        return false
                    }
                }
                try faults?.reached(.afterWrite)
            }
            try faults?.reached(.beforeCommit)
            try run("COMMIT")
            return true
        } catch {
            rollBack()
            throw lostTrust ?? error
        }
    }

    private func run(_ sql: StaticString) throws(JournalError) { try connection.statement(sql).run() }

    /// Undoes the transaction, unless SQLite did already, and forgets what was remembered of it.
    private func rollBack() {
        let cause = connection.lastFailure
        caches.forget()
        connection.forgetStatements()
        do throws(JournalError) {
            if connection.isInTransaction { try connection.execute("ROLLBACK") }
            if cause == SQLITE_IOERR | 4 << 8 {
                lostTrust = JournalError(
                    .unavailable,
                    "The disk did not confirm what was written to '\(connection.path)'. Check the disk, then start again: the journal will go on "
                        + "from what is really there.")
            }
        } catch {
            lostTrust = error
        }
        connection.forgetFailure()
    }

    // MARK: One request

    private func apply(_ request: Request) throws(JournalError) -> Outcome {
        switch request {
        case .write(let write, _):
            try apply(write)
            return .done
        case .define(let definition, let claim, _):
            try check(claim)
            return .revision(try store(definition))
        case .claim: return .claim(JournalClaim(token: try caches.nextToken(connection)))
        }
    }

    private func check(_ claim: JournalClaim) throws(JournalError) {
        let current = try caches.currentToken(connection)
        guard claim.token == current, current > 0 else { throw JournalFacts.claimLost(claim, current: current) }
    }

    private func apply(_ write: JournalWrite) throws(JournalError) {
        if let malformation = write.malformation { throw malformation }
        try check(write.claim)
        let known = try caches.head(of: write.instance, connection)
        guard (known?.position ?? 0) == write.expected else { throw JournalFacts.conflict(write, actual: known?.position ?? 0) }
        if known == nil { try checkKey(of: write.entries[0].entry) }
        var head =
            if let known { known } else { OwnerCaches.Head(instance: try insertID(write.instance), position: 0, last: 0) }
        let tables = DerivedTables(connection: connection) { [self] (name) throws(JournalError) in
            try caches.number(of: name, connection)
        }
        // By index: an entry is a large value, and a loop over values would copy each.
        for index in write.entries.indices {
            try insert(write.entries, index, after: head)
            head.last = connection.lastInserted
            head.position += 1
            try faults?.reached(.afterEntry)
            try tables.apply(
                write.entries[index].changes, of: .init(instance: head.instance, place: head.last, position: head.position))
        }
        caches.remember(head, of: write.instance)
    }

    private func checkKey(of entry: JournalEntry) throws(JournalError) {
        guard let key = entry.body.key else { return }
        let find = try connection.statement(
            """
            SELECT ids.text FROM instances i JOIN names ON names.id = i.workflow JOIN ids ON ids.id = i.id
            WHERE names.text = ?1 AND i.key = ?2 AND i.key IS NOT NULL AND i.status < 5
            """)
        defer { find.reset() }
        find.bind(1, entry.workflow)
        find.bind(2, key)
        if try find.step() {
            throw JournalFacts.keyTaken(key, workflow: entry.workflow, by: InstanceID(rawValue: try find.text(0)))
        }
    }

    private func insertID(_ id: InstanceID) throws(JournalError) -> Int64 {
        let insert = try connection.statement("INSERT INTO ids(text) VALUES (?1)")
        insert.bind(1, id.rawValue)
        try insert.run()
        return connection.lastInserted
    }

    private func insert(_ entries: [SealedEntry], _ index: Int, after head: OwnerCaches.Head) throws(JournalError) {
        // Names first: a new one is an insertion too, and the entry's place is the last insertion.
        let workflow = try caches.number(of: entries[index].entry.workflow, connection)
        let event: Int64? = if let name = entries[index].entry.event { try caches.number(of: name, connection) } else { nil }
        let from = try caches.number(of: StateList.text(entries[index].entry.from), connection)
        let to = try caches.number(of: StateList.text(entries[index].entry.to), connection)
        let insert = try connection.statement(
            """
            INSERT INTO entries(instance, previous, position, kind, time, workflow, revision, format, event, "from", "to", body, checksum)
            VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12, ?13)
            """)
        insert.bind(1, head.instance)
        insert.bind(2, head.last)
        insert.bind(3, entries[index].entry.position)
        insert.bind(4, Int64(entries[index].entry.kind.rawValue))
        insert.bind(5, entries[index].entry.time.nanosecondsSince1970)
        insert.bind(6, workflow)
        insert.bind(7, entries[index].entry.revision)
        insert.bind(8, entries[index].entry.format)
        insert.bind(9, event)
        insert.bind(10, from)
        insert.bind(11, to)
        insert.bind(12, utf8: entries[index].body)
        insert.bind(13, Int64(bitPattern: entries[index].checksum))
        try insert.run()
    }

    private func store(_ definition: StoredDefinition) throws(JournalError) -> Int {
        let latest = try DefinitionTable.latest(definition.workflow, connection)
        if let latest, latest.isSame(as: definition) { return latest.revision }
        var stored = definition
        stored.revision = (latest?.revision ?? 0) + 1
        try DefinitionTable.insert(stored, connection)
        return stored.revision
    }
}

extension JournalError {
    /// Whether it is about one write rather than about the file.
    fileprivate var concernsOneWrite: Bool { code == .conflict || code == .keyTaken || code == .claimLost }
}
