package import PawlKit
import Synchronization

/// A journal that lives as long as the process: for tests, scenarios and `run` without a store.
package final class MemoryJournal: JournalStore {
    private let state = Mutex(State())

    /// Creates an empty journal.
    package init() {}

    package func claim() async throws(JournalError) -> JournalClaim {
        try change { (state) throws(JournalError) in
            state.token += 1
            return JournalClaim(token: state.token)
        }
    }

    package func commit(_ write: JournalWrite) async throws(JournalError) {
        try change { (state) throws(JournalError) in try state.commit(write) }
    }

    package func store(_ definition: StoredDefinition, claim: JournalClaim) async throws(JournalError) -> Int {
        try change { (state) throws(JournalError) in
            try state.check(claim)
            return state.store(definition)
        }
    }

    package func close() async { state.withLock { $0.isClosed = true } }

    package func stored(_ id: InstanceID) async throws(JournalError) -> StoredInstance? {
        try read { $0.instances[id]?.tables.stored }
    }

    package func instances(matching query: InstanceQuery, limit: Int) async throws(JournalError) -> [InstanceRow] {
        try read { state in
            var rows: [InstanceRow] = []
            var order = state.order[...]
            if let before = query.before { order = order[..<(state.instances[before]?.index ?? 0)] }
            for id in order.reversed() {
                if rows.count >= limit { break }
                if let row = state.instances[id]?.tables.instance, query.matches(row) { rows.append(row) }
            }
            return rows
        }
    }

    package func entries(of id: InstanceID, after position: Int64, limit: Int) async throws(JournalError) -> [JournalEntry] {
        try read { state in
            guard let places = state.instances[id]?.places, position < places.count else { return [] }
            return places.dropFirst(Int(max(0, position))).prefix(limit).map { state.entries[$0].entry }
        }
    }

    package func entries(
        after place: JournalPlace, limit: Int
    ) async throws(JournalError) -> (entries: [StoredEntry], last: JournalPlace) {
        try read { state in
            let found = Array(state.entries.dropFirst(Int(max(0, place.number))).prefix(limit))
            return (found, found.last?.place ?? place)
        }
    }

    package func position(ofDedupe key: String, in id: InstanceID) async throws(JournalError) -> Int64? {
        try read { $0.instances[id]?.tables.dedupe[ByteString(key)] }
    }

    package func definition(_ workflow: String, revision: Int) async throws(JournalError) -> StoredDefinition? {
        try read { state in
            guard let revisions = state.definitions[ByteString(workflow)], revisions.indices.contains(revision - 1) else { return nil }
            return revisions[revision - 1]
        }
    }

    package func latestDefinition(_ workflow: String) async throws(JournalError) -> StoredDefinition? {
        try read { $0.definitions[ByteString(workflow)]?.last }
    }

    package func workflows() async throws(JournalError) -> [String] {
        try read { $0.definitions.values.compactMap { $0.first?.workflow }.sorted(by: UTF8Order.less) }
    }

    package func due(limit: Int) async throws(JournalError) -> [DueItem] {
        try read { state in
            var items: [DueItem] = []
            for (id, held) in state.instances {
                for timer in held.tables.stored.timers { items.append(DueItem(due: timer.due, instance: id, what: .timer(timer.id))) }
                for effect in held.tables.stored.effects where effect.phase == .waiting {
                    if let due = effect.due { items.append(DueItem(due: due, instance: id, what: .attempt(effect.id))) }
                }
            }
            return Array(items.sorted(by: DueItem.happensBefore).prefix(limit))
        }
    }

    package func recoverable(after id: InstanceID?, limit: Int) async throws(JournalError) -> [InstanceID] {
        try read { state in
            var rest = state.order[...]
            if let id, let index = state.instances[id]?.index { rest = rest[(index + 1)...] }
            return Array(rest.lazy.filter { state.instances[$0]?.tables.isRecoverable == true }.prefix(limit))
        }
    }

    package func statistics() async throws(JournalError) -> JournalStatistics {
        try read { state in
            let byStatus = Dictionary(grouping: state.instances.values, by: \.tables.instance.status).mapValues(\.count)
            return JournalStatistics(instances: byStatus, entries: Int64(state.entries.count), fileBytes: 0, logBytes: 0)
        }
    }

    private func read<Result>(_ body: (State) -> Result) throws(JournalError) -> Result {
        try change { (state) throws(JournalError) in body(state) }
    }

    private func change<Result>(_ body: (inout State) throws(JournalError) -> Result) throws(JournalError) -> Result {
        try state.withLock { (state) throws(JournalError) in
            if state.isClosed { throw JournalFacts.closed() }
            return try body(&state)
        }
    }
}

/// All that a memory journal holds.
private struct State {
    /// An instance with its history.
    struct Held {
        var tables: InstanceTables
        /// Its number in the order of beginning, from 0.
        let index: Int
        /// The indices of its entries in the list of all.
        var places: [Int]
    }

    /// An unfinished instance's key.
    struct Key: Hashable {
        let workflow: ByteString
        let key: ByteString
    }

    var token: Int64 = 0
    var isClosed = false
    var entries: [StoredEntry] = []
    var instances: [InstanceID: Held] = [:]
    var order: [InstanceID] = []
    var keys: [Key: InstanceID] = [:]
    var definitions: [ByteString: [StoredDefinition]] = [:]

    func check(_ claim: JournalClaim) throws(JournalError) {
        guard claim.token == token, token > 0 else { throw JournalFacts.claimLost(claim, current: token) }
    }

    mutating func commit(_ write: JournalWrite) throws(JournalError) {
        if let malformation = write.malformation { throw malformation }
        try check(write.claim)
        var tables = instances[write.instance]?.tables
        let actual = tables?.instance.position ?? 0
        guard actual == write.expected else { throw JournalFacts.conflict(write, actual: actual) }
        let formerKey = tables?.instance.uniqueKey
        if tables == nil { try checkKey(of: write.entries[0].entry) }
        for sealed in write.entries {
            if tables == nil { tables = try InstanceTables(first: sealed.entry) } else { try tables?.apply(sealed.entry) }
        }
        guard let tables else { throw JournalFacts.conflict(write, actual: 0) }
        // Nothing fails from here on.
        if let formerKey { keys[formerKey] = nil }
        if let key = tables.instance.uniqueKey { keys[key] = write.instance }
        let places = entries.count..<entries.count + write.entries.count
        for (place, sealed) in zip(places, write.entries) {
            let place = JournalPlace(Int64(place + 1))
            entries.append(StoredEntry(entry: sealed.entry, body: sealed.body, checksum: sealed.checksum, place: place))
        }
        if actual == 0 {
            instances[write.instance] = Held(tables: tables, index: order.count, places: Array(places))
            order.append(write.instance)
        } else {
            instances[write.instance]?.tables = tables
            instances[write.instance]?.places.append(contentsOf: places)
        }
    }

    private func checkKey(of entry: JournalEntry) throws(JournalError) {
        guard let key = entry.body.key else { return }
        if let holder = keys[Key(workflow: ByteString(entry.workflow), key: ByteString(key))] {
            throw JournalFacts.keyTaken(key, workflow: entry.workflow, by: holder)
        }
    }

    mutating func store(_ definition: StoredDefinition) -> Int {
        let workflow = ByteString(definition.workflow)
        let revisions = definitions[workflow] ?? []
        if let latest = revisions.last, latest.isSame(as: definition) { return latest.revision }
        var stored = definition
        stored.revision = revisions.count + 1
        definitions[workflow] = revisions + [stored]
        return stored.revision
    }
}

extension InstanceRow {
    /// The business key while it must be unique.
    fileprivate var uniqueKey: State.Key? {
        guard let key, !status.isEnded else { return nil }
        return State.Key(workflow: ByteString(workflow), key: ByteString(key))
    }
}

extension InstanceTables {
    /// Whether recovery has to look at the instance.
    fileprivate var isRecoverable: Bool {
        if instance.status.isEnded { return false }
        if stored.effects.contains(where: { $0.phase == .running }) { return true }
        return instance.status == .active && stored.queue.contains { !$0.isDeferred }
    }
}
