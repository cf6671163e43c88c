package import PawlKit

/// A plugin's section of pawl.yaml.
package struct PluginSection: Sendable {
    /// The plugin.
    package var name: String
    /// Its fields, checked against ``Plugin/configuration``.
    package var configuration: Record
    /// Where it stands.
    package var place: SourcePlace

    package init(name: String, configuration: Record, place: SourcePlace) {
        self.name = name
        self.configuration = configuration
        self.place = place
    }
}

/// The plugins of an engine with what they registered.
package struct PluginSet: Sendable {
    /// The plugins by name, in the order in which they were given.
    package let plugins: [(name: String, plugin: any Plugin)]
    /// What they registered; no factory has run.
    package let registrations: [PluginRegistry.Registration]
    /// Where pawl.yaml names them.
    package let places: [ByteString: SourcePlace]

    /// What came of loading.
    package struct Outcome: Sendable {
        /// The plugins that could be created; complete only when there is no finding.
        package let set: PluginSet
        /// All findings.
        package let diagnostics: [Diagnostic]
    }

    /// Creates each plugin from its section and has it register its services.
    ///
    /// A plugin without a section is created from an empty one.
    ///
    /// - Parameter all: the plugins that there are, when not all of them are loaded, for findings about sections of none.
    package static func load(
        _ types: [any Plugin.Type], sections: [PluginSection] = [], among all: [any Plugin.Type]? = nil
    ) -> Outcome {
        var loader = PluginLoader(sections: sections)
        for type in types { loader.load(type) }
        loader.reportUnknownSections(known: (all ?? types).map { $0.name })
        return loader.finish()
    }

    /// Runs all plugins until the task is cancelled, or one of them fails.
    package func run() async throws {
        try await withThrowingTaskGroup(of: Void.self) { group in
            for (name, plugin) in plugins {
                group.addTask {
                    do {
                        try await plugin.run()
                    } catch  where !(error is CancellationError) {
                        throw PluginError("the plugin '\(name)' stopped: \((error as? PluginError)?.message ?? "\(error)")")
                    }
                }
            }
            // One after the other, because `waitForAll` would wait for the endless ones before it throws.
            for try await _ in group {}
        }
    }
}
