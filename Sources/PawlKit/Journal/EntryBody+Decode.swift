extension EntryBody {
    /// Reads what ``encoded`` wrote; nil when the text is not of that form.
    public init?(encoded bytes: [UInt8]) {
        guard let members = RawJSON(bytes).members else { return nil }
        var fields = Fields(members)
        guard let cause = fields.take("cause").flatMap(EntryCause.init(encoded:)) else { return nil }
        self.init(cause: cause)
        arrival = fields.integer("arrival")
        dedupe = fields.string("dedupe")
        key = fields.string("key")
        input = fields.take("input")
        payload = fields.take("payload")
        answer = fields.take("answer").flatMap(EffectAnswer.init(encoded:))
        settings = fields.take("settings")
        guards = fields.list("guards", GuardOutcome.init(encoded:))
        effect = fields.take("effect").flatMap(EffectChange.init(encoded:))
        microsteps = fields.list("microsteps", MicrostepRecord.init(encoded:))
        reasons = fields.list("reasons", UnhandledReason.init(encoded:))
        rejection = fields.string("rejection")
        data = fields.take("data")
        history = fields.take("history")
        cancelledEffects = fields.list("cancelledEffects") { $0.string.flatMap(EffectID.init) }
        cancelledTimers = fields.list("cancelledTimers") { $0.string.flatMap(TimerID.init) }
        effects = fields.list("effects", EffectSchedule.init(encoded:))
        timers = fields.list("timers", TimerSchedule.init(encoded:))
        begun = fields.list("begun", EffectChange.init(encoded:))
        deferred = fields.list("deferred", DeferredEvent.init(encoded:))
        readmitted = fields.list("readmitted") { $0.integer }
        incident = fields.take("incident").flatMap(Incident.init(encoded:))
        end = fields.take("end").flatMap(InstanceEnd.init(encoded:))
        guard fields.isEmpty else { return nil }
    }
}

/// The members of an object, taken one by one; what is left over or broken makes the whole unreadable.
private struct Fields {
    private var members: [(name: String, value: RawJSON)]
    private var isBroken = false

    init(_ members: [(name: String, value: RawJSON)]) { self.members = members }

    init?(_ json: RawJSON) {
        guard let members = json.members else { return nil }
        self.members = members
    }

    var isEmpty: Bool { members.isEmpty && !isBroken }

    mutating func take(_ name: String) -> RawJSON? {
        // The fields come in declared order, so that the wanted one is first.
        guard let first = members.first, first.name == name else { return nil }
        return members.removeFirst().value
    }

    mutating func string(_ name: String) -> String? { convert(name) { $0.string } }
    mutating func integer(_ name: String) -> Int64? { convert(name) { $0.integer } }
    mutating func timestamp(_ name: String) -> Timestamp? { convert(name) { $0.string.flatMap { Timestamp($0) } } }
    mutating func effect(_ name: String) -> EffectID? { convert(name) { $0.string.flatMap { EffectID($0) } } }

    mutating func convert<Result>(_ name: String, _ convert: (RawJSON) -> Result?) -> Result? {
        guard let value = take(name) else { return nil }
        let result = convert(value)
        if result == nil { isBroken = true }
        return result
    }

    mutating func list<Element>(_ name: String, _ convert: (RawJSON) -> Element?) -> [Element] {
        guard let value = take(name) else { return [] }
        guard let elements = value.elements else {
            isBroken = true
            return []
        }
        let converted = elements.compactMap(convert)
        if converted.count != elements.count { isBroken = true }
        return converted
    }
}

extension EntryCause {
    /// Reads what ``encoded`` wrote.
    public init?(encoded json: RawJSON) {
        guard var fields = Fields(json) else { return nil }
        if let who = fields.string("outside") {
            self = .outside(who)
        } else if let id = fields.effect("effect"), let attempt = fields.integer("attempt") {
            self = .effect(id, attempt: Int(attempt))
        } else if let timer = fields.string("timer").flatMap({ TimerID($0) }) {
            self = .timer(timer)
        } else if let position = fields.integer("raised") {
            self = .raised(at: position)
        } else if fields.string("engine") != nil {
            self = .engine
        } else {
            return nil
        }
        guard fields.isEmpty else { return nil }
    }
}

extension EffectAnswer {
    /// Reads what ``encoded`` wrote.
    public init?(encoded json: RawJSON) {
        guard var fields = Fields(json) else { return nil }
        if let result = fields.take("result") {
            self = .result(result)
        } else if let code = fields.string("code"), let message = fields.string("message") {
            self = .failure(code: code, message: message)
        } else if let element = fields.take("element") {
            self = .element(element)
        } else {
            return nil
        }
        guard fields.isEmpty else { return nil }
    }
}

extension Incident {
    /// Reads what ``encoded`` wrote.
    public init?(encoded json: RawJSON) {
        guard var fields = Fields(json), let code = fields.string("code"), let message = fields.string("message") else { return nil }
        self.init(
            code: code, message: message, place: fields.string("place"), expression: fields.string("expression"),
            source: fields.string("source"), values: fields.take("values"), effect: fields.effect("effect"))
        guard fields.isEmpty else { return nil }
    }
}

extension EffectChange {
    fileprivate init?(encoded json: RawJSON) {
        guard var fields = Fields(json), let id = fields.effect("id"), let attempt = fields.integer("attempt") else { return nil }
        self.init(
            id: id, attempt: Int(attempt), due: fields.timestamp("due"), deadline: fields.timestamp("deadline"),
            interruptions: Int(fields.integer("interruptions") ?? 0))
        guard fields.isEmpty else { return nil }
    }
}

extension MicrostepRecord {
    fileprivate init?(encoded json: RawJSON) {
        guard var fields = Fields(json) else { return nil }
        self.init(
            event: fields.string("event"), payload: fields.take("payload"), taken: fields.list("taken", RowRecord.init(encoded:)),
            refused: fields.list("refused", RowRecord.init(encoded:)), to: fields.string("to").map(StateList.paths))
        guard fields.isEmpty else { return nil }
    }
}

extension RowRecord {
    fileprivate init?(encoded json: RawJSON) {
        guard var fields = Fields(json), let row = fields.string("row") else { return nil }
        self.init(
            row: row, refusal: fields.convert("why") { $0.string.flatMap(Refusal.init(rawValue:)) }, reads: fields.take("reads"))
        guard fields.isEmpty else { return nil }
    }
}

extension UnhandledReason {
    fileprivate init?(encoded json: RawJSON) {
        guard var fields = Fields(json), let state = fields.string("state"),
            let why = fields.convert("why", { $0.string.flatMap(Why.init(rawValue:)) }), fields.isEmpty
        else { return nil }
        self.init(state: state, why: why)
    }
}

extension EffectSchedule {
    fileprivate init?(encoded json: RawJSON) {
        guard var fields = Fields(json), let id = fields.effect("id"), let service = fields.string("service"),
            let input = fields.take("with")
        else { return nil }
        self.init(
            id: id, service: service, input: input, state: fields.take("state"), deadline: fields.timestamp("deadline"),
            isQueued: fields.convert("queued") { $0.boolean } ?? false)
        guard fields.isEmpty else { return nil }
    }
}

extension TimerSchedule {
    fileprivate init?(encoded json: RawJSON) {
        guard var fields = Fields(json), let id = fields.string("id").flatMap({ TimerID($0) }), let due = fields.timestamp("due")
        else { return nil }
        self.init(id: id, due: due, event: fields.string("event"), payload: fields.take("payload"))
        guard fields.isEmpty else { return nil }
    }
}

extension DeferredEvent {
    fileprivate init?(encoded json: RawJSON) {
        guard var fields = Fields(json), let arrival = fields.integer("arrival"), let event = fields.string("event") else { return nil }
        self.init(arrival: arrival, event: event, payload: fields.take("payload"))
        guard fields.isEmpty else { return nil }
    }
}

extension InstanceEnd {
    fileprivate init?(encoded json: RawJSON) {
        guard var fields = Fields(json), let name = fields.string("status"),
            let status = InstanceStatus.allCases.first(where: { $0.name == name })
        else { return nil }
        self.init(status: status, output: fields.take("output"))
        guard fields.isEmpty else { return nil }
    }
}
