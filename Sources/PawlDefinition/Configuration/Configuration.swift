package import PawlKit
package import PawlServices
import PawlYAML

/// What pawl.yaml says, as far as it can be told without plugins and workflows.
package struct Configuration: Sendable {
    /// A text with its place.
    package struct Text: Sendable, Hashable {
        package var text: String
        package var range: SourceRange
    }

    /// The file as the user named it.
    package let file: String
    /// The text of the file; empty when there is none.
    package internal(set) var text = ""
    /// Where the journal is: `sqlite:pawl.db`.
    package internal(set) var store: Text?
    /// The folder of the workflows.
    package internal(set) var workflows: Text?
    /// The sections of the plugins, checked against their types.
    package internal(set) var plugins: [PluginSection] = []
    /// Whether the file names all plugins that are to be loaded.
    package internal(set) var listsPlugins = false
    /// The names of its profiles, in order.
    package internal(set) var profiles: [String] = []
    /// The profile that lies over the rest of the file.
    package internal(set) var profile: String?
    /// All findings in the order of the file.
    package internal(set) var diagnostics: [Diagnostic] = []
    var source: YAMLSource?
    var bindings: [BindingSyntax] = []
    var settings: [YAMLPair] = []
    var settingsRange: SourceRange = .start

    /// A configuration in which everything has its default.
    package init(file: String) { self.file = file }

    /// The bindings, typed by the services that they stand for: arguments, and expressions over input and result.
    ///
    /// - Parameter provided: A service of a plugin by name, nil for one that is not known; the container reports those.
    package func serviceBindings(
        over provided: @escaping (String) -> ServiceCatalog.Entry?
    ) -> (bindings: [ServiceBinding], diagnostics: [Diagnostic]) {
        let findings = Findings(file: file)
        findings.source = source
        var compiler = BindingCompiler(file: file, source: source, bindings: bindings, findings: findings, provided: provided)
        return (compiler.compileAll(), findings.sorted)
    }

    /// The settings that a workflow reads, typed by its `settings:` section.
    ///
    /// Other settings are those of other workflows. The record is nil when something is wrong.
    package func settings(for type: RecordType, of workflow: String) -> (settings: Record?, diagnostics: [Diagnostic]) {
        let findings = Findings(file: file)
        let reader = TemplateReader(findings: findings, scope: nil)
        let given = settings.filter { type.slot(of: $0.name) != nil }
        guard let (fields, isComplete) = reader.fields(given, of: type, owner: "`settings`") else { return (nil, findings.sorted) }
        let missing = type.fields.indices.filter { fields[$0] == nil && !type.fields[$0].isOptional }
        if !missing.isEmpty {
            findings.report(ConfigurationFact.missingSettings(missing.map { type.fields[$0] }, workflow: workflow), at: settingsRange)
        }
        guard missing.isEmpty, isComplete else { return (nil, findings.sorted) }
        return (Record(type: type, fields: fields.map { $0?.template?.constantValue }), findings.sorted)
    }
}
