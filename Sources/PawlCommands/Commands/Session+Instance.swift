import PawlKit
import PawlMachine

/// An instance that a command looks at.
struct FoundInstance {
    let reader: any JournalReader
    let row: InstanceRow
    /// The machine of its revision, as the journal holds it.
    let machine: Machine
    /// How it is named to people.
    let naming: InstanceNaming
}

extension Session {
    /// Finds the instance that a text means, to look at it.
    func find(_ instance: String) async throws(CommandFailure) -> FoundInstance {
        let reader = try await reader()
        let row = try await InstanceLookup(reader).require(instance)
        var machines = StoredMachines(reader, self)
        let machine = try await machines.machine(row.workflow, row.revision)
        let naming = try await ask { () throws(JournalError) in try await InstanceNaming(of: [row.id], in: reader) }
        return FoundInstance(reader: reader, row: row, machine: machine, naming: naming)
    }

    /// An instance as it stands now, decoded for its machine.
    func state(of id: InstanceID, _ machine: Machine, _ reader: any JournalReader) async throws(CommandFailure) -> InstanceState {
        guard let stored = try await ask({ () throws(JournalError) in try await reader.stored(id) }) else {
            throw CommandFailure(.notFound, "there is no instance '\(id)'")
        }
        do {
            return try InstanceState(restoring: stored, of: machine)
        } catch {
            throw CommandFailure(.failure, "'\(id)' does not fit its definition: \(error.message)")
        }
    }
}
