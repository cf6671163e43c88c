import PawlJournal
import PawlKit
import Synchronization

/// A store with a damaged table: it lists a timer as due for ever.
final class GhostStore: JournalStore {
    private let base: MemoryJournal
    private let ghost: DueItem
    private let count = Mutex(0)

    init(_ base: MemoryJournal, ghost: DueItem) {
        self.base = base
        self.ghost = ghost
    }

    /// How often the items were listed.
    var listings: Int { count.withLock { $0 } }

    func due(limit: Int) async throws(JournalError) -> [DueItem] {
        count.withLock { $0 += 1 }
        return [ghost] + (try await base.due(limit: limit - 1))
    }

    func stored(_ id: InstanceID) async throws(JournalError) -> StoredInstance? { try await base.stored(id) }
    func instances(matching query: InstanceQuery, limit: Int) async throws(JournalError) -> [InstanceRow] {
        try await base.instances(matching: query, limit: limit)
    }
    func entries(of id: InstanceID, after position: Int64, limit: Int) async throws(JournalError) -> [JournalEntry] {
        try await base.entries(of: id, after: position, limit: limit)
    }
    func entries(after place: JournalPlace, limit: Int) async throws(JournalError) -> (entries: [StoredEntry], last: JournalPlace) {
        try await base.entries(after: place, limit: limit)
    }
    func position(ofDedupe key: String, in id: InstanceID) async throws(JournalError) -> Int64? {
        try await base.position(ofDedupe: key, in: id)
    }
    func definition(_ workflow: String, revision: Int) async throws(JournalError) -> StoredDefinition? {
        try await base.definition(workflow, revision: revision)
    }
    func latestDefinition(_ workflow: String) async throws(JournalError) -> StoredDefinition? { try await base.latestDefinition(workflow) }
    func workflows() async throws(JournalError) -> [String] { try await base.workflows() }
    func recoverable(after id: InstanceID?, limit: Int) async throws(JournalError) -> [InstanceID] {
        try await base.recoverable(after: id, limit: limit)
    }
    func statistics() async throws(JournalError) -> JournalStatistics { try await base.statistics() }
    func claim() async throws(JournalError) -> JournalClaim { try await base.claim() }
    func commit(_ write: JournalWrite) async throws(JournalError) { try await base.commit(write) }
    func store(_ definition: StoredDefinition, claim: JournalClaim) async throws(JournalError) -> Int {
        try await base.store(definition, claim: claim)
    }
    func close() async { await base.close() }
}
