import PawlKit
import PawlMachine

/// How an entry can be decided again.
enum ReplayStimulus {
    /// The step decides this again.
    case step(Stimulus)
    /// Its stimulus is not kept whole, such as a payload that was not admitted; but all that it says is known, and is this.
    case note(EntryBody)
    /// The engine never writes such an entry here: the field that cannot be, and why.
    case impossible(field: String, String)

    /// Finds out how an entry of an instance in this state is decided again.
    init(_ entry: JournalEntry, state: InstanceState, machine: Machine) {
        let body = entry.body
        switch entry.kind {
        case .event, .ignored, .unhandled, .deferred, .incident, .answered, .queued, .retry:
            self = Self.waits(body, state) ? .step(.next) : Self.occurrence(entry, machine)
        case .rejected:
            self = Self.waits(body, state) ? .step(.next) : Self.rejection(entry, state, machine)
        case .stale:
            if body.arrival != nil {
                self = .step(.next)
            } else if case .effect(let id, let attempt) = body.cause, let answer = body.answer {
                self = .step(Self.answer(answer, of: id, attempt, result: .any, element: .any))
            } else {
                self = .impossible(field: "cause", "a stale answer comes from an attempt")
            }
        case .attempt:
            if let effect = body.effect {
                self = .step(effect.interruptions > 0 ? .interrupted(effect.id) : .attempt(effect.id))
            } else {
                self = .impossible(field: "effect", "an attempt is one at some effect")
            }
        case .deadLetter:
            guard case .outside = body.cause, state.status.isEnded else {
                self = .impossible(field: "kind", "only an instance that has ended has dead letters, from outside")
                return
            }
            if entry.event == nil {
                self = .impossible(field: "event", "an event from outside has a name")
            } else {
                var kept = Self.kept(body)
                kept.rejection = nil
                self = .note(kept)
            }
        case .retried: self = Self.person(.retry, entry)
        case .skipped: self = Self.person(.skip, entry)
        case .paused: self = Self.person(.pause, entry)
        case .resumed: self = Self.person(.resume, entry)
        case .cancelled: self = Self.person(.cancel, entry)
        case .started: self = .impossible(field: "kind", "an instance begins once")
        case .compensated, .forked, .migrated, .childStarted, .childEnded:
            self = .impossible(field: "kind", "this release writes no such entry")
        }
    }

    /// Whether the entry is about an event that waits in the queue.
    private static func waits(_ body: EntryBody, _ state: InstanceState) -> Bool {
        guard let arrival = body.arrival else { return false }
        return state.stored.queue.contains { $0.arrival == arrival }
    }

    private static func occurrence(_ entry: JournalEntry, _ machine: Machine) -> ReplayStimulus {
        let body = entry.body
        switch body.cause {
        case .outside(let who):
            guard let name = entry.event else { return .impossible(field: "event", "an event from outside has a name") }
            // An event that may only be raised inside got here by force.
            let isForced = machine.event(named: name).map { machine.events[$0].origin != .external } ?? false
            return .step(
                .send(
                    SentEvent(
                        name: name, payload: body.payload?.bytes ?? Array("{}".utf8), who: who, dedupe: body.dedupe, isForced: isForced,
                        isRecorded: true)))
        case .effect(let id, let attempt):
            guard let index = machine.feedback(named: id.feedback) else {
                return .impossible(field: "cause", "\(machine.workflow) has no feedback '\(id.feedback)'")
            }
            guard let answer = body.answer else { return .impossible(field: "answer", "an effect has an answer") }
            // A service cannot say `interrupted`; only recovery does.
            if case .failure(EngineErrorCode.interrupted.rawValue, _) = answer { return .step(.interrupted(id)) }
            let feedback = machine.feedbacks[index]
            return .step(
                self.answer(answer, of: id, attempt, result: .record(feedback.outputType), element: .record(feedback.elementType)))
        case .timer(let id): return .step(.fire(id))
        // What was raised and deferred has an arrival, and is processed from the queue.
        case .raised, .engine: return .impossible(field: "cause", "nothing of this kind begins with the engine")
        }
    }

    private static func answer(
        _ answer: EffectAnswer, of id: EffectID, _ attempt: Int, result: ValueType, element: ValueType
    ) -> Stimulus {
        switch answer {
        case .failure(let code, let message): .answer(id, attempt: attempt, .failure(ServiceFailure(code, message)))
        case .result(let json): .answer(id, attempt: attempt, .result(value(json, type: result)))
        case .element(let json): .element(id, attempt: attempt, value(json, type: element))
        }
    }

    private static func value(_ json: RawJSON, type: ValueType) -> Value {
        (try? JSONCodec.decode(json.bytes, as: type)) ?? .null
    }

    private static func person(_ action: PersonAction, _ entry: JournalEntry) -> ReplayStimulus {
        guard case .outside(let who) = entry.body.cause else { return .impossible(field: "cause", "only a person does this") }
        return .step(.person(action, who: who))
    }

    // MARK: What was not admitted

    /// All that an entry about an event that was not admitted may say.
    private static func kept(_ body: EntryBody) -> EntryBody {
        var kept = EntryBody(cause: body.cause)
        kept.dedupe = body.dedupe
        kept.payload = body.payload
        kept.rejection = body.rejection
        return kept
    }

    private static func rejection(_ entry: JournalEntry, _ state: InstanceState, _ machine: Machine) -> ReplayStimulus {
        let body = entry.body
        guard case .outside = body.cause, let name = entry.event else {
            return .impossible(field: "cause", "only an event from outside is rejected")
        }
        guard let kind = body.rejection.flatMap(Rejection.Kind.init(rawValue:)) else {
            return .impossible(field: "rejection", "this release has no such reason")
        }
        if state.status.isEnded { return .impossible(field: "kind", "an instance that has ended has dead letters") }
        let origin = machine.event(named: name).map { machine.events[$0].origin }
        let isFull = state.stored.queue.count >= machine.limits.queue
        let isPossible =
            switch kind {
            case .unknownEvent: origin == nil || origin == .engine
            case .internalEvent: origin == .internal
            case .payload, .tooLarge: origin == .external || origin == .internal
            case .busy, .unhandled: true
            }
        guard isPossible else { return .impossible(field: "rejection", "'\(name)' is not rejected for this by \(machine.workflow)") }
        // Only the step knows that nothing handles an event, or that no more can be deferred.
        let isOfStep = kind == .unhandled || (kind == .busy && !isFull)
        return isOfStep ? occurrence(entry, machine) : .note(kept(body))
    }
}
