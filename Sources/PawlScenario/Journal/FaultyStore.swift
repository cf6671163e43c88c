public import PawlKit

/// A store that fails when a test says so, and else does what the store behind it does.
public final class FaultyStore<Base: JournalStore>: JournalStore {
    /// A call that only reads.
    public enum Read: Sendable, Hashable {
        case stored(InstanceID)
        case instances(InstanceQuery)
        case entries(InstanceID)
        case allEntries
        case dedupe(String, InstanceID)
        case definition(String)
        case workflows
        case due
        case recoverable
        case statistics
    }

    public typealias Script<Argument: Sendable> = CallScript<Argument, Void, JournalError, Suspending<JournalError>>

    /// The store behind.
    public let base: Base
    /// Before a claim.
    public let claims: Script<Void>
    /// Before a commit: what fails here was never written.
    public let commits: Script<JournalWrite>
    /// After a commit: what fails here is on disk all the same, as when the process dies before it hears of it.
    public let acknowledgements: Script<JournalWrite>
    /// Before a definition is stored.
    public let definitions: Script<StoredDefinition>
    /// Before a read.
    public let reads: Script<Read>

    public init(_ base: Base, clock: any WallClock) {
        self.base = base
        let style = Suspending(
            clock: clock, cancellation: JournalError(.unavailable, "the call was cancelled while the mock made it wait"))
        claims = Script(style: style)
        commits = Script(style: style)
        acknowledgements = Script(style: style)
        definitions = Script(style: style)
        reads = Script(style: style)
    }

    public func claim() async throws(JournalError) -> JournalClaim {
        _ = try await claims.call(())
        return try await base.claim()
    }

    public func commit(_ write: JournalWrite) async throws(JournalError) {
        // A rule that succeeds says that the write is swallowed.
        if try await commits.call(write) == nil { try await base.commit(write) }
        _ = try await acknowledgements.call(write)
    }

    public func store(_ definition: StoredDefinition, claim: JournalClaim) async throws(JournalError) -> Int {
        _ = try await definitions.call(definition)
        return try await base.store(definition, claim: claim)
    }

    public func close() async { await base.close() }
}

extension FaultyStore {
    public func stored(_ id: InstanceID) async throws(JournalError) -> StoredInstance? {
        _ = try await reads.call(.stored(id))
        return try await base.stored(id)
    }

    public func instances(matching query: InstanceQuery, limit: Int) async throws(JournalError) -> [InstanceRow] {
        _ = try await reads.call(.instances(query))
        return try await base.instances(matching: query, limit: limit)
    }

    public func entries(of id: InstanceID, after position: Int64, limit: Int) async throws(JournalError) -> [JournalEntry] {
        _ = try await reads.call(.entries(id))
        return try await base.entries(of: id, after: position, limit: limit)
    }

    public func entries(
        after place: JournalPlace, limit: Int
    ) async throws(JournalError) -> (entries: [StoredEntry], last: JournalPlace) {
        _ = try await reads.call(.allEntries)
        return try await base.entries(after: place, limit: limit)
    }

    public func position(ofDedupe key: String, in id: InstanceID) async throws(JournalError) -> Int64? {
        _ = try await reads.call(.dedupe(key, id))
        return try await base.position(ofDedupe: key, in: id)
    }

    public func definition(_ workflow: String, revision: Int) async throws(JournalError) -> StoredDefinition? {
        _ = try await reads.call(.definition(workflow))
        return try await base.definition(workflow, revision: revision)
    }

    public func latestDefinition(_ workflow: String) async throws(JournalError) -> StoredDefinition? {
        _ = try await reads.call(.definition(workflow))
        return try await base.latestDefinition(workflow)
    }

    public func workflows() async throws(JournalError) -> [String] {
        _ = try await reads.call(.workflows)
        return try await base.workflows()
    }

    public func due(limit: Int) async throws(JournalError) -> [DueItem] {
        _ = try await reads.call(.due)
        return try await base.due(limit: limit)
    }

    public func recoverable(after id: InstanceID?, limit: Int) async throws(JournalError) -> [InstanceID] {
        _ = try await reads.call(.recoverable)
        return try await base.recoverable(after: id, limit: limit)
    }

    public func statistics() async throws(JournalError) -> JournalStatistics {
        _ = try await reads.call(.statistics)
        return try await base.statistics()
    }
}
