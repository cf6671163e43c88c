package import PawlEngine
package import PawlKit
package import PawlMachine

/// What an operation works on.
package struct ControlTarget: Sendable {
    /// The engine that does it.
    package let engine: Engine
    /// The journal of that engine.
    package let journal: any JournalReader
    /// What only the process knows that the engine runs in.
    package let host: ControlHost
    /// The outside world.
    package let ports: Ports
    /// By what name the journal knows whoever asks, unless the operation says another.
    package let asker: String

    package init(engine: Engine, journal: any JournalReader, host: ControlHost, ports: Ports, asker: String) {
        self.engine = engine
        self.journal = journal
        self.host = host
        self.ports = ports
        self.asker = asker
    }
}

/// What only the process knows that the engine runs in.
package struct ControlHost: Sendable {
    /// The version of this release.
    package var version: String
    /// The file of the journal.
    package var store: String
    /// The workflow of a name that can begin now.
    package var workflow: @Sendable (_ name: String) async throws(ControlError) -> StartableWorkflow
    /// Makes a workflow from the text of a file.
    package var load: @Sendable (_ text: String, _ file: String) async throws(ControlError) -> StartableWorkflow

    package init(
        version: String, store: String,
        workflow: @escaping @Sendable (_ name: String) async throws(ControlError) -> StartableWorkflow,
        load: @escaping @Sendable (_ text: String, _ file: String) async throws(ControlError) -> StartableWorkflow
    ) {
        self.version = version
        self.store = store
        self.workflow = workflow
        self.load = load
    }
}

/// A workflow that was loaded and checked, so that instances of it can begin.
package struct StartableWorkflow: Sendable {
    /// What the journal keeps of it; its revision is given when it is stored.
    package let definition: StoredDefinition
    /// Its machine.
    package let machine: Machine

    package init(definition: StoredDefinition, machine: Machine) {
        self.definition = definition
        self.machine = machine
    }
}
