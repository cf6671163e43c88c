package import PawlKit

extension Services {
    /// Finds bindings and configured plugins that no workflow leads to.
    ///
    /// - Parameters:
    ///   - requirements: What all workflows need.
    ///   - pluginPlaces: Where pawl.yaml names a plugin.
    package func unused(by requirements: [RequiredService], pluginPlaces: [ByteString: SourcePlace] = [:]) -> [Diagnostic] {
        let used = reached(from: requirements)
        let missing = requirements.map(\.name).filter { self[$0] == nil }
        var findings: [Diagnostic] = []
        for entry in entries where !used.contains(ByteString(entry.name)) {
            guard let binding = entry.bindings.first else { continue }
            let nearest = NearestName.find(entry.name, among: missing)
            findings.append(Diagnostic(.unusedBinding(entry.name, nearest: nearest), at: binding.place))
        }
        let plugins = Dictionary(grouping: entries) { ByteString($0.plugin) }
        for (name, place) in pluginPlaces.sorted(by: { $0.key < $1.key }) {
            guard let own = plugins[name], !own.contains(where: { used.contains(ByteString($0.name)) }) else { continue }
            findings.append(Diagnostic(.unusedPlugin(name.text), at: place))
        }
        return findings
    }

    /// The names that workflows lead to: by bindings, and by what handlers call.
    private func reached(from requirements: [RequiredService]) -> Set<ByteString> {
        var reached: Set<ByteString> = []
        var open = requirements.map(\.name)
        while let name = open.popLast() {
            guard reached.insert(ByteString(name)).inserted, let entry = self[name] else { continue }
            open += entry.bindings.flatMap { [$0.name, $0.use] } + entry.uses + entry.optionalUses
        }
        return reached
    }
}
