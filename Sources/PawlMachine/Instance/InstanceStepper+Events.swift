import PawlKit

extension InstanceStepper {
    /// Admits an event from outside, and processes it if it need not wait.
    func send(_ sent: SentEvent, _ state: inout InstanceState, _ surroundings: Surroundings) -> Advance {
        var body = EntryBody(cause: .outside(sent.who))
        body.dedupe = sent.dedupe
        if state.status.isEnded {
            body.payload = Self.excerpt(sent.payload)
            return note(.deadLetter, event: sent.name, body, reply: .deadLetter(state.status), &state, surroundings)
        }
        let occurrence: Occurrence
        do throws(Rejection) {
            occurrence = try admit(sent, body, state)
        } catch {
            // One who sends more than fits would fill the journal with it.
            if error.kind == .busy { return Advance(reply: .rejected(error)) }
            body.rejection = error.kind.rawValue
            body.payload = Self.excerpt(sent.payload)
            return note(.rejected, event: sent.name, body, reply: .rejected(error), &state, surroundings)
        }
        if mustQueue(state) { return queue(occurrence, &state, surroundings) }
        return process(occurrence, &state, surroundings)
    }

    private func admit(_ sent: SentEvent, _ given: EntryBody, _ state: InstanceState) throws(Rejection) -> Occurrence {
        guard let index = machine.event(named: sent.name), machine.events[index].origin != .engine else {
            throw Rejection(.unknownEvent, unknownEvent(sent.name))
        }
        let event = machine.events[index]
        if event.origin == .internal, !sent.isForced {
            throw Rejection(.internalEvent, "'\(sent.name)' is raised only inside \(machine.workflow) and cannot be sent")
        }
        guard sent.isRecorded || sent.payload.count <= machine.limits.payload else {
            throw Rejection(
                .tooLarge, "the payload of '\(sent.name)' has \(sent.payload.count) bytes; \(machine.limits.payload) are allowed")
        }
        guard state.stored.queue.count < machine.limits.queue else {
            throw Rejection(.busy, "\(machine.limits.queue) events wait already; try again later")
        }
        var body = given
        do throws(JSONError) {
            let value = try JSONCodec.decode(sent.payload, as: .record(event.payload), dialect: sent.isRecorded ? .canonical : .plain)
            guard case .record(let payload) = value else { throw JSONError(.mismatch, message: "the payload is no object") }
            if !event.payload.fields.isEmpty { body.payload = RawJSON(try JSONCodec.encode(payload)) }
            return Occurrence(event: StepEvent(.event(index), payload: payload), name: event.name, body: body)
        } catch {
            throw Rejection(.payload, "the payload of '\(sent.name)' does not fit: \(error.description)")
        }
    }

    private func unknownEvent(_ name: String) -> String {
        let names = machine.events.filter { $0.origin == .external }.map(\.name)
        let nearest = NearestName.find(name, among: names).map { "; did you mean '\($0)'?" } ?? ""
        let list = names.isEmpty ? "It has none." : "It has \(names.joined(separator: ", "))."
        return "'\(name)' is not an event of \(machine.workflow) (revision \(machine.revision))\(nearest.isEmpty ? ". \(list)" : nearest)"
    }

    /// The first 256 bytes of a payload that was not admitted, as a string.
    static func excerpt(_ payload: [UInt8]) -> RawJSON {
        var json = JSONWriter()
        json.string(String(decoding: payload.prefix(256), as: UTF8.self))
        return RawJSON(json.bytes)
    }

    /// Admits an occurrence to wait its turn.
    func queue(_ occurrence: Occurrence, _ state: inout InstanceState, _ surroundings: Surroundings) -> Advance {
        var body = occurrence.body
        let arrival = state.stored.instance.arrival + 1
        body.arrival = arrival
        return note(.queued, event: occurrence.name, body, reply: .queued(arrival: arrival), &state, surroundings)
    }

    /// A timer is due.
    func fire(_ id: TimerID, _ state: inout InstanceState, _ surroundings: Surroundings) -> Advance {
        guard let timer = state.stored.timers.first(where: { $0.id == id }) else { return Advance(reply: .stale) }
        if let name = timer.event {
            var body = EntryBody(cause: .timer(id))
            body.payload = timer.payload
            guard let occurrence = raised(name, body) else {
                return note(.unhandled, event: name, body, reply: .stale, &state, surroundings)
            }
            if mustQueue(state) { return queue(occurrence, &state, surroundings) }
            return process(occurrence, &state, surroundings)
        }
        guard let index = machine.timer(named: id.name) else {
            // The definition no longer knows it: the timer goes, and the journal says that it did nothing.
            return note(.unhandled, event: nil, EntryBody(cause: .timer(id)), reply: .stale, &state, surroundings)
        }
        let occurrence = Occurrence(event: StepEvent(.timer(index)), name: nil, body: EntryBody(cause: .timer(id)))
        if mustQueue(state) { return queue(occurrence, &state, surroundings) }
        return process(occurrence, &state, surroundings)
    }

    /// The first event of the queue has its turn.
    func next(_ state: inout InstanceState, _ surroundings: Surroundings) -> Advance {
        guard state.status == .active, let row = state.stored.queue.first(where: { !$0.isDeferred }) else { return Advance(reply: .stale) }
        var body = EntryBody(cause: row.cause)
        body.arrival = row.arrival
        body.payload = row.payload
        body.answer = row.answer
        switch row.cause {
        // What an element raised, once known, is an event like any other.
        case .effect(let id, let attempt) where row.answer?.isFinal == true || row.event == nil:
            guard let answer = row.answer else { break }
            guard let effect = state.effect(id) else {
                // An event before it in the queue cancelled its effect.
                body.effect = EffectChange(id: id, attempt: attempt)
                return note(.stale, event: nil, body, reply: .stale, &state, surroundings)
            }
            return conclude(effect, answer, body, &state, surroundings)
        case .timer(let id) where row.event == nil:
            guard let index = machine.timer(named: id.name) else { break }
            if isSuperseded(id, state) { return note(.unhandled, event: nil, body, reply: .stale, &state, surroundings) }
            return process(Occurrence(event: StepEvent(.timer(index)), name: nil, body: body), &state, surroundings)
        case .outside, .effect, .timer, .raised, .engine:
            guard let name = row.event, let occurrence = raised(name, body) else { break }
            return process(occurrence, &state, surroundings)
        }
        // The definition no longer knows what waits here: say so, and go on.
        body.rejection = Rejection.Kind.unknownEvent.rawValue
        return note(.rejected, event: row.event, body, reply: .stale, &state, surroundings)
    }

    /// An event that the journal holds by name and payload; nil when the definition no longer knows it so.
    private func raised(_ name: String, _ body: EntryBody) -> Occurrence? {
        guard let index = machine.event(named: name),
            let payload = try? machine.decodeRecord(body.payload ?? RawJSON("{}"), machine.events[index].payload, what: name)
        else { return nil }
        return Occurrence(event: StepEvent(.event(index), payload: payload), name: name, body: body)
    }

    /// Whether the state of a timer that waits in the queue was entered again since: then it has a timer of its own, set or waiting behind.
    private func isSuperseded(_ id: TimerID, _ state: InstanceState) -> Bool {
        func isLater(_ other: TimerID) -> Bool { other.position > id.position && UTF8Order.equal(other.name, id.name) }
        return state.stored.timers.contains { isLater($0.id) }
            || state.stored.queue.contains { if case .timer(let other) = $0.cause { isLater(other) } else { false } }
    }
}
