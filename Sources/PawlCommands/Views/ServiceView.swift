import PawlKit
import PawlServices

/// Shows a service: what it takes and gives, where it comes from, and who uses it.
struct ServiceView {
    let entry: Services.Entry
    /// The workflows that use it; nil where no folder of workflows could be read.
    let users: [String]?
    /// Whether it is there for that workflow alone, as long as nothing else provides it.
    var isDefault = false

    // MARK: For people

    /// The lines for a stream.
    ///
    /// - Parameter isWhole: Whether to show all that is known, and not what a list shows.
    func text(for stream: ConsoleStream, isWhole: Bool) -> String {
        var sections: [(String, [String])] = [("input", [inputText]), ("output", ["\(entry.interface.output.type)"])]
        if let elements = entry.interface.elements { sections.append(("elements", [elements.structure])) }
        if !entry.interface.errors.isEmpty { sections.append(("errors", [entry.interface.errors.joined(separator: ", ")])) }
        let limits = limits
        if !limits.isEmpty {
            sections.append(("limits", limits.map { isWhole && limits.count > 1 ? "\($0.text), of \($0.owner)" : $0.text }))
        }
        if isWhole {
            sections.append(("version", [entry.metadata.version]))
            sections.append(("repeated", [entry.metadata.isIdempotent ? "safely: one key, one effect" : "with another effect each time"]))
            if let timeout = entry.metadata.suggestedTimeout { sections.append(("timeout", ["\(timeout.text) suggested"])) }
            if !entry.uses.isEmpty { sections.append(("calls", [entry.uses.joined(separator: ", ")])) }
            sections.append(("from", entry.bindings.map(line) + ["the plugin \(entry.plugin)"]))
        } else {
            sections.append(("from", [origin]))
        }
        if let users { sections.append(("used by", [users.isEmpty ? "no workflow" : users.joined(separator: ", ")])) }
        let indent = 2 + (sections.map(\.0.count).max() ?? 0)
        var text = stream.paint(entry.name, .bold) + "  " + entry.metadata.summary + "\n"
        for (name, lines) in sections {
            for (index, line) in lines.enumerated() {
                text += "  " + DisplayText.padded(index == 0 ? name : "", to: indent) + DisplayText.visible(line) + "\n"
            }
        }
        return text
    }

    private var inputText: String {
        if entry.ignoresInput { return "anything; the binding gives all that counts" }
        if entry.bindings.contains(where: { $0.adapter?.input != nil }) { return "what a workflow declares; the binding adapts it" }
        return entry.interface.input.structure + (entry.metadata.takesAnyInput ? " and anything else" : "")
    }

    /// `pawl.yaml:4 → mock.return, plugin mock`.
    private var origin: String {
        entry.bindings.map { "\(place($0)) → \($0.use), " }.joined() + "plugin \(entry.plugin)"
    }

    /// `pawl.yaml:4 (profile) → http.request, gives method and url, adapts input, output and errors`.
    private func line(_ binding: ServiceBinding) -> String {
        var line = "\(place(binding)) → \(binding.use)"
        let given = binding.givenNames
        if !given.isEmpty { line += "; gives " + given.joined(separator: ", ") }
        let adapted = Self.adapted(binding)
        if !adapted.isEmpty { line += "; adapts " + adapted.joined(separator: ", ") }
        return line
    }

    private func place(_ binding: ServiceBinding) -> String {
        var place = "\(binding.place.file):\(binding.place.range.start.line)"
        if binding.layer > 0 { place += " (profile)" } else if isDefault, binding.name == entry.name { place += " (default)" }
        return place
    }

    private static func adapted(_ binding: ServiceBinding) -> [String] {
        guard let adapter = binding.adapter else { return [] }
        return [
            adapter.input == nil ? nil : "input", adapter.output == nil ? nil : "output", adapter.elements == nil ? nil : "elements",
            adapter.errors.isEmpty ? nil : "errors",
        ].compactMap { $0 }
    }

    private var limits: [(owner: String, text: String)] {
        entry.bindings.compactMap { binding in binding.limits.map { (binding.name, $0.description) } }
    }

    // MARK: For programs

    /// Writes all that is known.
    func write(to json: inout JSONWriter) {
        json.beginObject()
        json.member("name", entry.name)
        json.member("summary", entry.metadata.summary)
        json.member("version", entry.metadata.version)
        json.member("plugin", entry.plugin)
        json.member("input", entry.interface.input.structure)
        json.member("output", "\(entry.interface.output.type)")
        json.member("elements", entry.interface.elements?.structure)
        json.member("errors", entry.interface.errors)
        json.member("idempotent", entry.metadata.isIdempotent)
        json.member("takesAnyInput", entry.metadata.takesAnyInput || entry.ignoresInput)
        json.member("suggestedTimeout", entry.metadata.suggestedTimeout?.text)
        json.member("uses", entry.uses)
        json.member("bindings", entry.bindings.map(\.use))
        json.key("chain")
        json.beginArray()
        for binding in entry.bindings {
            json.beginObject()
            json.member("name", binding.name)
            json.member("use", binding.use)
            json.member("file", binding.place.file)
            json.member("line", Int64(binding.place.range.start.line))
            json.member("isOfProfile", binding.layer > 0)
            json.member("gives", binding.givenNames)
            json.member("adapts", Self.adapted(binding))
            if let limits = binding.limits {
                json.key("limits")
                json.beginObject()
                json.member("concurrency", limits.concurrency.map { Int64($0) })
                json.member("rate", limits.rate.map { "\($0.count)/\($0.unit.rawValue)" })
                json.endObject()
            }
            json.endObject()
        }
        json.endArray()
        json.member("isDefault", isDefault)
        if let users { json.member("usedBy", users) }
        json.endObject()
    }
}
