import PawlKit
import PawlMachine

extension Engine {
    /// What became of the first sending with a dedupe key, as far as the journal knows; nil when the key is new.
    ///
    /// The caller has the turn, so that a first sending that was on its way is on record by now.
    func recorded(_ key: String, _ resident: Resident) async throws(EngineError) -> SentReply? {
        let id = resident.state.id
        do {
            guard let position = try await dependencies.store.position(ofDedupe: key, in: id),
                let first = try await dependencies.store.entries(of: id, after: position - 1, limit: 1).first
            else { return nil }
            let entry = try await outcome(of: first, resident) ?? first
            return SentReply(reply: reply(entry, resident), state: resident.state, position: entry.position, isRepeated: true)
        } catch {
            throw EngineError(error)
        }
    }

    /// The entry that says what became of an event that had to wait; nil while it waits, or when that lies too far back to look for.
    private func outcome(of first: JournalEntry, _ resident: Resident) async throws(JournalError) -> JournalEntry? {
        guard let arrival = first.body.arrival, !resident.state.stored.queue.contains(where: { $0.arrival == arrival }) else { return nil }
        let later = try await dependencies.store.entries(of: first.instance, after: first.position, limit: 1_024)
        return later.first { $0.body.arrival == arrival && [.event, .ignored, .unhandled].contains($0.kind) }
    }

    private func reply(_ entry: JournalEntry, _ resident: Resident) -> Reply {
        let body = entry.body
        switch entry.kind {
        case .ignored: return .ignored
        case .deferred: return .deferred
        case .queued: return .queued(arrival: body.arrival ?? 0)
        case .unhandled:
            let machine = resident.stepper.machine
            return .unhandled(body.reasons, accepted: machine.acceptedEvents(in: machine.configuration(of: entry.to)))
        case .incident: return body.incident.map { .blocked($0) } ?? .handled(to: entry.to)
        case .rejected:
            let kind = body.rejection.flatMap(Rejection.Kind.init(rawValue:)) ?? .unhandled
            return .rejected(Rejection(kind, "'\(entry.event ?? "")' was rejected at position \(entry.position)"))
        case .deadLetter: return .deadLetter(resident.state.status)
        default: return .handled(to: entry.to)
        }
    }
}

extension Machine {
    /// The configuration with these leaves, without data.
    fileprivate func configuration(of leaves: [String]) -> MachineState {
        var active: Set<StateIndex> = []
        for leaf in leaves {
            var level = state(path: leaf)
            while let current = level, current != 0 {
                active.insert(current)
                level = states[current].parent
            }
        }
        return MachineState(active: active.sorted(), data: [])
    }
}
