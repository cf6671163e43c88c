/// The changes that an entry makes to the derived tables, in order.
///
/// The one place that says what an entry means for instances, effects, timers, queue and dedupe keys. Every store applies it as
/// entries are written, a rebuild applies it to all entries again, and the check compares the two. It looks at nothing but the entry.
package func project(_ entry: JournalEntry) -> [RowChange] {
    var changes: [RowChange] = []
    changes.reserveCapacity(4)
    changes.append(instanceChange(entry))
    appendRemovals(entry, to: &changes)
    appendQueueing(entry, to: &changes)
    for event in entry.body.deferred {
        changes.append(
            .putInQueue(
                QueueRow(
                    arrival: event.arrival, event: event.event, payload: event.payload, cause: .raised(at: entry.position), answer: nil,
                    isDeferred: true)))
    }
    for arrival in entry.body.readmitted { changes.append(.readmit(arrival: arrival)) }
    if entry.body.end != nil {
        changes.append(.removeAllThatIsPending)
    } else {
        for effect in entry.body.effects { changes.append(.insertEffect(EffectRow(scheduled: effect))) }
        for effect in entry.body.begun {
            changes.append(
                .updateEffect(
                    effect.id,
                    .running(attempt: effect.attempt, deadline: effect.deadline?.asStored, interruptions: effect.interruptions)))
        }
        for timer in entry.body.timers {
            changes.append(
                .insertTimer(TimerRow(id: timer.id, due: timer.due.asStored, event: timer.event, payload: timer.payload)))
        }
        appendEffectProgress(entry, to: &changes)
    }
    if let key = entry.body.dedupe, entry.kind.answersSender { changes.append(.recordDedupe(key: key)) }
    return changes
}

/// The row of the instance: new in `started`, moved on in every other entry.
private func instanceChange(_ entry: JournalEntry) -> RowChange {
    let body = entry.body
    // A `forked` entry will insert a row as `started` does, from the complete state that it carries.
    if entry.kind == .started {
        return .insertInstance(
            InstanceRow(
                id: entry.instance, workflow: entry.workflow, revision: entry.revision, key: body.key,
                status: body.end?.status ?? .active, position: entry.position, arrival: body.deferred.last?.arrival ?? 0, states: entry.to,
                data: body.data ?? RawJSON("{}"), history: body.history, input: body.input ?? RawJSON("null"), output: body.end?.output,
                incident: nil, created: entry.time.asStored, updated: entry.time.asStored))
    }
    var update = InstanceUpdate(position: entry.position, updated: entry.time.asStored, states: entry.to)
    update.data = body.data
    update.history = body.history
    update.arrival = body.deferred.last?.arrival
    switch entry.kind {
    case .incident:
        update.status = .blocked
        update.incident = body.incident.map { .set($0) }
        update.arrival = body.arrival
    case .queued, .deferred:
        update.arrival = body.arrival
    case .retried, .skipped:
        update.status = .active
        update.incident = .clear
    case .paused: update.status = .paused
    case .resumed: update.status = .active
    // `migrated` will set the revision; `compensated` the status; both from fields that come with them.
    case .started, .event, .answered, .retry, .attempt, .stale, .rejected, .ignored, .unhandled, .deadLetter, .cancelled,
        .compensated, .forked, .migrated, .childStarted, .childEnded:
        break
    }
    if let end = body.end {
        update.status = end.status
        update.output = end.output
        update.incident = .clear
    }
    return .updateInstance(update)
}

/// What the entry takes away: the event's place in the queue, its effect or timer, and what the step cancelled.
private func appendRemovals(_ entry: JournalEntry, to changes: inout [RowChange]) {
    let body = entry.body
    switch entry.kind {
    case .event, .ignored, .unhandled:
        if let arrival = body.arrival { changes.append(.removeFromQueue(arrival: arrival)) }
        switch body.cause {
        // With an element the effect goes on.
        case .effect(let id, _): if body.answer?.isFinal != false { changes.append(.removeEffect(id)) }
        case .timer(let id): changes.append(.removeTimer(id))
        case .outside, .raised, .engine: break
        }
    case .answered, .skipped, .retried:
        if let arrival = body.arrival { changes.append(.removeFromQueue(arrival: arrival)) }
        if entry.kind != .retried, let effect = body.effect { changes.append(.removeEffect(effect.id)) }
    case .stale, .rejected, .deadLetter, .retry:
        // An answer may have waited its turn and found its effect cancelled, or failed in a way that is tried again.
        if let arrival = body.arrival { changes.append(.removeFromQueue(arrival: arrival)) }
    case .started, .attempt, .queued, .deferred, .incident, .paused, .resumed, .cancelled, .compensated, .forked, .migrated,
        .childStarted, .childEnded:
        break
    }
    for id in body.cancelledEffects { changes.append(.removeEffect(id)) }
    for id in body.cancelledTimers { changes.append(.removeTimer(id)) }
}

/// The event's place in the queue, when it has to wait. A timer that waits has fired; an effect that waits has its answer.
private func appendQueueing(_ entry: JournalEntry, to changes: inout [RowChange]) {
    guard [.queued, .deferred, .incident].contains(entry.kind) else { return }
    let body = entry.body
    if let effect = body.incident?.effect {
        // It gave up: it is kept as failed for a person to decide, and its answer waits no longer.
        if let arrival = body.arrival { changes.append(.removeFromQueue(arrival: arrival)) }
        changes.append(.updateEffect(effect, .failed))
        return
    }
    guard let arrival = body.arrival else { return }
    changes.append(
        .putInQueue(
            QueueRow(
                arrival: arrival, event: entry.event, payload: body.payload, cause: body.cause, answer: body.answer,
                isDeferred: entry.kind == .deferred)))
    switch body.cause {
    case .effect(let id, _): if body.answer?.isFinal != false { changes.append(.updateEffect(id, .answered)) }
    case .timer(let id): changes.append(.removeTimer(id))
    case .outside, .raised, .engine: break
    }
}

/// What becomes of the one effect that the entry is about.
private func appendEffectProgress(_ entry: JournalEntry, to changes: inout [RowChange]) {
    guard let effect = entry.body.effect else { return }
    switch entry.kind {
    case .retry:
        let update = EffectUpdate.waiting(
            attempt: effect.attempt, due: effect.due?.asStored, interruptions: effect.interruptions)
        changes.append(.updateEffect(effect.id, update))
    case .attempt, .retried:
        let update = EffectUpdate.running(
            attempt: effect.attempt, deadline: effect.deadline?.asStored, interruptions: effect.interruptions)
        changes.append(.updateEffect(effect.id, update))
    default: break
    }
}

extension EntryKind {
    /// Whether an entry of this kind tells the sender of an event what became of it.
    fileprivate var answersSender: Bool {
        switch self {
        case .event, .ignored, .unhandled, .queued, .deferred, .incident: true
        default: false
        }
    }
}

extension EffectRow {
    /// The row of an effect whose first attempt begins, now or when an earlier run is over.
    fileprivate init(scheduled effect: EffectSchedule) {
        self.init(
            id: effect.id, service: effect.service, input: effect.input, state: effect.state,
            phase: effect.isQueued ? .queued : .running, attempt: 1, due: nil, deadline: effect.deadline?.asStored, interruptions: 0)
    }
}

extension Timestamp {
    /// The moment as the columns of the derived tables hold it: within 64 bits of nanoseconds, years 1678 to 2262.
    fileprivate var asStored: Timestamp { Timestamp(nanosecondsSince1970: nanosecondsSince1970) }
}
