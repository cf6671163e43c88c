extension StoredInstance {
    /// Takes in the next entry of the instance: the same projection that stores write to their tables.
    package mutating func apply(_ entry: JournalEntry) {
        for change in project(entry) { apply(change) }
    }

    private mutating func apply(_ change: RowChange) {
        switch change {
        case .insertInstance(let row): instance = row
        case .updateInstance(let update): update.apply(to: &instance)
        case .insertEffect(let row):
            let place = effects.firstIndex { precedes(row.id, $0.id) } ?? effects.count
            effects.insert(row, at: place)
        case .updateEffect(let id, let update):
            if let place = effects.firstIndex(where: { $0.id == id }) { update.apply(to: &effects[place]) }
        case .removeEffect(let id): effects.removeAll { $0.id == id }
        case .insertTimer(let row):
            let place = timers.firstIndex { precedes(row, $0) } ?? timers.count
            timers.insert(row, at: place)
        case .removeTimer(let id): timers.removeAll { $0.id == id }
        case .putInQueue(let row):
            queue.removeAll { $0.arrival == row.arrival }
            let place = queue.firstIndex { $0.arrival > row.arrival } ?? queue.count
            queue.insert(row, at: place)
        case .readmit(let arrival):
            if let place = queue.firstIndex(where: { $0.arrival == arrival }) { queue[place].isDeferred = false }
        case .removeFromQueue(let arrival): queue.removeAll { $0.arrival == arrival }
        case .removeAllThatIsPending:
            effects = []
            timers = []
            queue = []
        case .recordDedupe: break
        }
    }
}
