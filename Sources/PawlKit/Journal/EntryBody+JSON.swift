extension EntryBody {
    /// The canonical JSON of the body: fields in declared order, those that do not apply left out.
    public var encoded: [UInt8] {
        var json = JSONWriter()
        json.beginObject()
        json.key("cause")
        json.write(cause)
        json.field("arrival", arrival)
        json.field("dedupe", dedupe)
        json.field("key", key)
        json.field("input", input)
        json.field("payload", payload)
        if let answer {
            json.key("answer")
            json.write(answer)
        }
        json.field("settings", settings)
        if let effect {
            json.key("effect")
            json.write(effect)
        }
        json.list("microsteps", microsteps) { $0.write($1) }
        json.list("reasons", reasons) { json, reason in
            json.beginObject()
            json.field("state", reason.state)
            json.field("why", reason.why.rawValue)
            json.endObject()
        }
        json.field("rejection", rejection)
        json.field("data", data)
        json.field("history", history)
        json.list("cancelledEffects", cancelledEffects) { $0.string($1.description) }
        json.list("cancelledTimers", cancelledTimers) { $0.string($1.description) }
        json.list("effects", effects) { $0.write($1) }
        json.list("timers", timers) { json, timer in
            json.beginObject()
            json.field("id", timer.id.description)
            json.field("due", timer.due.text)
            json.endObject()
        }
        json.list("readmitted", readmitted) { $0.int($1) }
        if let incident {
            json.key("incident")
            json.write(incident)
        }
        if let end {
            json.key("end")
            json.beginObject()
            json.field("status", end.status.name)
            json.field("output", end.output)
            json.endObject()
        }
        json.endObject()
        return json.bytes
    }
}

extension Incident {
    /// The canonical JSON of the incident.
    public var encoded: RawJSON {
        var json = JSONWriter()
        json.write(self)
        return RawJSON(json.bytes)
    }
}

extension EntryCause {
    /// The canonical JSON of the cause.
    public var encoded: RawJSON {
        var json = JSONWriter()
        json.write(self)
        return RawJSON(json.bytes)
    }
}

extension EffectAnswer {
    /// The canonical JSON of the answer.
    public var encoded: RawJSON {
        var json = JSONWriter()
        json.write(self)
        return RawJSON(json.bytes)
    }
}

extension JSONWriter {
    fileprivate mutating func field(_ name: String, _ value: String?) {
        guard let value else { return }
        key(name)
        string(value)
    }

    fileprivate mutating func field(_ name: String, _ value: Int64?) {
        guard let value else { return }
        key(name)
        int(value)
    }

    fileprivate mutating func field(_ name: String, _ value: RawJSON?) {
        guard let value else { return }
        key(name)
        raw(value.bytes)
    }

    fileprivate mutating func list<Element>(_ name: String, _ elements: [Element], _ write: (inout JSONWriter, Element) -> Void) {
        guard !elements.isEmpty else { return }
        key(name)
        beginArray()
        for element in elements { write(&self, element) }
        endArray()
    }

    fileprivate mutating func write(_ cause: EntryCause) {
        beginObject()
        switch cause {
        case .outside(let who): field("outside", who)
        case .effect(let id, let attempt):
            field("effect", id.description)
            field("attempt", Int64(attempt))
        case .timer(let id): field("timer", id.description)
        case .engine: field("engine", "recovery")
        }
        endObject()
    }

    fileprivate mutating func write(_ answer: EffectAnswer) {
        beginObject()
        switch answer {
        case .result(let result): field("result", result)
        case .failure(let code, let message):
            field("code", code)
            field("message", message)
        }
        endObject()
    }

    fileprivate mutating func write(_ effect: EffectChange) {
        beginObject()
        field("id", effect.id.description)
        field("attempt", Int64(effect.attempt))
        field("due", effect.due?.text)
        field("deadline", effect.deadline?.text)
        if effect.interruptions > 0 { field("interruptions", Int64(effect.interruptions)) }
        endObject()
    }

    fileprivate mutating func write(_ step: MicrostepRecord) {
        beginObject()
        field("event", step.event)
        field("payload", step.payload)
        list("taken", step.taken) { $0.write($1) }
        list("refused", step.refused) { $0.write($1) }
        if let to = step.to { field("to", StateList.text(to)) }
        endObject()
    }

    fileprivate mutating func write(_ row: RowRecord) {
        beginObject()
        field("row", row.row)
        field("why", row.refusal?.rawValue)
        field("reads", row.reads)
        endObject()
    }

    fileprivate mutating func write(_ effect: EffectSchedule) {
        beginObject()
        field("id", effect.id.description)
        field("service", effect.service)
        field("with", effect.input)
        field("state", effect.state)
        field("deadline", effect.deadline?.text)
        endObject()
    }

    fileprivate mutating func write(_ incident: Incident) {
        beginObject()
        field("code", incident.code)
        field("message", incident.message)
        field("place", incident.place)
        field("expression", incident.expression)
        field("source", incident.source)
        field("values", incident.values)
        field("effect", incident.effect?.description)
        endObject()
    }
}
