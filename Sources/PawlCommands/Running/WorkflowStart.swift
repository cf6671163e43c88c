import PawlControl
import PawlDefinition
import PawlKit
import PawlMachine

/// A workflow file that is to begin: loaded, checked, with its input and key.
struct WorkflowStart {
    /// What begins it.
    let operation: InstanceStart
    private let workflow: String
    private let key: String?

    /// Loads the file and reads the input.
    ///
    /// - Throws: ``CommandFailure``: exit 1 when the file does not load, 65 when the input does not fit.
    init(_ file: String, input text: InputText?, key given: String?, _ workspace: Workspace, _ session: Session) throws(CommandFailure) {
        let (definition, machine) = try workspace.require(file, session, otherwise: "nothing was run") { $0.severity == .error }
        workflow = machine.workflow
        let value = try session.value(of: text, what: "the input")
        do throws(ControlError) {
            let input = try InstanceStart.input(value, of: machine)
            key = try InstanceStart.key(of: input, given: given, machine, session.host.ports.timeZones)
        } catch {
            throw CommandFailure(error)
        }
        operation = InstanceStart(
            definition: .init(file: file, text: definition.text), key: given, input: value, who: session.userName)
    }

    /// The unfinished instance that has the key.
    func unfinished(in reader: any JournalReader) async throws(CommandFailure) -> InstanceRow? {
        guard let key else { return nil }
        do { return try await InstanceSearch(reader).unfinished(workflow: workflow, key: key) } catch { throw CommandFailure(error) }
    }
}
