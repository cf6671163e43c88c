public import PawlKit

/// A plugin whose service runs programs.
public struct ExecPlugin: Plugin {
    /// The name of the plugin.
    public static let name = "exec"
    /// One sentence for people.
    public static let summary = "Programs, with JSON on standard input and output."

    /// The section: the folder in which programs run.
    public static let configuration = RecordType(fields: [.init("directory", .string, isOptional: true)])

    /// The folder is a path.
    public static let paths = ["directory"]

    private let directory: String?

    /// Creates the plugin.
    public init(configuration: Record) throws {
        directory = configuration["directory"]?.stringValue
        if directory == "" {
            throw PluginError("the directory of 'exec' is empty; name a folder, or leave it out to run programs in the current one")
        }
    }

    /// Adds `exec.run`.
    public func register(in registry: inout PluginRegistry) throws {
        let service = ExecRun(directory: directory)
        registry.provide(
            "exec.run", interface: ExecRun.interface,
            metadata: ServiceMetadata(summary: "Runs a program with JSON on its standard input and output.")
        ) {
            { input, context in try await service.run(input, context) }
        }
    }
}
