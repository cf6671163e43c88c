import PawlKit

/// The derived rows of one instance, in memory.
struct InstanceTables {
    /// What a reader gets.
    private(set) var stored: StoredInstance
    private(set) var dedupe: [ByteString: Int64] = [:]

    /// Begins with a first entry; nil when it does not insert an instance.
    init?(first entry: JournalEntry) {
        guard case .insertInstance(let row)? = project(entry).first else { return nil }
        stored = StoredInstance(instance: row)
        take(entry)
    }

    var instance: InstanceRow { stored.instance }

    /// Takes in the next entry, unless it says what cannot be.
    mutating func apply(_ entry: JournalEntry) throws(JournalError) {
        if entry.kind == .started { throw JournalFacts.secondStart(instance.id) }
        for effect in entry.body.effects where stored.effects.contains(where: { $0.id == effect.id }) {
            throw JournalFacts.scheduledTwice("\(effect.id)", instance.id)
        }
        for timer in entry.body.timers where stored.timers.contains(where: { $0.id == timer.id }) {
            throw JournalFacts.scheduledTwice("\(timer.id)", instance.id)
        }
        take(entry)
    }

    private mutating func take(_ entry: JournalEntry) {
        stored.apply(entry)
        for case .recordDedupe(let key) in project(entry) { dedupe[ByteString(key)] = entry.position }
    }
}
