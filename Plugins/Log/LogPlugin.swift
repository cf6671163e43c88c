public import PawlKit

/// A plugin whose service writes to the log.
public struct LogPlugin: Plugin {
    /// The name of the plugin.
    public static let name = "log"
    /// One sentence for people.
    public static let summary = "Messages to the log."

    /// Creates the plugin; it has nothing to configure.
    public init(configuration: Record) throws {}

    /// Adds `log.write`.
    public func register(in registry: inout PluginRegistry) throws {
        registry.provide(
            "log.write", interface: LogWrite.interface,
            metadata: ServiceMetadata(summary: "Writes a message to the log.", suggestedTimeout: .seconds(10))
        ) {
            LogWrite.run
        }
    }
}
