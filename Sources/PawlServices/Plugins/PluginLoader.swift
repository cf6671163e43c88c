import PawlKit

/// Loads plugins one after the other and notes what is wrong.
struct PluginLoader {
    private let sections: [PluginSection]
    private let places: [ByteString: SourcePlace]
    private var registrations: [PluginRegistry.Registration] = []
    private var plugins: [(name: String, plugin: any Plugin)] = []
    private var names: Set<ByteString> = []
    private var diagnostics: [Diagnostic] = []

    init(sections: [PluginSection]) {
        self.sections = sections
        places = Dictionary(sections.map { (ByteString($0.name), $0.place) }, uniquingKeysWith: { first, _ in first })
    }

    mutating func load(_ type: any Plugin.Type) {
        let name = type.name
        let place = places[ByteString(name)] ?? SourcePlace(file: "plugin \(name)", range: .start)
        guard names.insert(ByteString(name)).inserted else {
            diagnostics.append(Diagnostic(.duplicatePlugin(name), at: place))
            return
        }
        guard let configuration = configuration(of: type, at: place) else { return }
        do {
            let plugin = try type.init(configuration: configuration)
            // A registry of its own, so that a plugin that fails half-way leaves nothing behind.
            var registry = PluginRegistry()
            registry.plugin = name
            try plugin.register(in: &registry)
            registrations += registry.registrations
            plugins.append((name, plugin))
        } catch {
            let reason = (error as? PluginError)?.message ?? "\(error)"
            diagnostics.append(Diagnostic(.pluginFailed(plugin: name, reason: reason), at: place))
        }
    }

    /// The section of a plugin, or an empty one if it can do without.
    private mutating func configuration(of type: any Plugin.Type, at place: SourcePlace) -> Record? {
        if let section = sections.first(where: { UTF8Order.equal($0.name, type.name) }) { return section.configuration }
        let declared = type.configuration
        let missing = declared.fields.filter { !$0.isOptional }.map(\.name)
        guard missing.isEmpty else {
            diagnostics.append(Diagnostic(.missingConfiguration(plugin: type.name, fields: missing), at: place))
            return nil
        }
        return Record(type: declared, fields: Array(repeating: nil, count: declared.fields.count))
    }

    mutating func reportUnknownSections(known: [String]) {
        let known = known.sorted { UTF8Order.less($0, $1) }
        for section in sections where !names.contains(ByteString(section.name)) {
            let nearest = NearestName.find(section.name, among: known)
            diagnostics.append(Diagnostic(.unknownPlugin(section.name, nearest: nearest, known: known), at: section.place))
        }
    }

    func finish() -> PluginSet.Outcome {
        PluginSet.Outcome(set: PluginSet(plugins: plugins, registrations: registrations, places: places), diagnostics: diagnostics)
    }
}
