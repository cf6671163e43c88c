package import PawlKit
import PawlServices
import PawlYAML

/// Reads pawl.yaml.
package enum ConfigurationLoader {
    /// Reads a configuration. Every problem of the file is reported at once.
    ///
    /// - Parameters:
    ///   - plugins: The configuration type of each plugin by name; sections of other plugins are left to the container.
    ///   - profile: The profile that lies over the rest of the file; see ``Configuration/profiles`` for whether there is one of that name.
    package static func load(
        _ bytes: [UInt8], file: String, plugins: [String: RecordType], profile: String? = nil
    ) -> Configuration {
        let findings = Findings(file: file)
        var configuration = Configuration(file: file)
        let document: YAMLDocument
        do {
            document = try YAMLReader.read(bytes, file: file)
        } catch {
            // Everything has a default, so a file without a word is a whole one.
            if let last = error.diagnostics.last?.fact as? YAMLFact, last == .emptyDocument { return configuration }
            findings.add(error.diagnostics)
            configuration.diagnostics = findings.sorted
            return configuration
        }
        findings.add(document.diagnostics)
        findings.source = document.source
        configuration.text = document.source.text
        configuration.source = document.source
        configuration.profile = profile
        if let section = Section(document.root, .configuration, findings) {
            var plugins = PluginSections(types: plugins, findings: findings)
            read(section, layer: 0, into: &configuration, &plugins, findings)
            configuration.listsPlugins = !plugins.isEmpty
            if let profiles = section["profiles"] {
                for pair in findings.entries(profiles.value, of: "`profiles`") {
                    configuration.profiles.append(pair.name)
                    guard !pair.value.isNull, let section = Section(pair.value, .profile, findings) else { continue }
                    // Those that are not asked for are looked at as well, so that a slip in one does not wait for the day it is needed.
                    var otherConfiguration = configuration
                    var otherPlugins = plugins
                    read(section, layer: 1, into: &otherConfiguration, &otherPlugins, findings)
                    if profile.map({ UTF8Order.equal($0, pair.name) }) ?? false {
                        (configuration, plugins) = (otherConfiguration, otherPlugins)
                    }
                }
            }
            configuration.plugins = plugins.typed()
        }
        configuration.diagnostics = findings.sorted
        return configuration
    }

    /// Reads the file itself, or a profile that lies over it.
    private static func read(
        _ section: Section, layer: Int, into configuration: inout Configuration, _ plugins: inout PluginSections, _ findings: Findings
    ) {
        if let store = section["store"] { configuration.store = place(store, of: "`store`", findings) }
        if let workflows = section["workflows"] { configuration.workflows = place(workflows, of: "`workflows`", findings) }
        if let settings = section["settings"] {
            if layer == 0 { configuration.settingsRange = settings.key.range }
            let given = findings.entries(settings.value, of: "`settings`")
            configuration.settings.removeAll { old in given.contains { UTF8Order.equal($0.name, old.name) } }
            configuration.settings += given
        }
        if let list = section["plugins"] { plugins.add(list.value) }
        if let services = section["services"] { configuration.bindings += BindingReader.readAll(services.value, layer: layer, findings) }
    }

    private static func place(_ pair: YAMLPair, of what: String, _ findings: Findings) -> Configuration.Text? {
        findings.text(pair.value, of: what).map { Configuration.Text(text: $0.text, range: $0.range) }
    }
}

/// Reads records that are known as they stand, without expressions.
enum LiteralRecord {
    /// The record; nil when something was reported.
    static func read(_ pairs: [YAMLPair], as type: RecordType, owner: String, at range: SourceRange, _ findings: Findings) -> Record? {
        let reader = TemplateReader(findings: findings, scope: nil)
        guard let (fields, isComplete) = reader.fields(pairs, of: type, owner: owner) else { return nil }
        let missing = type.fields.indices.filter { fields[$0] == nil && !type.fields[$0].isOptional }
        if !missing.isEmpty, isComplete {
            findings.report(DefinitionFact.missingFields(missing.map { type.fields[$0] }, owner: owner), at: range)
        }
        guard missing.isEmpty, isComplete else { return nil }
        return Record(type: type, fields: fields.map { $0?.template?.constantValue })
    }
}
