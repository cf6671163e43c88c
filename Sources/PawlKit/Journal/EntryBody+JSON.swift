extension EntryBody {
    /// The canonical JSON of the body: fields in declared order, those that do not apply left out.
    public var encoded: [UInt8] {
        var json = JSONWriter()
        json.beginObject()
        json.key("cause")
        json.write(cause)
        json.member("arrival", arrival)
        json.member("dedupe", dedupe)
        json.member("key", key)
        json.member("input", input)
        json.member("payload", payload)
        if let answer {
            json.key("answer")
            json.write(answer)
        }
        json.member("settings", settings)
        json.list("guards", guards) { json, outcome in
            switch outcome {
            case .answered(let answer): json.bool(answer)
            case .failed(let message): json.string(message)
            }
        }
        if let effect {
            json.key("effect")
            json.write(effect)
        }
        json.list("microsteps", microsteps) { $0.write($1) }
        json.list("reasons", reasons) { json, reason in
            json.beginObject()
            json.member("state", reason.state)
            json.member("why", reason.why.rawValue)
            json.endObject()
        }
        json.member("rejection", rejection)
        json.member("data", data)
        json.member("history", history)
        json.list("cancelledEffects", cancelledEffects) { $0.string($1.description) }
        json.list("cancelledTimers", cancelledTimers) { $0.string($1.description) }
        json.list("effects", effects) { $0.write($1) }
        json.list("timers", timers) { json, timer in
            json.beginObject()
            json.member("id", timer.id.description)
            json.member("due", timer.due.text)
            json.member("event", timer.event)
            json.member("payload", timer.payload)
            json.endObject()
        }
        json.list("begun", begun) { $0.write($1) }
        json.list("deferred", deferred) { json, event in
            json.beginObject()
            json.member("arrival", event.arrival)
            json.member("event", event.event)
            json.member("payload", event.payload)
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
            json.member("status", end.status.name)
            json.member("output", end.output)
            json.endObject()
        }
        json.endObject()
        return json.bytes
    }
}

extension Incident {
    /// The canonical JSON of the incident.
    public var encoded: RawJSON { .written { $0.write(self) } }
}

extension EntryCause {
    /// The canonical JSON of the cause.
    public var encoded: RawJSON { .written { $0.write(self) } }
}

extension EffectAnswer {
    /// The canonical JSON of the answer.
    public var encoded: RawJSON { .written { $0.write(self) } }
}

extension RawJSON {
    /// The text that a function writes.
    fileprivate static func written(_ write: (inout JSONWriter) -> Void) -> RawJSON {
        var json = JSONWriter()
        write(&json)
        return RawJSON(json.bytes)
    }
}

extension JSONWriter {
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
        case .outside(let who): member("outside", who)
        case .effect(let id, let attempt):
            member("effect", id.description)
            member("attempt", Int64(attempt))
        case .timer(let id): member("timer", id.description)
        case .raised(let position): member("raised", position)
        case .engine: member("engine", "recovery")
        }
        endObject()
    }

    fileprivate mutating func write(_ answer: EffectAnswer) {
        beginObject()
        switch answer {
        case .result(let result): member("result", result)
        case .failure(let code, let message):
            member("code", code)
            member("message", message)
        case .element(let element): member("element", element)
        }
        endObject()
    }

    fileprivate mutating func write(_ effect: EffectChange) {
        beginObject()
        member("id", effect.id.description)
        member("attempt", Int64(effect.attempt))
        member("due", effect.due?.text)
        member("deadline", effect.deadline?.text)
        if effect.interruptions > 0 { member("interruptions", Int64(effect.interruptions)) }
        endObject()
    }

    fileprivate mutating func write(_ step: MicrostepRecord) {
        beginObject()
        member("event", step.event)
        member("payload", step.payload)
        list("taken", step.taken) { $0.write($1) }
        list("refused", step.refused) { $0.write($1) }
        if let to = step.to { member("to", StateList.text(to)) }
        endObject()
    }

    fileprivate mutating func write(_ row: RowRecord) {
        beginObject()
        member("row", row.row)
        member("why", row.refusal?.rawValue)
        member("reads", row.reads)
        endObject()
    }

    fileprivate mutating func write(_ effect: EffectSchedule) {
        beginObject()
        member("id", effect.id.description)
        member("service", effect.service)
        member("with", effect.input)
        member("state", effect.state)
        member("deadline", effect.deadline?.text)
        if effect.isQueued { member("queued", true) }
        endObject()
    }

    fileprivate mutating func write(_ incident: Incident) {
        beginObject()
        member("code", incident.code)
        member("message", incident.message)
        member("place", incident.place)
        member("expression", incident.expression)
        member("source", incident.source)
        member("values", incident.values)
        member("effect", incident.effect?.description)
        endObject()
    }
}
