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
    /// - Parameters:
    ///   - overrides: Stand over the registrations and bindings of their names, as a test's do.
    ///   - pluginPlaces: Where pawl.yaml names a plugin, for findings about what it registers.
    ///   - isComplete: Whether the requirements are all there are, so that what none of them leads to is of no use.
    package static func build(
        registrations: [PluginRegistry.Registration], overrides: [PluginRegistry.Registration] = [], bindings: [ServiceBinding] = [],
        requirements: [RequiredService] = [], pluginPlaces: [ByteString: SourcePlace] = [:], isComplete: Bool = false
    ) -> Outcome {
        var builder = ContainerBuilder(pluginPlaces: pluginPlaces)
        builder.addRegistrations(registrations)
        builder.addRegistrations(overrides)
        builder.addBindings(bindings.filter { binding in !overrides.contains { UTF8Order.equal($0.name, binding.name) } })
        builder.resolveBindings()
        builder.checkUses()
        let services = Services(builder.entries)
        var diagnostics = builder.diagnostics
        diagnostics += services.check(requirements.filter { !builder.isBroken($0.name) })
        if isComplete { diagnostics += services.unused(by: requirements, pluginPlaces: pluginPlaces) }
        diagnostics.sort { ($0.file, $0.range.start.offset) < ($1.file, $1.range.start.offset) }
        let hasErrors = diagnostics.contains { $0.severity == .error }
        return Outcome(services: hasErrors ? nil : services, diagnostics: diagnostics)
    }
}
