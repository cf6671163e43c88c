import PawlKit

/// The derived rows of one instance, in memory.
struct InstanceTables {
    private(set) var instance: InstanceRow
    private(set) var effects: [EffectID: EffectRow] = [:]
    private(set) var timers: [TimerID: TimerRow] = [:]
    private(set) var queue: [Int64: QueueRow] = [:]
    private(set) var dedupe: [ByteString: Int64] = [:]

    /// Begins with the changes of a first entry; nil when they do not insert an instance.
    init?(first changes: [RowChange]) throws(JournalError) {
        guard case .insertInstance(let row)? = changes.first else { return nil }
        instance = row
        try apply(changes.dropFirst())
    }

    /// What a reader gets.
    var stored: StoredInstance {
        StoredInstance(
            instance: instance, effects: effects.values.sorted { precedes($0.id, $1.id) }, timers: timers.values.sorted(by: precedes),
            queue: queue.values.sorted { $0.arrival < $1.arrival })
    }

    /// Applies the changes of one entry.
    mutating func apply(_ changes: some Sequence<RowChange>) throws(JournalError) {
        for change in changes { try apply(change) }
    }

    private mutating func apply(_ change: RowChange) throws(JournalError) {
        switch change {
        case .insertInstance: throw JournalFacts.secondStart(instance.id)
        case .updateInstance(let update): update.apply(to: &instance)
        case .insertEffect(let row):
            guard effects.updateValue(row, forKey: row.id) == nil else { throw JournalFacts.scheduledTwice("\(row.id)", instance.id) }
        case .updateEffect(let id, let update):
            if var row = effects[id] {
                update.apply(to: &row)
                effects[id] = row
            }
        case .removeEffect(let id): effects[id] = nil
        case .insertTimer(let row):
            guard timers.updateValue(row, forKey: row.id) == nil else { throw JournalFacts.scheduledTwice("\(row.id)", instance.id) }
        case .removeTimer(let id): timers[id] = nil
        case .putInQueue(let row): queue[row.arrival] = row
        case .readmit(let arrival): queue[arrival]?.isDeferred = false
        case .removeFromQueue(let arrival): queue[arrival] = nil
        case .removeAllThatIsPending:
            effects = [:]
            timers = [:]
            queue = [:]
        case .recordDedupe(let key): dedupe[ByteString(key)] = instance.position
        }
    }
}

extension InstanceUpdate {
    /// Changes a row.
    func apply(to row: inout InstanceRow) {
        row.position = position
        row.updated = updated
        row.states = states
        if let data { row.data = data }
        if let history { row.history = history }
        if let status { row.status = status }
        if let arrival { row.arrival = max(row.arrival, arrival) }
        if let output { row.output = output }
        switch incident {
        case .set(let incident)?: row.incident = incident
        case .clear?: row.incident = nil
        case nil: break
        }
    }
}
