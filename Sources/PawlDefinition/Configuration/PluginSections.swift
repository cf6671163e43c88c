import PawlKit
import PawlServices
import PawlYAML

/// The sections of plugins, those of a profile laid over those of the file field by field.
struct PluginSections {
    private struct Entry {
        var name: String
        var range: SourceRange
        var fields: [YAMLPair]
    }

    let types: [String: RecordType]
    let findings: Findings
    private var entries: [Entry] = []

    init(types: [String: RecordType], findings: Findings) {
        self.types = types
        self.findings = findings
    }

    var isEmpty: Bool { entries.isEmpty }

    /// Reads a list of plugins over what there is.
    mutating func add(_ node: YAMLNode) {
        if node.isNull { return }
        guard let elements = node.elements else {
            findings.report(DefinitionFact.wrongShape(what: "`plugins`", expected: "a list", found: node.kindText), at: node.headRange)
            return
        }
        var seen: [ByteString: SourceRange] = [:]
        for element in elements {
            guard let entry = read(element) else { continue }
            if let earlier = seen.updateValue(entry.range, forKey: ByteString(entry.name)) {
                findings.report(DefinitionFact.listedTwice(entry.name), at: entry.range, related: earlier)
            } else if let index = entries.firstIndex(where: { UTF8Order.equal($0.name, entry.name) }) {
                entries[index].range = entry.range
                entries[index].fields.removeAll { old in entry.fields.contains { UTF8Order.equal($0.name, old.name) } }
                entries[index].fields += entry.fields
            } else {
                entries.append(entry)
            }
        }
    }

    private func read(_ element: YAMLNode) -> Entry? {
        if let pairs = element.pairs, pairs.count == 1, let pair = pairs.first {
            return Entry(
                name: pair.name, range: pair.key.range, fields: findings.entries(pair.value, of: "the section of plugin '\(pair.name)'"))
        }
        guard let text = element.scalar, !element.isNull else {
            findings.report(ConfigurationFact.pluginShape, at: element.headRange)
            return nil
        }
        return Entry(name: text.text, range: text.range, fields: [])
    }

    /// The sections as the plugins declare them; one that does not fit is reported and left out.
    func typed() -> [PluginSection] {
        entries.compactMap { entry in
            let place = SourcePlace(file: findings.file, range: entry.range)
            guard let type = types[entry.name] else {
                return PluginSection(name: entry.name, configuration: Record(type: .empty, fields: []), place: place)
            }
            return LiteralRecord.read(entry.fields, as: type, owner: "plugin '\(entry.name)'", at: entry.range, findings)
                .map { PluginSection(name: entry.name, configuration: $0, place: place) }
        }
    }
}
