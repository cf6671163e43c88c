import PawlDefinition
import PawlKit
import PawlMachine
import PawlServices

/// What a command works with besides the journal: the configuration, the plugins, and the services that both make.
struct Workspace: Sendable {
    let configuration: Configuration
    let plugins: PluginSet
    let services: Services
    /// The systems that are compiled in.
    let systems: CompiledSystems
    /// The texts of the files read so far, for diagnostics.
    let sources: [String: SourceText]

    /// Reads the configuration and assembles the services.
    ///
    /// - Throws: ``CommandFailure`` after everything wrong with the configuration was reported.
    static func open(_ session: Session) throws(CommandFailure) -> Workspace {
        let (workspace, configuration, findings, sources) = try assemble(session)
        if let workspace { return workspace }
        session.report(findings, sources: sources)
        throw CommandFailure(.negative, "'\(configuration.file)' does not load; nothing was run")
    }

    /// Reads the configuration and assembles the services; no workspace when anything is wrong with them.
    static func assemble(_ session: Session) throws(CommandFailure) -> (
        workspace: Workspace?, configuration: Configuration, findings: [Diagnostic], sources: [String: SourceText]
    ) {
        let (configuration, sources) = try session.configuration()
        let (workspace, findings) = assemble(configuration, sources: sources, session.host)
        return (workspace, configuration, findings, sources)
    }

    /// The workspace of a configuration, nil when it has errors, and all that was found in it.
    static func assemble(
        _ configuration: Configuration, sources: [String: SourceText], _ host: Host
    ) -> (workspace: Workspace?, findings: [Diagnostic]) {
        let directory = FilePath.folder(of: configuration.file)
        let isListed = configuration.listsPlugins
        // A configuration that names plugins names all of them.
        let plugins = host.plugins
        let types = plugins.filter { type in !isListed || configuration.plugins.contains { $0.name == type.name } }
        let sections = configuration.plugins.map { section in
            var section = section
            let type = types.first { $0.name == section.name }
            section.configuration = FilePath.resolve(type?.paths ?? [], of: section.configuration, in: directory)
            return section
        }
        let loaded = PluginSet.load(types, sections: sections, among: plugins)
        let provided = Dictionary(
            loaded.set.registrations.map { registration in
                (
                    registration.name,
                    ServiceCatalog.Entry(
                        interface: registration.interface, metadata: registration.metadata, origin: "the plugin \(registration.plugin)")
                )
            }, uniquingKeysWith: { first, _ in first })
        let bound = configuration.serviceBindings { provided[$0] }
        let built = ServiceContainer.build(
            registrations: loaded.set.registrations, bindings: bound.bindings, pluginPlaces: loaded.set.places)
        let findings = configuration.diagnostics + loaded.diagnostics + bound.diagnostics + built.diagnostics
        guard let services = built.services, !findings.contains(where: { $0.severity == .error }) else {
            return (nil, findings)
        }
        let workspace = Workspace(
            configuration: configuration, plugins: loaded.set, services: services,
            systems: CompiledSystems(host.systems) { services[$0]?.interface.errors ?? [] }, sources: sources)
        return (workspace, findings)
    }

    /// A workflow file that must have a machine; what is wrong with it is reported.
    ///
    /// - Parameters:
    ///   - otherwise: what comes of it when it does not load, for the message.
    ///   - forbids: the findings that keep it from being used although it has a machine.
    func require(
        _ file: String, _ session: Session, otherwise: String, forbids: (Diagnostic) -> Bool
    ) throws(CommandFailure) -> (definition: LoadedDefinition, machine: Machine) {
        let bytes = try session.read(file)
        let (definition, diagnostics) = load(bytes, file: file)
        if let machine = definition.machine, !diagnostics.contains(where: forbids) { return (definition, machine) }
        var sources = sources
        sources[file] = SourceText(bytes)
        session.report(diagnostics, sources: sources)
        session.console.messages.line(DiagnosticRenderer.count(diagnostics, file: file))
        throw CommandFailure(.negative, "'\(file)' does not load; \(otherwise)")
    }

    /// What workflows may use without declaring it.
    var catalog: ServiceCatalog {
        ServiceCatalog(
            entries: Dictionary(
                services.entries.map { entry in
                    (
                        entry.name,
                        .init(
                            interface: entry.interface, metadata: entry.metadata,
                            origin: entry.bindings.isEmpty ? "the plugin \(entry.plugin)" : configuration.file)
                    )
                }, uniquingKeysWith: { first, _ in first }))
    }

    /// Loads a workflow file, and checks it against the services and settings that there are.
    func load(_ bytes: [UInt8], file: String) -> (definition: LoadedDefinition, diagnostics: [Diagnostic]) {
        let definition = DefinitionLoader.load(bytes, file: file, catalog: catalog)
        var diagnostics = definition.diagnostics + services.check(definition.requirements)
        if let machine = definition.machine {
            diagnostics += configuration.settings(for: machine.settings, of: machine.workflow).diagnostics
        }
        return (definition, DiagnosticRenderer.sorted(diagnostics))
    }

    /// The settings of a machine; those that are wrong were reported when its file was loaded.
    func settings(of machine: Machine) -> Record {
        configuration.settings(for: machine.settings, of: machine.workflow).settings
            ?? Record(type: machine.settings, fields: machine.settings.fields.map { _ in nil })
    }
}

extension Session {
    /// The configuration file; one that was not asked for may be missing.
    func configuration() throws(CommandFailure) -> (Configuration, [String: SourceText]) {
        let (path, isRequired) = options.configFile
        if !isRequired, host.ports.files.kind(of: path) == nil {
            let configuration = Configuration(file: path)
            try checkProfile(of: configuration)
            return (configuration, [:])
        }
        let bytes = try read(path)
        let configuration = configuration(bytes, file: path)
        try checkProfile(of: configuration)
        return (configuration, [path: SourceText(bytes)])
    }

    /// Checks that the profile that was asked for is there; in a file that cannot be read as a whole nobody knows.
    private func checkProfile(of configuration: Configuration) throws(CommandFailure) {
        guard let profile = options.profile, !configuration.profiles.contains(where: { UTF8Order.equal($0, profile) }),
            !configuration.diagnostics.contains(where: { $0.severity == .error })
        else { return }
        let nearest = NearestName.find(profile, among: configuration.profiles).map { "; did you mean '\($0)'?" } ?? ""
        throw CommandFailure(
            .notFound, "there is no profile '\(profile)' in '\(configuration.file)'\(nearest)",
            help: [
                configuration.profiles.isEmpty
                    ? "It has none; write profiles: { \(profile): { services: { … } } }."
                    : "It has \(configuration.profiles.joined(separator: ", "))."
            ])
    }

    /// The configuration that a file's bytes come to.
    func configuration(_ bytes: [UInt8], file: String) -> Configuration {
        let types = Dictionary(host.plugins.map { ($0.name, $0.configuration) }, uniquingKeysWith: { first, _ in first })
        return ConfigurationLoader.load(bytes, file: file, plugins: types, profile: options.profile)
    }

    /// The bytes of a file, at most one more than a workflow may have, so that the reader can say that it is too large.
    func read(_ path: String) throws(CommandFailure) -> [UInt8] {
        do {
            return try host.ports.files.read(path, limit: 16 << 20)
        } catch {
            throw CommandFailure(error.code == .notFound ? .notFound : .failure, "cannot read '\(path)': \(error.reason)")
        }
    }

    /// The bytes of an input, wherever it comes from.
    func bytes(of input: InputText) throws(CommandFailure) -> [UInt8] {
        switch input {
        case .json(let json): Array(json.utf8)
        case .file(let path): try read(path)
        case .standardInput: try read("/dev/stdin")
        }
    }

    /// Shows findings on the messages, with their lines.
    func report(_ diagnostics: [Diagnostic], sources: [String: SourceText]) {
        let stream = console.messages
        stream.write(DiagnosticRenderer(for: stream, sources: sources).text(DiagnosticRenderer.sorted(diagnostics)))
    }
}
