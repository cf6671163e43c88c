import PawlKit
import PawlMachine

/// The stimulus that an entry records, so that the step can be taken again.
enum ReplayStimulus {
    /// The stimulus; nil for an entry whose stimulus is not kept whole, such as a rejected payload.
    static func of(_ entry: JournalEntry, state: InstanceState, machine: Machine) -> Stimulus? {
        let body = entry.body
        switch entry.kind {
        case .event, .ignored, .unhandled, .deferred, .incident, .answered, .queued:
            if let arrival = body.arrival, state.stored.queue.contains(where: { $0.arrival == arrival }) { return .next }
            return occurrence(entry, machine)
        case .rejected where body.rejection == Rejection.Kind.unhandled.rawValue:
            return occurrence(entry, machine)
        case .retry:
            return occurrence(entry, machine)
        case .attempt:
            guard let effect = body.effect else { return nil }
            return effect.interruptions > 0 ? .interrupted(effect.id) : .attempt(effect.id)
        case .stale:
            guard body.arrival == nil else { return .next }
            guard case .effect(let id, let attempt) = body.cause, let answer = body.answer else { return nil }
            if case .element(let json) = answer { return .element(id, attempt: attempt, value(json, type: .any)) }
            return .answer(id, attempt: attempt, outcome(answer, type: .any))
        case .retried: return person(.retry, entry)
        case .skipped: return person(.skip, entry)
        case .paused: return person(.pause, entry)
        case .resumed: return person(.resume, entry)
        case .cancelled: return person(.cancel, entry)
        case .started, .rejected, .deadLetter, .compensated, .forked, .migrated, .childStarted, .childEnded: return nil
        }
    }

    private static func occurrence(_ entry: JournalEntry, _ machine: Machine) -> Stimulus? {
        let body = entry.body
        switch body.cause {
        case .outside(let who):
            guard let name = entry.event else { return nil }
            // An event that may only be raised inside got here by force.
            let isForced = machine.event(named: name).map { machine.events[$0].origin != .external } ?? false
            return .send(
                SentEvent(name: name, payload: body.payload?.bytes ?? Array("{}".utf8), who: who, dedupe: body.dedupe, isForced: isForced))
        case .effect(let id, let attempt):
            guard let answer = body.answer, let index = machine.feedback(named: id.feedback) else { return nil }
            // A service cannot say `interrupted`; only recovery does.
            if case .failure(EngineErrorCode.interrupted.rawValue, _) = answer { return .interrupted(id) }
            if case .element(let json) = answer {
                return .element(id, attempt: attempt, value(json, type: .record(machine.feedbacks[index].elementType)))
            }
            return .answer(id, attempt: attempt, outcome(answer, type: .record(machine.feedbacks[index].outputType)))
        case .timer(let id): return .fire(id)
        // What was raised and deferred has an arrival, and is processed from the queue.
        case .raised, .engine: return nil
        }
    }

    private static func outcome(_ answer: EffectAnswer, type: ValueType) -> EffectOutcome {
        switch answer {
        case .failure(let code, let message): .failure(ServiceFailure(code, message))
        case .result(let json), .element(let json): .result(value(json, type: type))
        }
    }

    private static func value(_ json: RawJSON, type: ValueType) -> Value {
        (try? JSONCodec.decode(json.bytes, as: type)) ?? .null
    }

    private static func person(_ action: PersonAction, _ entry: JournalEntry) -> Stimulus? {
        guard case .outside(let who) = entry.body.cause else { return nil }
        return .person(action, who: who)
    }
}
