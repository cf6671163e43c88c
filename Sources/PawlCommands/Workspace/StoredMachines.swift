import PawlDefinition
import PawlKit
import PawlMachine

/// The machines of the definitions that a journal holds: loaded from the journal alone, without plugins or files.
struct StoredMachines {
    private let reader: any JournalReader
    private var machines: [String: Machine] = [:]

    init(_ reader: any JournalReader) { self.reader = reader }

    /// The machine of a revision.
    ///
    /// - Throws: ``CommandFailure`` when the journal does not hold it, or this release cannot load it.
    mutating func machine(_ workflow: String, _ revision: Int) async throws(CommandFailure) -> Machine {
        let name = "\(workflow) (revision \(revision))"
        if let known = machines[name] { return known }
        let stored: StoredDefinition?
        do { stored = try await reader.definition(workflow, revision: revision) } catch { throw CommandFailure(error) }
        guard let stored else { throw CommandFailure(.failure, "the journal does not hold the definition of \(name)") }
        let machine: Machine
        do { machine = try Self.load(stored) } catch { throw CommandFailure(.failure, "\(error)") }
        machines[name] = machine
        return machine
    }

    /// Makes the machine of a stored definition.
    static func load(_ stored: StoredDefinition) throws -> Machine {
        let loaded = DefinitionLoader.load(stored: stored)
        if let machine = loaded.machine { return machine }
        let first = loaded.diagnostics.first { $0.severity == .error }
        throw PluginError(
            "the stored definition of \(stored.workflow) (revision \(stored.revision)) no longer loads: "
                + (first.map { "\($0.code): \($0.wording.message)" } ?? "it has errors"))
    }
}
