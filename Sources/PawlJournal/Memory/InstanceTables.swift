import PawlKit

/// The derived rows of one instance, in memory.
struct InstanceTables {
    /// What a reader gets.
    private(set) var stored: StoredInstance
    private(set) var dedupe: [ByteString: Int64] = [:]

    /// Begins with a first entry; nil when it does not insert an instance.
    init?(first entry: JournalEntry) throws(JournalError) {
        guard case .insertInstance(let row)? = project(entry).first else { return nil }
        stored = StoredInstance(instance: row)
        try take(entry)
    }

    var instance: InstanceRow { stored.instance }

    /// Takes in the next entry, unless it says what cannot be.
    mutating func apply(_ entry: JournalEntry) throws(JournalError) {
        if entry.kind == .started { throw JournalFacts.secondStart(instance.id) }
        try take(entry)
    }

    private mutating func take(_ entry: JournalEntry) throws(JournalError) {
        stored.apply(entry)
        for case .recordDedupe(let key) in project(entry) { dedupe[ByteString(key)] = entry.position }
        for effect in entry.body.effects where stored.effects.count(where: { $0.id == effect.id }) > 1 {
            throw JournalFacts.scheduledTwice("\(effect.id)", instance.id)
        }
        for timer in entry.body.timers where stored.timers.count(where: { $0.id == timer.id }) > 1 {
            throw JournalFacts.scheduledTwice("\(timer.id)", instance.id)
        }
    }
}
