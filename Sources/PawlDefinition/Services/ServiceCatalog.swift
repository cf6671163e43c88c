package import PawlKit

/// The services that plugins and pawl.yaml provide, as far as a file needs to know them.
package struct ServiceCatalog: Sendable {
    /// One service.
    package struct Entry: Sendable {
        /// What it takes, gives and fails with.
        package var interface: ServiceInterface
        /// What else is known of it.
        package var metadata: ServiceMetadata
        /// Where it comes from: `plugin exec`, `pawl.yaml`.
        package var origin: String

        package init(interface: ServiceInterface, metadata: ServiceMetadata = .init(summary: ""), origin: String) {
            self.interface = interface
            self.metadata = metadata
            self.origin = origin
        }
    }

    /// The services by name.
    package var entries: [String: Entry]
    /// Whether it is what the journal kept with a definition: services that this did not need are not in it.
    var isStored = false

    package init(entries: [String: Entry] = [:]) { self.entries = entries }

    /// The services of plugins, without any pawl.yaml.
    package init(of registrations: [PluginRegistry.Registration]) {
        entries = Dictionary(
            registrations.map { ($0.name, Entry(interface: $0.interface, metadata: $0.metadata, origin: "the plugin \($0.plugin)")) },
            uniquingKeysWith: { first, _ in first })
    }
}
