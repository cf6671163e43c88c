import PawlExpression
import PawlKit

extension InstanceStepper {
    /// How many times in a row a crash may cut an effect off before it fails with `interrupted`.
    package static let interruptionLimit = 5

    /// An attempt at an effect ended.
    func answer(
        _ id: EffectID, attempt: Int, _ outcome: EffectOutcome, _ state: inout InstanceState, _ surroundings: Surroundings
    ) -> Advance {
        guard let (effect, feedback) = running(id, attempt: attempt, state) else {
            switch outcome {
            case .failure(let failure):
                return stale(id, attempt: attempt, .failure(code: failure.code, message: failure.message), &state, surroundings)
            case .result(let value): return stale(id, attempt: attempt, Self.untyped(value).map { .result($0) }, &state, surroundings)
            }
        }
        let answer = checked(outcome, feedback)
        if case .failure(let code, _) = answer, canRetry(code, effect, feedback) {
            var body = EntryBody(cause: .effect(id, attempt: attempt))
            body.answer = answer
            body.effect = EffectChange(
                id: id, attempt: attempt, due: surroundings.now.advanced(by: delay(before: attempt + 1, id, feedback.retry, state.id)))
            return note(.retry, event: nil, body, reply: .handled(to: state.stored.instance.states), &state, surroundings)
        }
        return finish(effect, answer, &state, surroundings)
    }

    /// The final answer of an effect: processed, or queued if it has to wait.
    private func finish(
        _ effect: EffectRow, _ answer: EffectAnswer, _ state: inout InstanceState, _ surroundings: Surroundings
    ) -> Advance {
        var body = EntryBody(cause: .effect(effect.id, attempt: effect.attempt))
        body.answer = answer
        if mustQueue(state) {
            let arrival = state.stored.instance.arrival + 1
            body.arrival = arrival
            return note(.queued, event: nil, body, reply: .queued(arrival: arrival), &state, surroundings)
        }
        return conclude(effect, answer, body, &state, surroundings)
    }

    /// An attempt gave an element, and goes on.
    func element(
        _ id: EffectID, attempt: Int, _ value: Value, _ state: inout InstanceState, _ surroundings: Surroundings
    ) -> Advance {
        guard let (effect, feedback) = running(id, attempt: attempt, state) else {
            return stale(id, attempt: attempt, Self.untyped(value).map { .element($0) }, &state, surroundings)
        }
        var body = EntryBody(cause: .effect(id, attempt: attempt))
        let answer: EffectAnswer
        do {
            answer = .element(try encoded(value, feedback.elementType))
            body.answer = answer
        } catch {
            return finish(effect, invalid("an element of \(feedback.service): \(Self.problem(error))"), &state, surroundings)
        }
        guard mustQueue(state) else { return conclude(effect, answer, body, &state, surroundings) }
        guard state.stored.queue.count < machine.limits.queue else {
            return Advance(reply: .rejected(Rejection(.busy, "\(machine.limits.queue) events wait already; try again later")))
        }
        return queue(Occurrence(event: StepEvent(.start), name: nil, body: body), &state, surroundings)
    }

    /// Maps an answer or an element to the event it raises, and processes that.
    func conclude(
        _ effect: EffectRow, _ answer: EffectAnswer, _ given: EntryBody, _ state: inout InstanceState, _ surroundings: Surroundings
    ) -> Advance {
        guard let index = machine.feedback(named: effect.id.feedback) else {
            return note(.stale, event: nil, given, reply: .stale, &state, surroundings)
        }
        let feedback = machine.feedbacks[index]
        var occurrence = Occurrence(event: StepEvent(.start), name: nil, body: given, effect: answer.isFinal ? effect.id : nil)
        do throws(StepFailure) {
            stepper.look(at: state.machine, in: context(state, surroundings), for: .outcome)
            guard let event = try self.event(of: effect, answer, feedback) else {
                var body = given
                // With an element the effect goes on.
                if answer.isFinal { body.effect = EffectChange(id: effect.id, attempt: effect.attempt) }
                return note(.answered, event: nil, body, reply: .handled(to: state.stored.instance.states), &state, surroundings)
            }
            occurrence.event = event
            if case .event(let number) = event.trigger { occurrence.name = machine.events[number].name }
            if let payload = try encoded(event.payload, feedback.name) {
                // The payload of `done` is the result itself; it is not written twice.
                if case .result(payload) = answer {} else { occurrence.body.payload = payload }
            }
        } catch {
            return block(error, occurrence, &state, surroundings)
        }
        return process(occurrence, &state, surroundings)
    }

    /// The event that an answer or an element raises; nil for none.
    private func event(of effect: EffectRow, _ answer: EffectAnswer, _ feedback: FeedbackRule) throws(StepFailure) -> StepEvent? {
        let frame = stepper.frame
        var standard = StepEvent(.event(Event.done), addressee: feedback.state)
        let outcome: FeedbackRule.Outcome
        switch answer {
        case .result(let json):
            let result = try decode(json, feedback.outputType, place: feedback.name)
            standard.payload = result
            outcome = feedback.success
            frame[VariableSlot.result] = .record(result)
        case .element(let json):
            outcome = .events(feedback.next)
            frame[VariableSlot.result] = .record(try decode(json, feedback.elementType, place: feedback.name))
        case .failure(let code, let message):
            let attempts = Int64(effect.attempt)
            standard = StepEvent(
                .event(Event.failed),
                payload: Record(
                    type: Event.failedPayload,
                    fields: [
                        .string(machine.states[feedback.state].path), .string(feedback.service), .string(code), .string(message),
                        .int(attempts),
                    ]))
            outcome = feedback.failure
            frame[VariableSlot.error] = .record(
                Record(type: VariableSlot.errorType, fields: [.string(code), .string(message), .int(attempts)]))
        }
        switch outcome {
        case .ignore: return nil
        case .standard: return standard
        case .events(let rules):
            if let state = effect.state {
                frame[VariableSlot.state] = .record(
                    try decode(state, machine.states[feedback.state].visible.type, place: feedback.name))
            }
            for rule in rules {
                if let when = rule.when, try !stepper.holds(when, place: feedback.name) { continue }
                return StepEvent(
                    .event(rule.event),
                    payload: try stepper.record(rule.payload, type: machine.events[rule.event].payload, place: feedback.name))
            }
            return nil
        }
    }

    private func decode(_ json: RawJSON, _ type: RecordType, place: String) throws(StepFailure) -> Record {
        do { return try machine.decodeRecord(json, type, what: place) } catch { throw StepFailure(.type, error.message, place: place) }
    }

    /// The outcome as the journal keeps it: a result that does not fit its type is a failure.
    private func checked(_ outcome: EffectOutcome, _ feedback: FeedbackRule) -> EffectAnswer {
        switch outcome {
        case .failure(let failure): return .failure(code: failure.code, message: failure.message)
        case .result(let value):
            do {
                return .result(try encoded(value, feedback.outputType))
            } catch {
                return invalid("\(feedback.service): \(Self.problem(error))")
            }
        }
    }

    private func encoded(_ value: Value, _ type: RecordType) throws -> RawJSON {
        RawJSON(try JSONCodec.encode(try ValueType.record(type).convert(value), as: .record(type)))
    }

    private func invalid(_ message: String) -> EffectAnswer { .failure(code: EngineErrorCode.invalidOutput.rawValue, message: message) }

    private static func problem(_ error: any Error) -> String { (error as? TypeMismatch)?.message ?? "\(error)" }

    private func canRetry(_ code: String, _ effect: EffectRow, _ feedback: FeedbackRule) -> Bool {
        guard code != EngineErrorCode.invalidOutput.rawValue, effect.attempt < feedback.retry.attempts else { return false }
        if let only = feedback.retry.only, !only.contains(code) { return false }
        return !feedback.retry.unless.contains(code)
    }

    /// The wait before an attempt: exponential, capped, then moved by up to `jitter` either way.
    ///
    /// The chance comes from the identity and the attempt, so that a replay computes the same.
    private func delay(before attempt: Int, _ id: EffectID, _ rule: RetryRule, _ instance: InstanceID) -> TimeAmount {
        var delay = Double(rule.delay.nanoseconds)
        for _ in 2..<max(2, attempt) { delay = min(delay * rule.factor, Double(rule.maximumDelay.nanoseconds)) }
        delay = min(delay, Double(rule.maximumDelay.nanoseconds))
        let chance = XXH64.hash(Array("\(id.idempotencyKey(in: instance))#\(attempt)".utf8)) >> 11
        let unit = Double(chance) / Double(1 << 53)
        delay *= 1 + rule.jitter * (2 * unit - 1)
        return TimeAmount(nanoseconds: Int64(max(0, min(delay, 9e18))))
    }

    /// The effect whose attempt runs, with its feedback; nil when whatever it brings is stale.
    private func running(_ id: EffectID, attempt: Int, _ state: InstanceState) -> (EffectRow, FeedbackRule)? {
        guard let effect = state.effect(id), effect.phase == .running, effect.attempt == attempt, !state.status.isEnded,
            let index = machine.feedback(named: id.feedback)
        else { return nil }
        return (effect, machine.feedbacks[index])
    }

    private func stale(
        _ id: EffectID, attempt: Int, _ answer: EffectAnswer?, _ state: inout InstanceState, _ surroundings: Surroundings
    ) -> Advance {
        var body = EntryBody(cause: .effect(id, attempt: attempt))
        body.answer = answer
        body.effect = EffectChange(id: id, attempt: attempt)
        return note(.stale, event: nil, body, reply: .stale, &state, surroundings)
    }

    /// What came too late, as it came; nil when JSON cannot say it.
    private static func untyped(_ value: Value) -> RawJSON? { (try? JSONCodec.encode(value, as: .any)).map { RawJSON($0) } }

    /// The wait before the next attempt is over.
    func startAttempt(_ id: EffectID, _ state: inout InstanceState, _ surroundings: Surroundings) -> Advance {
        guard let effect = state.effect(id), effect.phase == .waiting else { return Advance(reply: .stale) }
        return attempt(
            effect, number: effect.attempt + 1, interruptions: 0, cause: .effect(id, attempt: effect.attempt), &state, surroundings)
    }

    /// The process ended while an attempt ran.
    func interrupted(_ id: EffectID, _ state: inout InstanceState, _ surroundings: Surroundings) -> Advance {
        guard let effect = state.effect(id), effect.phase == .running, let index = machine.feedback(named: id.feedback) else {
            return Advance(reply: .stale)
        }
        let isOnce = machine.feedbacks[index].delivery == .atMostOnce
        guard !isOnce, effect.interruptions < Self.interruptionLimit else {
            let message =
                isOnce
                ? "the engine stopped while the attempt ran, and it may not run twice"
                : "the engine stopped \(Self.interruptionLimit + 1) times in a row while this ran"
            return finish(effect, .failure(code: EngineErrorCode.interrupted.rawValue, message: message), &state, surroundings)
        }
        return attempt(effect, number: effect.attempt, interruptions: effect.interruptions + 1, cause: .engine, &state, surroundings)
    }

    func attempt(
        _ effect: EffectRow, number: Int, interruptions: Int, cause: EntryCause, _ state: inout InstanceState, _ surroundings: Surroundings
    ) -> Advance {
        var body = EntryBody(cause: cause)
        let timeout = machine.feedback(named: effect.id.feedback).flatMap { machine.feedbacks[$0].timeout }
        body.effect = EffectChange(
            id: effect.id, attempt: number, deadline: timeout.map { surroundings.now.advanced(by: $0) }, interruptions: interruptions)
        return note(
            .attempt, event: nil, body, reply: .handled(to: state.stored.instance.states), launches: [effect.id], &state, surroundings)
    }
}
