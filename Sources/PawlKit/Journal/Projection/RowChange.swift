/// One change of one row in the derived tables of an entry's instance.
package enum RowChange: Hashable, Sendable {
    /// The instance begins.
    case insertInstance(InstanceRow)
    /// The instance moves on.
    case updateInstance(InstanceUpdate)
    /// An effect is scheduled.
    case insertEffect(EffectRow)
    /// An effect moves on; nothing happens when it is gone.
    case updateEffect(EffectID, EffectUpdate)
    /// An effect has its last word.
    case removeEffect(EffectID)
    /// A timer is set.
    case insertTimer(TimerRow)
    /// A timer fired or was switched off.
    case removeTimer(TimerID)
    /// An event waits; it takes the place of what has the same arrival.
    case putInQueue(QueueRow)
    /// A deferred event waits its turn again.
    case readmit(arrival: Int64)
    /// An event left the queue.
    case removeFromQueue(arrival: Int64)
    /// The instance ended: all its effects, timers and queued events go.
    case removeAllThatIsPending
    /// A sender's dedupe key leads to the entry's position, and no longer to an earlier one.
    case recordDedupe(key: String)
}

/// What changes in an instance's row. The first three always do; nil leaves the rest as it was.
package struct InstanceUpdate: Hashable, Sendable {
    /// The position of its last entry.
    package var position: Int64
    /// The time of its last entry.
    package var updated: Timestamp
    /// The active leaves.
    package var states: [String]
    /// The data of all active states.
    package var data: RawJSON?
    /// What history states remember.
    package var history: RawJSON?
    /// Where it stands in its life.
    package var status: InstanceStatus?
    /// A number given to a queued event; the row keeps the highest.
    package var arrival: Int64?
    /// The output.
    package var output: RawJSON?
    /// Why it is blocked, or that it no longer is.
    package var incident: IncidentChange?

    /// What becomes of the incident.
    package enum IncidentChange: Hashable, Sendable {
        /// It is blocked for this.
        case set(Incident)
        /// Nothing blocks it any more.
        case clear
    }
}

/// What changes in an effect's row.
package enum EffectUpdate: Hashable, Sendable {
    /// An attempt runs.
    case running(attempt: Int, deadline: Timestamp?, interruptions: Int)
    /// The next attempt is due.
    case waiting(attempt: Int, due: Timestamp?, interruptions: Int)
    /// It gave up, and the instance is blocked for it.
    case failed
    /// Its answer waits in the queue.
    case answered

    /// Changes a row.
    package func apply(to row: inout EffectRow) {
        switch self {
        case .running(let attempt, let deadline, let interruptions):
            (row.phase, row.attempt, row.due, row.deadline, row.interruptions) = (.running, attempt, nil, deadline, interruptions)
        case .waiting(let attempt, let due, let interruptions):
            (row.phase, row.attempt, row.due, row.deadline, row.interruptions) = (.waiting, attempt, due, nil, interruptions)
        case .failed: (row.phase, row.due, row.deadline) = (.failed, nil, nil)
        case .answered: (row.phase, row.due, row.deadline) = (.answered, nil, nil)
        }
    }
}

extension InstanceUpdate {
    /// Changes a row.
    package func apply(to row: inout InstanceRow) {
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
