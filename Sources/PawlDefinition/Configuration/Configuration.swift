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

    /// A name bound to a service, its arguments not yet typed.
    struct Binding: Sendable {
        var name: String
        var range: SourceRange
        var use: String
        var useRange: SourceRange
        var arguments: [YAMLPair]
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
    /// All findings in the order of the file.
    package internal(set) var diagnostics: [Diagnostic] = []
    var bindings: [Binding] = []
    var settings: [YAMLPair] = []
    var settingsRange: SourceRange = .start

    /// A configuration in which everything has its default.
    package init(file: String) { self.file = file }

    /// The bindings with their arguments, each read as the type that the input of its service declares.
    ///
    /// - Parameter input: The input of a service by name, nil for one that is not known; the container reports those.
    package func serviceBindings(typedBy input: (String) -> RecordType?) -> (bindings: [ServiceBinding], diagnostics: [Diagnostic]) {
        let findings = Findings(file: file)
        let reader = TemplateReader(findings: findings, scope: nil)
        let bound = bindings.map { binding in
            let type = self.input(of: binding, input)
            var with = ValueMap()
            var places: [ByteString: SourcePlace] = [:]
            for pair in binding.arguments {
                let field = type?.field(pair.name)
                let reading = reader.read(
                    pair.value, as: field?.type ?? .any, isOptional: field?.isOptional ?? false, field: pair.name)
                places[ByteString(pair.name)] = SourcePlace(file: file, range: pair.value.headRange)
                if let value = reading.template?.constantValue { with[pair.name] = value }
            }
            return ServiceBinding(
                name: binding.name, use: binding.use, with: .map(with), place: SourcePlace(file: file, range: binding.range),
                usePlace: SourcePlace(file: file, range: binding.useRange), argumentPlaces: places)
        }
        return (bound, findings.sorted)
    }

    /// The input of the service that a binding stands for in the end: over other bindings, and never round in a circle.
    private func input(of binding: Binding, _ input: (String) -> RecordType?) -> RecordType? {
        var target = binding
        for _ in bindings.indices {
            guard let next = bindings.first(where: { UTF8Order.equal($0.name, target.use) }), next.name != target.name else { break }
            target = next
        }
        return input(target.use)
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
