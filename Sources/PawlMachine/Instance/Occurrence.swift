import PawlKit

/// A stimulus on its way through the machine: what it is to the step, and what the journal says of it.
struct Occurrence {
    /// What it is to the step.
    var event: StepEvent
    /// The name of the event; nil for a timer.
    var name: String?
    /// What the entry says: cause, arrival, dedupe, payload, answer.
    var body: EntryBody
    /// The effect that it answers; nil for an element.
    var effect: EffectID?
}

extension InstanceStepper {
    /// Takes an occurrence to rest and records what happened.
    func process(_ occurrence: Occurrence, _ state: inout InstanceState, _ surroundings: Surroundings) -> Advance {
        do throws(StepFailure) {
            let result = try stepper.step(state.machine, occurrence.event, in: context(state, surroundings))
            let isFailure = occurrence.effect != nil && occurrence.event.trigger == .event(Event.failed)
            let advance: Advance
            switch result.outcome {
            case .taken:
                advance = try record(
                    result, .event, occurrence, state, surroundings)
            case .unhandled where isFailure:
                throw StepFailure(.unhandledFailure, gaveUp(occurrence, in: state), place: occurrence.effect?.feedback ?? "")
            case .unhandled(let reasons):
                advance = try unhandled(reasons, result, occurrence, state, surroundings)
            case .ignored:
                advance = try passed(.ignored, result, occurrence, reply: .ignored, state, surroundings)
            case .deferred:
                if let full = try refusal(ofDeferring: occurrence, state) {
                    advance = try passed(.rejected, result, full.0, reply: .rejected(full.1), state, surroundings)
                    break
                }
                advance = try passed(.deferred, result, occurrence, reply: .deferred, state, surroundings)
            }
            commit(advance, machine: result.state, to: &state)
            return advance
        } catch {
            return block(error, occurrence, &state, surroundings)
        }
    }

    /// Rolls the step back: the instance is blocked, and the event stays first in its queue.
    ///
    /// A feedback that gave up unheard does not queue: its effect is kept as failed, for a person to have it run again or skipped.
    func block(_ failure: StepFailure, _ occurrence: Occurrence, _ state: inout InstanceState, _ surroundings: Surroundings) -> Advance {
        var body = occurrence.body
        let gaveUp = failure.code == .unhandledFailure ? occurrence.effect : nil
        let incident = recording.incident(failure, effect: gaveUp)
        body.incident = incident
        // The step broke off, so that what it had read of the settings is not known: all of them are kept.
        if !machine.settings.fields.isEmpty { body.settings = (try? JSONCodec.encode(surroundings.settings)).map { RawJSON($0) } }
        if gaveUp == nil, body.arrival == nil { body.arrival = state.stored.instance.arrival + 1 }
        return note(.incident, event: occurrence.name, body, reply: .blocked(incident), &state, surroundings)
    }

    private func gaveUp(_ occurrence: Occurrence, in state: InstanceState) -> String {
        guard let id = occurrence.effect, let effect = state.effect(id), case .failure(let code, let message)? = occurrence.body.answer
        else {
            return "a feedback gave up, and no row takes 'failed'"
        }
        return "\(effect.service) gave up after \(effect.attempt == 1 ? "1 attempt" : "\(effect.attempt) attempts") (\(code): \(message)), "
            + "and no row of \(StateList.text(state.stored.instance.states)) takes 'failed'"
    }

    private func unhandled(
        _ reasons: [UnhandledReason], _ result: borrowing StepResult, _ occurrence: Occurrence, _ state: InstanceState,
        _ surroundings: Surroundings
    ) throws(StepFailure) -> Advance {
        let accepted = machine.acceptedEvents(in: state.machine)
        var occurrence = occurrence
        occurrence.body.reasons = reasons
        if machine.unhandled == .reject, case .outside = occurrence.body.cause, occurrence.body.arrival == nil {
            let rejection = Rejection(
                .unhandled, "no row of \(StateList.text(state.stored.instance.states)) takes '\(occurrence.name ?? "")'")
            occurrence.body.rejection = rejection.kind.rawValue
            return try passed(.rejected, result, occurrence, reply: .rejected(rejection), state, surroundings)
        }
        return try passed(.unhandled, result, occurrence, reply: .unhandled(reasons, accepted: accepted), state, surroundings)
    }

    /// An event that took no row: the conditions that were met are on record all the same.
    private func passed(
        _ kind: EntryKind, _ result: borrowing StepResult, _ occurrence: Occurrence, reply: Reply, _ state: InstanceState,
        _ surroundings: Surroundings
    ) throws(StepFailure) -> Advance {
        var body = occurrence.body
        if kind == .deferred, body.arrival == nil { body.arrival = state.stored.instance.arrival + 1 }
        body.begun = successors(kind, body, state, surroundings.now)
        var settings: [String: Value] = [:]
        try encoding(occurrence.name ?? machine.workflow) { () throws(JSONError) in
            body.microsteps = try recording.microsteps(of: result, from: state.machine, on: occurrence.event, settings: &settings)
            body.settings = try recording.settingsRecord(settings)
        }
        return Advance(
            entries: [entry(kind, event: occurrence.name, state, body, surroundings)], reply: reply, launches: body.begun.map(\.id))
    }

    /// When no more events may be kept for later, one from outside is turned away; what was admitted already cannot be.
    private func refusal(
        ofDeferring occurrence: Occurrence, _ state: InstanceState
    ) throws(StepFailure) -> (Occurrence, Rejection)? {
        do {
            try checkDeferred(state, adding: 1)
            return nil
        } catch {
            guard case .outside = occurrence.body.cause, occurrence.body.arrival == nil else { throw error }
            let rejection = Rejection(.busy, "\(error.message); try again later")
            var refused = occurrence
            refused.body.rejection = rejection.kind.rawValue
            return (refused, rejection)
        }
    }
}
