package import PawlKit

extension InstanceRow {
    /// Writes the instance as one JSON object.
    package func write(to json: inout JSONWriter) {
        json.beginObject()
        writeMembers(to: &json)
        json.endObject()
    }

    fileprivate func writeMembers(to json: inout JSONWriter) {
        json.member("id", id.rawValue)
        json.member("workflow", workflow)
        json.member("revision", Int64(revision))
        json.member("key", key)
        json.member("status", status.name)
        json.member("position", position)
        json.member("states", states)
        json.member("data", data)
        json.member("history", history)
        json.member("input", input)
        json.member("output", output)
        json.member("incident", incident?.encoded)
        json.member("created", created.text)
        json.member("updated", updated.text)
    }
}

extension StoredInstance {
    /// Writes the instance with all that is stored of it, the tags of its states where they are known, and the events it would take, as one
    /// JSON object.
    package func write(to json: inout JSONWriter, tags: [String]?, accepts: [EventOffer]) {
        json.beginObject()
        instance.writeMembers(to: &json)
        if let tags { json.member("tags", tags) }
        json.list("effects", effects) { $1.write(to: &$0) }
        json.list("timers", timers) { $1.write(to: &$0) }
        json.list("queue", queue) { $1.write(to: &$0) }
        json.list("accepts", accepts) { $1.write(to: &$0) }
        json.endObject()
    }
}

extension EventOffer {
    /// Writes the event with the types of its fields as one JSON object.
    func write(to json: inout JSONWriter) {
        json.beginObject()
        json.member("event", name)
        json.key("fields")
        json.beginObject()
        for field in fields.fields { json.member(field.name, field.typeText) }
        json.endObject()
        json.endObject()
    }
}

extension TimerRow {
    /// Writes the timer as one JSON object.
    func write(to json: inout JSONWriter) {
        json.beginObject()
        json.member("id", id.description)
        json.member("due", due.text)
        json.endObject()
    }
}

extension EffectRow {
    fileprivate func write(to json: inout JSONWriter) {
        json.beginObject()
        json.member("id", id.description)
        json.member("service", service)
        json.member("phase", "\(phase)")
        json.member("attempt", Int64(attempt))
        json.member("due", due?.text)
        json.member("deadline", deadline?.text)
        json.member("interruptions", Int64(interruptions))
        json.member("with", input)
        json.endObject()
    }
}

extension QueueRow {
    /// Writes the event as one JSON object.
    func write(to json: inout JSONWriter) {
        json.beginObject()
        json.member("arrival", arrival)
        json.member("event", event)
        json.member("payload", payload)
        json.member("cause", cause.encoded)
        json.member("answer", answer?.encoded)
        json.member("deferred", isDeferred)
        json.endObject()
    }
}

extension JSONWriter {
    /// Writes a member that is a list.
    mutating func list<Element>(
        _ name: String, _ elements: [Element], _ write: (inout JSONWriter, Element) -> Void
    ) {
        key(name)
        beginArray()
        for element in elements { write(&self, element) }
        endArray()
    }
}
