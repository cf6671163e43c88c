public import PawlKit

/// A plugin whose services stand in for others.
public struct MockPlugin: Plugin {
    /// The name of the plugin.
    public static let name = "mock"
    /// One sentence for people.
    public static let summary = "Stand-ins for services, while you build and test."

    /// Creates the plugin; it has nothing to configure.
    public init(configuration: Record) throws {}

    /// Adds `mock.return`, `mock.fail` and `mock.delay`.
    public func register(in registry: inout PluginRegistry) throws {
        registry.provide(
            "mock.return", interface: MockServices.returnInterface,
            metadata: ServiceMetadata(summary: "Returns what it is given.", isIdempotent: true, takesAnyInput: true, standsIn: true)
        ) {
            MockServices.returnInput
        }
        registry.provide(
            "mock.fail", interface: MockServices.failInterface,
            metadata: ServiceMetadata(summary: "Fails with the code it is given.", isIdempotent: true, takesAnyInput: true, standsIn: true)
        ) {
            MockServices.fail
        }
        registry.provide(
            "mock.delay", interface: MockServices.delayInterface,
            metadata: ServiceMetadata(
                summary: "Waits, then returns the value it is given.", isIdempotent: true, takesAnyInput: true, standsIn: true)
        ) {
            MockServices.delay
        }
    }
}
