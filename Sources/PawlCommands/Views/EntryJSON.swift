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
