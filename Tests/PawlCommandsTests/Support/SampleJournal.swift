import PawlCommands
import PawlJournal
import PawlKit

/// A journal with instances and entries made by hand.
struct SampleJournal: JournalReader {
    var rows: [StoredInstance] = [SampleRun.stored]
    var history: [JournalEntry] = SampleRun.good
    var owner: StoreOwner?
    var definitions: [StoredDefinition] = []

    var access: JournalAccess {
        JournalAccess(
            reader: { path throws(JournalError) in
                if path != "pawl.db" { throw JournalError(.notFound, "there is no journal at '\(path)'") }
                return self
            },
            store: { _ throws(JournalError) in throw JournalError(.readOnly, "only made to be read") },
            owner: { _ in owner }, commits: { _ in AsyncStream { $0.finish() } })
    }

    func stored(_ id: InstanceID) async throws(JournalError) -> StoredInstance? { rows.first { $0.instance.id == id } }

    func instances(matching query: InstanceQuery, limit: Int) async throws(JournalError) -> [InstanceRow] {
        var rows = rows[...]
        // The rows stand newest first.
        if let before = query.before { rows = rows[((rows.firstIndex { $0.instance.id == before } ?? rows.endIndex - 1) + 1)...] }
        return Array(
            rows.map(\.instance).filter { row in
                (query.workflow.map { $0 == row.workflow } ?? true) && (query.key.map { $0 == row.key } ?? true)
                    && (query.idPrefix.map { row.id.rawValue.hasPrefix($0) } ?? true)
                    && (query.state.map { row.states.contains($0) } ?? true)
                    && (query.statuses.isEmpty || query.statuses.contains(row.status))
            }.prefix(limit))
    }

    func entries(of id: InstanceID, after position: Int64, limit: Int) async throws(JournalError) -> [JournalEntry] {
        Array(history.filter { $0.instance == id && $0.position > position }.prefix(limit))
    }

    func entries(after place: JournalPlace, limit: Int) async throws(JournalError) -> (entries: [StoredEntry], last: JournalPlace) {
        ([], place)
    }
    func position(ofDedupe key: String, in id: InstanceID) async throws(JournalError) -> Int64? { nil }
    func definition(_ workflow: String, revision: Int) async throws(JournalError) -> StoredDefinition? {
        definitions.first { $0.workflow == workflow && $0.revision == revision }
    }
    func latestDefinition(_ workflow: String) async throws(JournalError) -> StoredDefinition? { nil }
    func workflows() async throws(JournalError) -> [String] { Set(rows.map(\.instance.workflow)).sorted() }
    func due(limit: Int) async throws(JournalError) -> [DueItem] { [] }
    func recoverable(after id: InstanceID?, limit: Int) async throws(JournalError) -> [InstanceID] { [] }
    func statistics() async throws(JournalError) -> JournalStatistics {
        JournalStatistics(instances: [:], entries: Int64(history.count), fileBytes: 0, logBytes: 0)
    }
}
