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
                + "its calls. Those of --profile are seen with it only. What a workflow brings as `default` comes last, as long as nothing "
                + "else has the name."
        ], arguments: [name], options: [OutputFormat.option.declaration])

    private let name: String?
    private let format: OutputFormat

    init(_ words: ParsedWords) {
        name = words[Self.name]
        format = words[OutputFormat.option] ?? .table
    }

    func run(in session: Session) throws(CommandFailure) -> ExitCode {
        let workspace = try Workspace.open(session)
        let folder = try? WorkflowFolder.read(WorkflowFolder.path(workspace.configuration), workspace, session)
        var views = workspace.views(folder)
        if let name {
            views = views.filter { $0.entry.name == name }
            // It says what is near.
            if views.isEmpty { _ = try workspace.service(name) }
        }
        let stream = session.console.output
        guard format == .table else {
            if name != nil, views.count == 1 {
                DataOutput.single(to: stream) { views[0].write(to: &$0) }
                return .done
            }
            var output = DataOutput(format, to: stream)
            for view in views { output.write { view.write(to: &$0) } }
            output.end()
            return .done
        }
        if views.isEmpty { session.console.messages.line("There are no services: pawl.yaml loads no plugin that has any.") }
        for view in views { stream.write(view.text(for: stream, isWhole: name != nil)) }
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

    /// The services that there are, and those that workflows of the folder bring as a default of theirs.
    func views(_ folder: WorkflowFolder?) -> [ServiceView] {
        guard let folder else { return services.entries.map { ServiceView(entry: $0, users: nil) } }
        var users: [String: [String]] = [:]
        var defaults: [ServiceView] = []
        for file in folder.files {
            let workflow = file.workflow ?? file.path
            for required in file.definition.requirements {
                if let fallback = required.fallback, services[required.name] == nil {
                    if let entry = services.adding([fallback]).services[required.name] {
                        defaults.append(ServiceView(entry: entry, users: [workflow], isDefault: true))
                    }
                } else {
                    users[required.name, default: []].append(workflow)
                }
            }
        }
        return services.entries.map { ServiceView(entry: $0, users: users[$0.name] ?? []) } + defaults
    }
}
