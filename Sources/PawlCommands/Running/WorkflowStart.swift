import PawlDefinition
import PawlEngine
import PawlExpression
import PawlKit
import PawlMachine

/// A workflow file that is to begin: loaded, checked, with its input and key.
struct WorkflowStart {
    private let definition: LoadedDefinition
    private let machine: Machine
    private let input: Record
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
        definition = loaded.definition
        self.machine = machine
        input = try Self.read(text, as: machine, session)
        if given != nil, machine.key != nil {
            throw CommandFailure(.usage, "\(machine.workflow) computes its key from the input; leave out --key")
        }
        do {
            let computed = try machine.businessKey(of: input, timeZones: session.host.ports.timeZones)
            key = given ?? computed
        } catch {
            throw CommandFailure(.badData, "the key of \(machine.workflow) cannot be computed: \(error.message)")
        }
    }

    private static func read(_ text: InputText?, as machine: Machine, _ session: Session) throws(CommandFailure) -> Record {
        let bytes = try text.map { (text) throws(CommandFailure) in try session.bytes(of: text) } ?? Array("{}".utf8)
        do {
            if case .record(let record) = try JSONCodec.decode(bytes, as: .record(machine.input), dialect: .plain) { return record }
            throw CommandFailure(.badData, "the input is not an object")
        } catch let error as JSONError {
            let help = machine.input.fields.isEmpty ? "It takes no input." : "It takes \(machine.input.structure)"
            throw CommandFailure(.badData, "the input of \(machine.workflow) does not fit: \(error.description)", help: [help])
        } catch let failure as CommandFailure {
            throw failure
        } catch {
            throw CommandFailure(.badData, "\(error)")
        }
    }

    /// The unfinished instance that has the key.
    func unfinished(in reader: any JournalReader) async throws(CommandFailure) -> InstanceRow? {
        guard let key else { return nil }
        var query = InstanceQuery()
        query.workflow = machine.workflow
        query.key = key
        query.statuses = Set(InstanceStatus.allCases.filter { !$0.isEnded })
        do { return try await reader.instances(matching: query, limit: 1).first } catch { throw CommandFailure(error) }
    }

    /// Stores the definition and begins an instance of it.
    func begin(_ engine: Engine, _ store: any JournalStore, who: String) async throws(CommandFailure) -> InstanceID {
        var machine = machine
        do {
            machine.revision = try await engine.store(
                StoredDefinition(
                    workflow: machine.workflow, revision: 0, text: definition.text, services: definition.externalServices,
                    file: definition.file))
            return try await engine.start(machine, key: key, input: input, who: who)
        } catch {
            throw CommandFailure(error)
        }
    }
}
