import PawlKit
import PawlMachine

extension Engine {
    /// Waits until nobody else changes the instance, and settles what is in doubt about it.
    func takeTurn(_ id: InstanceID) async throws(EngineError) -> Resident {
        while true {
            let resident = try await resident(id)
            if resident.isBusy {
                await withCheckedContinuation { resident.line.append($0) }
            } else {
                residents.becomesBusy(resident)
                turns += 1
            }
            do {
                // While this one waited, the instance may have been forgotten and loaded again.
                if residents[id] === resident { try await settle(resident) }
            } catch {
                endTurn(resident)
                throw error
            }
            if residents[id] === resident { return resident }
            endTurn(resident)
        }
    }

    /// Lets the next in line have its turn; it inherits `isBusy`.
    func endTurn(_ resident: Resident) {
        if resident.line.isEmpty {
            residents.becomesIdle(resident)
            turns -= 1
            noteQuiet()
        } else {
            resident.line.removeFirst().resume()
        }
    }

    /// The instance, from the store when it is not at hand.
    func resident(_ id: InstanceID) async throws(EngineError) -> Resident {
        if let known = residents[id] { return known }
        let loaded = try await load(id)
        // Somebody else may have loaded it while this one waited.
        if let known = residents[id] { return known }
        residents.insert(loaded)
        residents.becomesIdle(loaded)
        return loaded
    }

    private func load(_ id: InstanceID) async throws(EngineError) -> Resident {
        guard let stored = try await stored(id) else {
            throw EngineError(.unknownInstance, "there is no instance '\(id)'", instance: id)
        }
        let stepper = try await stepper(stored.instance.workflow, stored.instance.revision)
        return Resident(stepper: stepper, state: try restore(stored, of: stepper.machine))
    }

    func stored(_ id: InstanceID) async throws(EngineError) -> StoredInstance? {
        do { return try await dependencies.store.stored(id) } catch { throw EngineError(error) }
    }

    func restore(_ stored: StoredInstance, of machine: Machine) throws(EngineError) -> InstanceState {
        do { return try InstanceState(restoring: stored, of: machine) } catch {
            let id = stored.instance.id
            throw EngineError(.mismatch, "\(id) does not fit its definition: \(error.message)", instance: id)
        }
    }

    private func stepper(_ workflow: String, _ revision: Int) async throws(EngineError) -> InstanceStepper {
        if let known = definitions.known(workflow, revision) { return known }
        let stored: StoredDefinition?
        do { stored = try await dependencies.store.definition(workflow, revision: revision) } catch { throw EngineError(error) }
        guard let stored else {
            throw EngineError(.definition, "the journal holds no revision \(revision) of \(workflow)")
        }
        return try definitions.add(stored)
    }
}
