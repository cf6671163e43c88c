package import PawlKit

/// Makes the services of an engine from what plugins register and pawl.yaml binds.
package enum ServiceContainer {
    /// What came of it.
    package struct Outcome: Sendable {
        /// The services; nil when there is an error among the findings.
        package let services: Services?
        /// All findings, in the order of files and positions.
        package let diagnostics: [Diagnostic]
    }

    /// Checks everything and reports all findings at once, before any factory runs.
    ///
    /// `pluginPlaces` says where pawl.yaml names a plugin, for findings about what it registers.
    package static func build(
        registrations: [PluginRegistry.Registration], bindings: [ServiceBinding] = [], requirements: [RequiredService] = [],
        pluginPlaces: [ByteString: SourcePlace] = [:]
    ) -> Outcome {
        var builder = ContainerBuilder(pluginPlaces: pluginPlaces)
        builder.addRegistrations(registrations)
        builder.addBindings(bindings)
        builder.resolveBindings()
        builder.checkUses()
        let services = Services(builder.entries)
        var diagnostics = builder.diagnostics
        diagnostics += services.check(requirements.filter { !builder.isBroken($0.name) })
        diagnostics.sort { ($0.file, $0.range.start.offset) < ($1.file, $1.range.start.offset) }
        let hasErrors = diagnostics.contains { $0.severity == .error }
        return Outcome(services: hasErrors ? nil : services, diagnostics: diagnostics)
    }
}
