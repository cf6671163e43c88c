package import PawlKit
import PawlServices
import PawlYAML

/// Reads pawl.yaml.
package enum ConfigurationLoader {
    /// Reads a configuration. Every problem of the file is reported at once.
    ///
    /// - Parameter plugins: The configuration type of each plugin by name; sections of other plugins are left to the container.
    package static func load(_ bytes: [UInt8], file: String, plugins: [String: RecordType]) -> Configuration {
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
        if let section = Section(document.root, .configuration, findings) {
            if let store = section["store"] { configuration.store = place(store, of: "`store`", findings) }
            if let workflows = section["workflows"] { configuration.workflows = place(workflows, of: "`workflows`", findings) }
            if let settings = section["settings"] {
                configuration.settingsRange = settings.key.range
                configuration.settings = findings.entries(settings.value, of: "`settings`")
            }
            if let list = section["plugins"] { configuration.plugins = readPlugins(list.value, plugins, findings) }
            if let services = section["services"] { configuration.bindings = readBindings(services.value, findings) }
        }
        configuration.diagnostics = findings.sorted
        return configuration
    }

    private static func place(_ pair: YAMLPair, of what: String, _ findings: Findings) -> Configuration.Text? {
        findings.text(pair.value, of: what).map { Configuration.Text(text: $0.text, range: $0.range) }
    }

    // MARK: Plugins

    private static func readPlugins(_ node: YAMLNode, _ types: [String: RecordType], _ findings: Findings) -> [PluginSection] {
        if node.isNull { return [] }
        guard let elements = node.elements else {
            findings.report(DefinitionFact.wrongShape(what: "`plugins`", expected: "a list", found: node.kindText), at: node.headRange)
            return []
        }
        var sections: [PluginSection] = []
        var seen: [ByteString: SourceRange] = [:]
        for element in elements {
            let name: (text: String, range: SourceRange)
            var fields: [YAMLPair] = []
            if let pairs = element.pairs {
                guard pairs.count == 1, let pair = pairs.first else {
                    findings.report(ConfigurationFact.pluginShape, at: element.headRange)
                    continue
                }
                name = (pair.name, pair.key.range)
                fields = findings.entries(pair.value, of: "the section of plugin '\(pair.name)'")
            } else if let text = element.scalar, !element.isNull {
                name = (text.text, text.range)
            } else {
                findings.report(ConfigurationFact.pluginShape, at: element.headRange)
                continue
            }
            if let earlier = seen.updateValue(name.range, forKey: ByteString(name.text)) {
                findings.report(DefinitionFact.listedTwice(name.text), at: name.range, related: earlier)
                continue
            }
            let place = SourcePlace(file: findings.file, range: name.range)
            guard let type = types[name.text] else {
                sections.append(PluginSection(name: name.text, configuration: Record(type: .empty, fields: []), place: place))
                continue
            }
            if let record = LiteralRecord.read(fields, as: type, owner: "plugin '\(name.text)'", at: name.range, findings) {
                sections.append(PluginSection(name: name.text, configuration: record, place: place))
            }
        }
        return sections
    }

    // MARK: Bindings

    private static func readBindings(_ node: YAMLNode, _ findings: Findings) -> [Configuration.Binding] {
        findings.entries(node, of: "`services`").compactMap { pair in
            if !Names.isServiceName(pair.name) { findings.report(DefinitionFact.badServiceName(pair.name), at: pair.key.range) }
            guard let section = Section(pair.value, .binding, findings) else { return nil }
            guard let use = section["use"] else {
                findings.report(
                    DefinitionFact.missingKey("use", in: "a binding", help: "the name of the service it stands for"), at: pair.key.range)
                return nil
            }
            guard let (target, range) = findings.text(use.value, of: "`use`") else { return nil }
            let arguments = section["with"].map { findings.entries($0.value, of: "`with`") } ?? []
            return Configuration.Binding(name: pair.name, range: pair.key.range, use: target, useRange: range, arguments: arguments)
        }
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
