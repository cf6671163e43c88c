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
    package var host: ControlHost
    /// The outside world.
    package let ports: Ports
    /// By what name the journal knows whoever asks, unless the operation says another.
    package var asker: String
    /// Begins a subscription on the connection that asks, and gives its number; nil in a command's own process.
    var subscribe: (@Sendable (Following) async throws(ControlError) -> Int)?

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
    /// The files of the folder of workflows.
    package var files: @Sendable () async throws(ControlError) -> [WorkflowFile] = { () throws(ControlError) in [] }
    /// Reads the folder of workflows again.
    package var reload: @Sendable () async throws(ControlError) -> Void = { () throws(ControlError) in }
    /// The number of connections.
    package var connections: @Sendable () async -> Int = { 0 }
    /// When the process became the owner of the journal.
    package var since: Timestamp

    package init(
        version: String, store: String, since: Timestamp,
        workflow: @escaping @Sendable (_ name: String) async throws(ControlError) -> StartableWorkflow,
        load: @escaping @Sendable (_ text: String, _ file: String) async throws(ControlError) -> StartableWorkflow
    ) {
        self.version = version
        self.store = store
        self.since = since
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
