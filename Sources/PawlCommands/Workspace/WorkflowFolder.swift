@preconcurrency import Dispatch
import PawlControl
import PawlDefinition
import PawlKit
import PawlMachine

/// The folder that workflows begin from, and what its files came to.
struct WorkflowFolder: Sendable {
    /// A file of the folder.
    struct File: Sendable {
        /// Its path.
        let path: String
        /// Its bytes.
        let bytes: [UInt8]
        /// The definition; its machine is nil when the file does not load.
        let definition: LoadedDefinition
        /// All that was found in it.
        let diagnostics: [Diagnostic]

        /// What can begin; nil when something is wrong with the file.
        var startable: StartableWorkflow? {
            if diagnostics.contains(where: { $0.severity == .error }) { return nil }
            return definition.startable
        }

        /// The name of the workflow, as far as a broken file still says it.
        var workflow: String? {
            if let machine = definition.machine { return machine.workflow }
            let line = definition.text.split(separator: "\n").first { $0.hasPrefix("workflow:") }
            return line.map { $0.dropFirst("workflow:".count).prefix { $0 != "#" }.filter { !$0.isWhitespace } }
        }
    }

    /// The folder.
    let path: String
    /// Its files, in order of name.
    let files: [File]

    /// The folder of a configuration: `workflows` next to it, unless it says another.
    static func path(_ configuration: Configuration) -> String {
        let folder = FilePath.folder(of: configuration.file)
        let path = configuration.workflows?.text ?? "workflows"
        if path == "." { return folder.isEmpty ? "." : String(folder.dropLast()) }
        return FilePath.resolve(path, in: folder)
    }

    /// The path of a file in a folder.
    static func file(_ name: String, in path: String) -> String {
        path == "." ? name : path + (path.hasSuffix("/") ? "" : "/") + name
    }

    /// Reads the folder. Tests and the configuration, which may lie in it, are no workflows.
    static func read(_ path: String, _ workspace: Workspace, _ session: Session) throws(CommandFailure) -> WorkflowFolder {
        var files: [File] = []
        for name in try names(path, workspace, session) {
            let file = file(name, in: path)
            // Gone since the folder was listed.
            if session.host.ports.files.kind(of: file) == nil { continue }
            let bytes = try session.read(file)
            let loaded = workspace.load(bytes, file: file)
            files.append(File(path: file, bytes: bytes, definition: loaded.definition, diagnostics: loaded.diagnostics))
        }
        return WorkflowFolder(path: path, files: files)
    }

    /// Reads the folder on a queue where it may take its time, not on the threads that everything shares.
    static func readAside(_ path: String, _ workspace: Workspace, _ session: Session) async throws(CommandFailure) -> WorkflowFolder {
        let result = await withCheckedContinuation { (continuation: CheckedContinuation<Result<WorkflowFolder, CommandFailure>, Never>) in
            queue.async { @Sendable in
                do throws(CommandFailure) {
                    continuation.resume(returning: .success(try read(path, workspace, session)))
                } catch {
                    continuation.resume(returning: .failure(error))
                }
            }
        }
        return try result.get()
    }

    private static let queue = DispatchQueue(label: "pawl.workflows.read")

    private static func names(_ path: String, _ workspace: Workspace, _ session: Session) throws(CommandFailure) -> [String] {
        let configuration = workspace.configuration.file
        do {
            return try session.host.ports.files.list(path).filter { name in
                isWorkflow(name) && FilePath.resolve(name, in: path + "/") != configuration && name != "pawl.yaml"
            }
        } catch {
            if error.code == .notFound {
                throw CommandFailure(
                    .notFound, "there is no folder of workflows '\(path)'", help: ["Make it, or name another as workflows: in pawl.yaml."])
            }
            throw CommandFailure(.failure, "cannot list '\(path)': \(error.reason)")
        }
    }

    /// Whether a file of that name is a workflow.
    static func isWorkflow(_ name: String) -> Bool {
        FilePath.isYAML(name) && !name.hasPrefix(".") && !name.hasSuffix(".test.yaml")
            && !name.hasSuffix(".test.yml")
    }

    /// The workflow of a name.
    func startable(_ name: String) throws(ControlError) -> StartableWorkflow {
        if let found = files.compactMap(\.startable).first(where: { UTF8Order.equal($0.machine.workflow, name) }) { return found }
        throw Self.unknown(name, files.map { ($0.path, $0.workflow, $0.startable != nil) })
    }

    /// Why no workflow of a name can begin, with files that some say they have.
    static func unknown(_ name: String, _ files: [(path: String, workflow: String?, canStart: Bool)]) -> ControlError {
        if let broken = files.first(where: { $0.workflow == name && !$0.canStart }) {
            return ControlError(
                .refused, reason: "broken", "'\(broken.path)' does not load, and \(name) cannot begin",
                help: ["pawl validate \(ShellWord.quoted(broken.path))"])
        }
        let names = files.filter(\.canStart).compactMap(\.workflow).sorted()
        let nearest = NearestName.find(name, among: names).map { "; did you mean '\($0)'?" } ?? ""
        let broken = files.filter { !$0.canStart }.map(\.path)
        return ControlError(
            .notFound, reason: "unknownWorkflow", "there is no workflow '\(name)'\(nearest)",
            help: [names.isEmpty ? "None can begin." : "There are \(names.joined(separator: ", "))."]
                + (broken.isEmpty ? [] : ["These files do not load: \(broken.joined(separator: ", "))."]))
    }
}

extension LoadedDefinition {
    /// What can begin, of a definition without errors.
    var startable: StartableWorkflow? {
        guard let machine else { return nil }
        return StartableWorkflow(
            definition: StoredDefinition(
                workflow: machine.workflow, revision: 0, text: text, services: externalServices, file: file), machine: machine)
    }
}
