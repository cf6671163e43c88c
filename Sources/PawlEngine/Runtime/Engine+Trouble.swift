import PawlKit
import PawlMachine

/// A wait that doubles with each failure.
struct BackOff {
    private(set) var wait = TimeAmount.milliseconds(100)

    mutating func double() { wait = min(TimeAmount(nanoseconds: wait.nanoseconds * 2), .seconds(5)) }
}

/// An instance that is to be taken up again.
struct Trouble {
    var due: Timestamp
    var backOff = BackOff()
}

extension Engine {
    /// Has an instance taken up again a little later, because the journal could not take or give it.
    func noteTrouble(_ id: InstanceID) {
        guard troubles[id] == nil else { return }
        let backOff = BackOff()
        let due = dependencies.ports.clock.now.advanced(by: backOff.wait)
        troubles[id] = Trouble(due: due, backOff: backOff)
        setAlarm(due)
    }

    /// Takes up the instances whose time has come, side by side.
    func takeUpTroubled() async {
        let now = dependencies.ports.clock.now
        let ripe = troubles.filter { $0.value.due <= now }.map(\.key)
        if !ripe.isEmpty { await takeUp(ripe) }
        if let next = troubles.values.map(\.due).min() { setAlarm(next) }
    }

    /// Takes up instances side by side. What goes wrong with one concerns only that one.
    func takeUp(_ ids: [InstanceID]) async {
        await withTaskGroup(of: Void.self) { group in
            for id in ids { group.addTask { await self.takeUp(id) } }
        }
    }

    private func takeUp(_ id: InstanceID) async {
        do {
            try await recover(id)
            troubles[id] = nil
        } catch {
            give(id, error)
        }
    }

    /// Decides when an instance that cannot be driven now is tried again.
    func give(_ id: InstanceID, _ error: EngineError) {
        let wasKnown = troubles[id] != nil
        switch error.code {
        case .journal where error.cause?.code != .claimLost:
            var trouble = troubles[id] ?? Trouble(due: .epoch)
            if wasKnown { trouble.backOff.double() }
            trouble.due = dependencies.ports.clock.now.advanced(by: trouble.backOff.wait)
            troubles[id] = trouble
            setAlarm(trouble.due)
        case .definition, .mismatch:
            troubles[id] = nil
            broken[id] = error.message
        default:
            troubles[id] = nil
        }
        guard error.code != .stopping else { return }
        dependencies.ports.log.write(.error, "\(id) waits: \(error.message)", [("instance", id.rawValue)])
    }

    /// A new definition may be what instances lacked: they are tried again.
    func mend() {
        let ids = broken.keys
        broken = [:]
        for id in ids { noteTrouble(id) }
    }

    /// Finds out what is on disk of an instance in doubt. The caller has the turn.
    func settle(_ resident: Resident) async throws(EngineError) {
        guard let doubt = resident.doubt else { return }
        let found = try await stored(resident.state.id)
        if case .unsettled(let advance, let after, let delivery) = doubt, found == after.stored {
            // It is there: only the confirmation was lost.
            resident.doubt = nil
            resident.state = after
            if let delivery { landed[delivery] = advance.reply }
            follow(advance, resident)
        } else if let found, found.instance.revision == resident.stepper.machine.revision {
            if found != resident.state.stored { resident.state = try restore(found, of: resident.stepper.machine) }
            resident.doubt = nil
        } else {
            resident.doubt = nil
            residents.remove(resident)
        }
    }
}
