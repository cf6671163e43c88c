import PawlDefinition
import PawlKit
import PawlServices

/// `pawl plugins`: what is compiled in, and how it is configured.
struct PluginsCommand: Command {
    static let shape = CommandShape(
        "plugins", summary: "List the plugins of this program, with their configuration and their services.",
        example: "pawl plugins",
        details: ["A pawl.yaml that names plugins names all that are loaded; without one all are. `pawl services` says more of services."],
        options: [OutputFormat.option.declaration])

    private let format: OutputFormat

    init(_ words: ParsedWords) { format = words[OutputFormat.option] ?? .table }

    func run(in session: Session) throws(CommandFailure) -> ExitCode {
        let workspace = try Workspace.open(session)
        let plugins = session.host.plugins.map { Listed($0, workspace) }.sorted { UTF8Order.less($0.name, $1.name) }
        let stream = session.console.output
        guard format == .table else {
            var output = DataOutput(format, to: stream)
            for plugin in plugins { output.write { plugin.write(to: &$0) } }
            output.end()
            return .done
        }
        if plugins.isEmpty { session.console.messages.line("There are no plugins: this program was built without any.") }
        for plugin in plugins {
            stream.line(stream.paint(plugin.name, .bold) + "  " + DisplayText.visible("\(plugin.version)  \(plugin.summary)"))
            stream.line("  section   \(plugin.configuration.fields.isEmpty ? "none" : plugin.configuration.structure)")
            if plugin.isLoaded { stream.line("  services  \(plugin.services.isEmpty ? "none" : plugin.services.joined(separator: ", "))") }
            stream.line("  from      " + plugin.origin(workspace.configuration.file))
        }
        return .done
    }

    /// A plugin as it is listed.
    private struct Listed {
        let name: String
        let version: String
        let summary: String
        let configuration: RecordType
        let isLoaded: Bool
        let services: [String]
        let line: Int?

        init(_ type: any Plugin.Type, _ workspace: Workspace) {
            name = type.name
            version = type.version
            summary = type.summary
            configuration = type.configuration
            isLoaded = workspace.plugins.plugins.contains { $0.name == type.name }
            services = workspace.plugins.registrations.filter { $0.plugin == type.name }.map(\.name)
            line = workspace.plugins.places[ByteString(type.name)]?.range.start.line
        }

        func origin(_ file: String) -> String {
            if !isLoaded { return "not loaded: '\(file)' names others" }
            return line.map { "\(file):\($0)" } ?? "built in, without a section in '\(file)'"
        }

        func write(to json: inout JSONWriter) {
            json.beginObject()
            json.member("name", name)
            json.member("version", version)
            json.member("summary", summary)
            json.member("configuration", configuration.structure)
            json.member("isLoaded", isLoaded)
            json.member("services", services)
            json.member("line", line.map { Int64($0) })
            json.endObject()
        }
    }
}
