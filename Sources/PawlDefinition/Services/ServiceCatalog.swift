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

    package init(entries: [String: Entry] = [:]) { self.entries = entries }
}

/// A service that a file needs.
package struct ServiceRequirement: Sendable {
    /// The name.
    package var name: String
    /// The types: those of the file, or else of the catalog.
    package var interface: ServiceInterface
    /// Whether the file declares it in `services:`.
    package var isDeclared: Bool
    /// The file.
    package var file: String
    /// Where it is declared, or first used.
    package var range: SourceRange
}
