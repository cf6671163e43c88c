import PawlKit
import PawlMachine

/// The machines of the definitions that a journal holds: loaded from the journal, without plugins or files, and from the systems that are
/// compiled in.
struct StoredMachines {
    /// What they are for.
    enum Purpose {
        /// Whatever needs no code: a system that is compiled elsewhere can be looked at.
        case looking
        /// Its code is run.
        case replaying
    }

    private let reader: any JournalReader
    private let systems: CompiledSystems
    private let purpose: Purpose
    private var machines: [String: Machine] = [:]

    init(_ reader: any JournalReader, _ session: Session, for purpose: Purpose = .looking) {
        self.reader = reader
        self.purpose = purpose
        systems = session.systems
    }

    /// The machine of a revision.
    ///
    /// - Throws: ``CommandFailure`` when the journal does not hold it, or this program cannot load it.
    mutating func machine(_ workflow: String, _ revision: Int) async throws(CommandFailure) -> Machine {
        let name = "\(workflow) (revision \(revision))"
        if let known = machines[name] { return known }
        let stored: StoredDefinition?
        do { stored = try await reader.definition(workflow, revision: revision) } catch { throw CommandFailure(error) }
        guard let stored else { throw CommandFailure(.failure, "the journal does not hold the definition of \(name)") }
        let machine: Machine
        do {
            machine = purpose == .looking ? try systems.look(at: stored) : try systems.drive(stored)
        } catch let error as PluginError {
            throw CommandFailure(.failure, error.message)
        } catch {
            throw CommandFailure(.failure, "\(error)")
        }
        machines[name] = machine
        return machine
    }
}
