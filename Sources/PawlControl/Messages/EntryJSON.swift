package import PawlKit

extension JournalEntry {
    /// Writes the entry as one JSON object: its columns, then the fields of its body as they are stored.
    package func write(to json: inout JSONWriter) {
        json.beginObject()
        json.member("instance", instance.rawValue)
        json.member("position", position)
        json.member("kind", kind.name)
        json.member("time", time.text)
        json.member("workflow", workflow)
        json.member("revision", Int64(revision))
        json.member("format", Int64(format))
        json.member("event", event)
        json.member("from", from)
        json.member("to", to)
        for field in RawJSON(body.encoded).members ?? [] { json.member(field.name, field.value) }
        json.endObject()
    }
}

extension JournalEntry {
    /// Reads what ``write(to:)`` wrote; nil when the text is not of that form.
    package init?(json: RawJSON) {
        guard let members = json.members else { return nil }
        var columns: [String: RawJSON] = [:]
        var body = JSONWriter()
        body.beginObject()
        for member in members {
            if Self.columns.contains(member.name) { columns[member.name] = member.value } else { body.member(member.name, member.value) }
        }
        body.endObject()
        func paths(_ name: String) -> [String]? { columns[name]?.elements.map { $0.compactMap(\.string) } }
        guard let instance = columns["instance"]?.string, let position = columns["position"]?.integer,
            let kind = EntryKind.allCases.first(where: { $0.name == columns["kind"]?.string }),
            let time = columns["time"]?.string.flatMap({ Timestamp($0) }), let workflow = columns["workflow"]?.string,
            let revision = columns["revision"]?.integer, let format = columns["format"]?.integer, let from = paths("from"),
            let to = paths("to"), let body = EntryBody(encoded: body.bytes)
        else { return nil }
        self.init(
            instance: InstanceID(rawValue: instance), position: position, kind: kind, time: time, workflow: workflow,
            revision: Int(revision), format: Int(format), event: columns["event"]?.string, from: from, to: to, body: body)
    }

    private static let columns: Set = ["instance", "position", "kind", "time", "workflow", "revision", "format", "event", "from", "to"]
}
