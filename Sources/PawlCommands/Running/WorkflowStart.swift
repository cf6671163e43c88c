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
        let bytes = try session.read(file)
        let loaded = workspace.load(bytes, file: file)
        var sources = workspace.sources
        sources[file] = SourceText(bytes)
        guard let machine = loaded.definition.machine, !loaded.diagnostics.contains(where: { $0.severity == .error }) else {
            session.report(loaded.diagnostics, sources: sources)
            session.console.messages.line(DiagnosticRenderer.count(loaded.diagnostics, file: file))
            throw CommandFailure(.negative, "'\(file)' does not load; nothing was run")
        }
        workflow = machine.workflow
        let value = try session.value(of: text, what: "the input")
        do throws(ControlError) {
            let input = try InstanceStart.input(value, of: machine)
            key = try InstanceStart.key(of: input, given: given, machine, session.host.ports.timeZones)
        } catch {
            throw CommandFailure(error)
        }
        operation = InstanceStart(
            definition: .init(file: file, text: loaded.definition.text), key: given, input: value, who: session.userName)
    }

    /// The unfinished instance that has the key.
    func unfinished(in reader: any JournalReader) async throws(CommandFailure) -> InstanceRow? {
        guard let key else { return nil }
        var query = InstanceQuery()
        query.workflow = workflow
        query.key = key
        query.statuses = Set(InstanceStatus.allCases.filter { !$0.isEnded })
        do { return try await reader.instances(matching: query, limit: 1).first } catch { throw CommandFailure(error) }
    }
}
