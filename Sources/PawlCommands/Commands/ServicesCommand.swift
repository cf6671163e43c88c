import PawlDefinition
import PawlKit
import PawlServices

/// `pawl services`: what workflows can perform.
struct ServicesCommand: Command {
    private static let name = Positional(
        "NAME", help: "One service, shown with all that is known of it.", isOptional: true, completion: .services)

    static let shape = CommandShape(
        "services", summary: "List the services that workflows can perform, with their types and where they come from.",
        example: "pawl services",
        details: [
            "A service comes from a plugin, by way of the bindings of pawl.yaml, which may give some of its input, adapt it and limit "
                + "its calls. Those of --profile are seen with it only."
        ], arguments: [name], options: [OutputFormat.option.declaration])

    private let name: String?
    private let format: OutputFormat

    init(_ words: ParsedWords) {
        name = words[Self.name]
        format = words[OutputFormat.option] ?? .table
    }

    func run(in session: Session) throws(CommandFailure) -> ExitCode {
        let workspace = try Workspace.open(session)
        let entries = try name.map { (name) throws(CommandFailure) in [try workspace.service(name)] } ?? workspace.services.entries
        let users = workspace.users(session)
        let stream = session.console.output
        guard format == .table else {
            if name != nil, let entry = entries.first {
                DataOutput.single(to: stream) { ServiceView(entry: entry, users: users.map { $0[entry.name] ?? [] }).write(to: &$0) }
                return .done
            }
            var output = DataOutput(format, to: stream)
            for entry in entries { output.write { ServiceView(entry: entry, users: users.map { $0[entry.name] ?? [] }).write(to: &$0) } }
            output.end()
            return .done
        }
        if entries.isEmpty { session.console.messages.line("There are no services: pawl.yaml loads no plugin that has any.") }
        for entry in entries {
            let view = ServiceView(entry: entry, users: users.map { $0[entry.name] ?? [] })
            stream.write(view.text(for: stream, isWhole: name != nil))
        }
        return .done
    }
}

extension Workspace {
    /// The service of a name that was typed.
    func service(_ name: String) throws(CommandFailure) -> Services.Entry {
        if let entry = services[name] { return entry }
        let nearest = NearestName.find(name, among: services.names).map { "; did you mean '\($0)'?" } ?? ""
        throw CommandFailure(.notFound, "nothing provides the service '\(name)'\(nearest)", help: ["pawl services lists what there is."])
    }

    /// The workflows of the folder by the services that they use; nil when there is no folder.
    func users(_ session: Session) -> [String: [String]]? {
        guard let folder = try? WorkflowFolder.read(WorkflowFolder.path(configuration), self, session) else { return nil }
        var users: [String: [String]] = [:]
        for file in folder.files {
            for required in file.definition.requirements { users[required.name, default: []].append(file.workflow ?? file.path) }
        }
        return users
    }
}
