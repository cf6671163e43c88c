import PawlKit

extension InstanceStepper {
    /// A person acts on the instance.
    func act(_ action: PersonAction, who: String, _ state: inout InstanceState, _ surroundings: Surroundings) -> Advance {
        var body = EntryBody(cause: .outside(who))
        let handled = Reply.handled(to: state.stored.instance.states)
        switch (action, state.status) {
        case (.pause, .active):
            return note(.paused, event: nil, body, reply: handled, &state, surroundings)
        case (.resume, .paused):
            return note(.resumed, event: nil, body, reply: handled, &state, surroundings)
        case (.retry, .blocked):
            guard let effect = state.stored.effects.first(where: { $0.phase == .failed }) else {
                return note(.retried, event: nil, body, reply: handled, &state, surroundings)
            }
            let timeout = machine.feedback(named: effect.id.feedback).flatMap { machine.feedbacks[$0].timeout }
            body.effect = EffectChange(
                id: effect.id, attempt: effect.attempt + 1, deadline: timeout.map { surroundings.now.advanced(by: $0) })
            return note(.retried, event: nil, body, reply: handled, launches: [effect.id], &state, surroundings)
        case (.skip, .blocked):
            if let effect = state.stored.effects.first(where: { $0.phase == .failed }) {
                body.effect = EffectChange(id: effect.id, attempt: effect.attempt)
            } else if let row = state.stored.queue.first(where: { !$0.isDeferred }) {
                body.arrival = row.arrival
                if case .effect(let id, let attempt) = row.cause, row.answer?.isFinal == true {
                    body.effect = EffectChange(id: id, attempt: attempt)
                }
            }
            return note(.skipped, event: nil, body, reply: handled, &state, surroundings)
        case (.cancel, let status) where !status.isEnded:
            body.cancelledEffects = state.stored.effects.map(\.id)
            body.cancelledTimers = state.stored.timers.map(\.id)
            body.end = InstanceEnd(status: .cancelled)
            return note(.cancelled, event: nil, body, reply: handled, &state, surroundings)
        default:
            return Advance(reply: .notApplicable(state.status))
        }
    }
}
