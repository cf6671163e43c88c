/// Read access to a journal: for commands, replay and the engine.
///
/// Each call sees one consistent moment. Positions, never cursors: nothing is held open between calls.
public protocol JournalReader: Sendable {
    /// All that is stored of an instance besides its history; nil when there is none.
    func stored(_ id: InstanceID) async throws(JournalError) -> StoredInstance?

    /// Up to `limit` instances that match, newest first.
    func instances(matching query: InstanceQuery, limit: Int) async throws(JournalError) -> [InstanceRow]

    /// Up to `limit` entries of an instance after a position, oldest first.
    func entries(of id: InstanceID, after position: Int64, limit: Int) async throws(JournalError) -> [JournalEntry]

    /// Up to `limit` entries of all instances after a place in the order of appending, with the place of the last one.
    func entries(after place: JournalPlace, limit: Int) async throws(JournalError) -> (entries: [StoredEntry], last: JournalPlace)

    /// The position of the entry that recorded a sender's dedupe key; nil when the key is new.
    func position(ofDedupe key: String, in id: InstanceID) async throws(JournalError) -> Int64?

    /// A stored definition; nil when there is none.
    func definition(_ workflow: String, revision: Int) async throws(JournalError) -> StoredDefinition?

    /// The newest stored definition of a workflow; nil when there is none.
    func latestDefinition(_ workflow: String) async throws(JournalError) -> StoredDefinition?

    /// The workflows that have a stored definition, by name, in order of UTF-8.
    func workflows() async throws(JournalError) -> [String]

    /// Up to `limit` timers and retries that are due first, of unfinished instances, in order of (deadline, instance, id).
    func due(limit: Int) async throws(JournalError) -> [DueItem]

    /// Up to `limit` unfinished instances after an id that have a running effect, or a queue while they are active: what recovery looks at.
    func recoverable(after id: InstanceID?, limit: Int) async throws(JournalError) -> [InstanceID]

    /// Figures about the whole store.
    func statistics() async throws(JournalError) -> JournalStatistics
}

/// A journal that can be written.
///
/// A write goes to one instance, all or nothing. It carries the position that the instance is expected to be at and the claim of its
/// owner, so that several engines can share one store. A store may commit writes of several instances together; each
/// call returns when its write is durable.
public protocol JournalStore: JournalReader {
    /// Takes the right to write, away from whoever had it before. SQLite's claim is the lock on the file.
    func claim() async throws(JournalError) -> JournalClaim

    /// Appends entries to an instance and changes the derived tables accordingly.
    ///
    /// - Throws: ``JournalError`` with code `conflict`, `keyTaken` or `claimLost` when this write cannot be; other writes are not touched by it.
    func commit(_ write: JournalWrite) async throws(JournalError)

    /// Stores a definition unless the newest revision has the same text and service types, and returns its revision.
    func store(_ definition: StoredDefinition, claim: JournalClaim) async throws(JournalError) -> Int

    /// Releases everything, after all pending writes are durable.
    func close() async
}

/// The right to write, with a token that grows with each claim.
public struct JournalClaim: Hashable, Sendable {
    /// The fencing token.
    public let token: Int64

    /// Creates a claim.
    public init(token: Int64) { self.token = token }
}

/// New entries of one instance.
public struct JournalWrite: Sendable {
    /// The instance.
    public let instance: InstanceID
    /// The position of its last entry; 0 when it must not exist.
    public let expected: Int64
    /// The right to write.
    public let claim: JournalClaim
    /// The entries, at positions from `expected + 1`.
    public let entries: [SealedEntry]

    /// Creates a write and seals its entries, so that the thread that commits has less to do.
    public init(instance: InstanceID, expected: Int64, claim: JournalClaim, entries: [JournalEntry]) {
        self.instance = instance
        self.expected = expected
        self.claim = claim
        self.entries = entries.map(SealedEntry.init)
    }
}

/// Which instances to list. A condition that is nil or empty does not restrict.
public struct InstanceQuery: Sendable, Hashable {
    /// The workflow.
    public var workflow: String?
    /// An active leaf, by path or by its last name.
    public var state: String?
    /// The status.
    public var statuses: Set<InstanceStatus> = []
    /// The business key.
    public var key: String?
    /// The beginning of the id.
    public var idPrefix: String?
    /// An instance that began later than those wanted: the last one of the page before. None match when it is unknown.
    public var before: InstanceID?

    /// Creates a query that matches all.
    public init() {}
}

/// A place in the order in which entries were appended; 0 is before the first.
public struct JournalPlace: Hashable, Comparable, Sendable {
    /// The number of the entry.
    public let number: Int64

    /// Creates a place.
    public init(_ number: Int64) { self.number = number }

    /// Before the first entry.
    public static let start = JournalPlace(0)

    /// Orders by number.
    public static func < (left: Self, right: Self) -> Bool { left.number < right.number }
}

/// Something that will have to happen at a time.
public struct DueItem: Hashable, Sendable {
    /// The kinds.
    public enum What: Hashable, Sendable {
        /// A timer fires.
        case timer(TimerID)
        /// The next attempt at an effect starts.
        case attempt(EffectID)
    }

    /// When.
    public var due: Timestamp
    /// The instance.
    public var instance: InstanceID
    /// What.
    public var what: What

    /// Creates an item.
    public init(due: Timestamp, instance: InstanceID, what: What) {
        self.due = due
        self.instance = instance
        self.what = what
    }
}

/// Figures about a store.
public struct JournalStatistics: Hashable, Sendable {
    /// Instances by status.
    public var instances: [InstanceStatus: Int]
    /// The number of entries.
    public var entries: Int64
    /// Bytes of the main file.
    public var fileBytes: Int64
    /// Bytes of the write-ahead log.
    public var logBytes: Int64

    /// Creates figures.
    public init(instances: [InstanceStatus: Int], entries: Int64, fileBytes: Int64, logBytes: Int64) {
        self.instances = instances
        self.entries = entries
        self.fileBytes = fileBytes
        self.logBytes = logBytes
    }
}
