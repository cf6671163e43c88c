import PawlControl
import PawlDefinition
import PawlKit
import PawlMachine

/// A workflow file, or a system compiled in, that is to begin: loaded, checked, with its input and key.
struct WorkflowStart {
    /// What begins it.
    let operation: InstanceStart
    private let workflow: String
    private let key: String?

    /// Loads the file, or finds the system, and reads the input.
    ///
    /// - Throws: ``CommandFailure``: exit 1 when it does not load, 65 when the input does not fit.
    init(
        _ target: String, input text: InputText?, key given: String?, _ workspace: Workspace, _ session: Session
    ) throws(CommandFailure) {
        let value = try session.value(of: text, what: "the input")
        var operation = InstanceStart(key: given, input: value, who: session.userName)
        let machine: Machine
        let system: StartableWorkflow?
        do { system = try workspace.startable(system: target) } catch { throw CommandFailure(error) }
        if let system {
            machine = system.machine
            operation.workflow = target
        } else {
            let file = try workspace.require(target, session, otherwise: "nothing was run") { $0.severity == .error }
            machine = file.machine
            operation.definition = .init(file: target, text: file.definition.text)
        }
        self.operation = operation
        workflow = machine.workflow
        do throws(ControlError) {
            let input = try InstanceStart.input(value, of: machine)
            key = try InstanceStart.key(of: input, given: given, machine, session.host.ports.timeZones)
        } catch {
            throw CommandFailure(error)
        }
    }

    /// The unfinished instance that has the key.
    func unfinished(in reader: any JournalReader) async throws(CommandFailure) -> InstanceRow? {
        guard let key else { return nil }
        do { return try await InstanceSearch(reader).unfinished(workflow: workflow, key: key) } catch { throw CommandFailure(error) }
    }
}
