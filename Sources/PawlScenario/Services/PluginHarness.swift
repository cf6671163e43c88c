package import PawlKit
import PawlServices

/// A plugin outside of an engine: what it registers, and what the container says of it.
package struct PluginHarness: Sendable {
    /// What it registers, in order; nothing has been built.
    package let registrations: [PluginRegistry.Registration]
    /// What is wrong with its configuration, its names and what its services use.
    package let diagnostics: [Diagnostic]

    /// Creates a plugin and has it register its services.
    ///
    /// - Parameter others: the names of services that other plugins provide.
    package init(_ plugin: any Plugin.Type, configuration: Record, others: [String] = []) {
        let section = PluginSection(
            name: plugin.name, configuration: configuration, place: SourcePlace(file: "plugin \(plugin.name)", range: .start))
        let loaded = PluginSet.load([plugin], sections: [section])
        registrations = loaded.set.registrations
        var registry = PluginRegistry()
        registry.plugin = "the test"
        let anything = ServiceInterface(output: .any)
        for name in others where !loaded.set.registrations.contains(where: { UTF8Order.equal($0.name, name) }) {
            registry.provide(name, interface: anything, metadata: ServiceMetadata(summary: "A stand-in.", takesAnyInput: true)) {
                { input, _ in input }
            }
        }
        diagnostics = loaded.diagnostics + ServiceContainer.build(registrations: registrations + registry.registrations).diagnostics
    }
}
