package import PawlKit
package import PawlMachine

/// What an instance is doing, seen from outside.
package enum Standing: Sendable {
    /// It has ended.
    case ended(InstanceStatus)
    /// An incident blocks it.
    case blocked(Incident?)
    /// A person paused it.
    case paused
    /// Effects, retries or queued events will move it on.
    case working
    /// It waits for an event from outside.
    case waiting([AcceptedEvent])
    /// Only a timer can move it, at this time.
    case timed(Timestamp)
    /// Nothing can move it: a state with no way out.
    case stuck
}

extension Machine {
    /// What an instance is doing.
    ///
    /// It waits when no effect or retry is pending and a row of an active state, not of `from: "*"`, takes an outside event.
    package func standing(of state: InstanceState) -> Standing {
        switch state.status {
        case .finished, .failed, .cancelled: return .ended(state.status)
        case .blocked: return .blocked(state.stored.instance.incident)
        case .paused: return .paused
        case .compensating: return .working
        case .active: break
        }
        // An effect whose answer is deferred is over; what waits is the event.
        if state.stored.effects.contains(where: { !$0.phase.isOver }) || state.stored.queue.contains(where: { !$0.isDeferred }) {
            return .working
        }
        let accepted = acceptedEvents(in: state.machine)
        if accepted.contains(where: { !$0.isFromAnywhere }) { return .waiting(accepted) }
        if let first = state.stored.timers.map(\.due).min() { return .timed(first) }
        return accepted.isEmpty ? .stuck : .waiting(accepted)
    }
}
