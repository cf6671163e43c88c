import PawlCommands
import PawlEngine
import PawlJournal
import PawlKit
import PawlMachine
import Testing

@Suite struct `Why an instance does not move` {
    private let naming = InstanceNaming(among: [SampleRun.instance])
    private let engine = StoreOwner("4711 pawl serve")
    private let approve = AcceptedEvent(
        name: "Approve", payload: RecordType(fields: [.init("by", .string)]), isGuarded: true, isFromAnywhere: false)
    private let cancel = AcceptedEvent(name: "Cancel", payload: .empty, isGuarded: false, isFromAnywhere: true)
    private let retry = AcceptedEvent(name: "Retry", payload: .empty, isGuarded: false, isFromAnywhere: false)

    /// The order in a state, with what is pending left out.
    private func order(_ state: String, _ status: InstanceStatus = .active, _ change: (inout StoredInstance) -> Void = { _ in })
        -> StoredInstance
    {
        var stored = SampleRun.stored
        stored.instance.states = [state]
        stored.instance.status = status
        stored.effects = []
        stored.timers = []
        stored.queue = []
        change(&stored)
        return stored
    }

    private func entry(
        _ kind: EntryKind, to state: String, from: String = "Shipping", event: String? = nil, cause: EntryCause,
        _ fill: (inout EntryBody) -> Void = { _ in }
    ) -> JournalEntry {
        SampleRun.entry(6, kind, at: SampleRun.time(10), event: event, from: from, to: state, cause: cause, fill)
    }

    private var gaveUp: JournalEntry {
        entry(.event, to: "Unshipped", event: "failed", cause: .effect(SampleRun.ship, attempt: 3)) { body in
            body.answer = .failure(code: "no_carrier", message: "no carrier for postcode 99999")
        }
    }

    private func effect(_ phase: EffectRow.Phase, attempt: Int = 2) -> EffectRow {
        EffectRow(
            id: SampleRun.charge, service: "payments.charge", input: RawJSON("{}"), state: nil, phase: phase, attempt: attempt,
            due: phase == .waiting ? SampleRun.time(90) : nil, deadline: phase == .running ? SampleRun.time(300) : nil, interruptions: 0)
    }

    private func cases() -> [(String, Circumstances)] {
        let timer = TimerRow(id: SampleRun.timer, due: SampleRun.time(902))
        let queued = QueueRow(
            arrival: 1, event: "Cancel", payload: nil, cause: .outside("bob"), answer: nil, isDeferred: false)
        let deferred = QueueRow(
            arrival: 2, event: "Approve", payload: nil, cause: .effect(SampleRun.charge, attempt: 1), answer: nil, isDeferred: true)
        let incident = Incident(
            code: "PWL0701", message: "division by zero", place: "Paying:PaymentAccepted", expression: "state.total / 0", source: "48:30",
            values: RawJSON(#"{"state.total":59.98}"#))
        return [
            (
                "waiting for people",
                Circumstances(order("Unshipped"), .waiting([retry, cancel]), accepts: [retry, cancel], arrival: gaveUp, owner: engine)
            ),
            (
                "waiting with a timer, without an engine",
                Circumstances(
                    order("Paying") { $0.timers = [timer] }, .waiting([approve]), accepts: [approve], arrival: SampleRun.started)
            ),
            (
                "only a timer",
                Circumstances(order("Paying") { $0.timers = [timer] }, .timed(timer.due), arrival: SampleRun.started, owner: engine)
            ),
            (
                "an effect that runs",
                Circumstances(
                    order("Paying") { ($0.effects, $0.timers) = ([effect(.running)], [timer]) }, .working, accepts: [cancel],
                    arrival: SampleRun.started,
                    effects: [EffectCircumstances(effect(.running), attempts: 5, started: SampleRun.time(40))], owner: engine)
            ),
            (
                "an effect that is to run, without an engine",
                Circumstances(
                    order("Paying") { $0.effects = [effect(.running, attempt: 1)] }, .working, arrival: SampleRun.started,
                    effects: [EffectCircumstances(effect(.running, attempt: 1), attempts: 5)])
            ),
            (
                "a retry that is due later",
                Circumstances(
                    order("Paying") { $0.effects = [effect(.waiting)] }, .working, arrival: SampleRun.started,
                    effects: [EffectCircumstances(effect(.waiting), attempts: 5, failure: ("unavailable", "connection refused"))],
                    owner: engine)
            ),
            (
                "events that wait",
                Circumstances(
                    order("Shipping") { ($0.queue, $0.effects) = ([queued, deferred], [effect(.answered)]) }, .working,
                    arrival: SampleRun.paid,
                    effects: [EffectCircumstances(effect(.answered))], owner: engine)
            ),
            (
                "paused",
                Circumstances(
                    order("Paying", .paused) { $0.queue = [queued] }, .paused,
                    arrival: SampleRun.started, halt: entry(.paused, to: "Paying", cause: .outside("bob")), owner: engine)
            ),
            (
                "blocked",
                Circumstances(
                    order("Paying", .blocked) { $0.instance.incident = incident }, .blocked(incident), arrival: SampleRun.started,
                    halt: entry(.incident, to: "Paying", cause: .engine), owner: engine)
            ),
            (
                "blocked by an effect",
                Circumstances(
                    order("Paying", .blocked), .blocked(Incident(code: "PWL0704", message: "nothing takes 'failed'")),
                    arrival: SampleRun.started, effects: [EffectCircumstances(effect(.failed, attempt: 1), attempts: 1)], owner: engine)
            ),
            ("stuck", Circumstances(order("Unshipped"), .stuck, arrival: gaveUp, owner: engine)),
            (
                "ended",
                Circumstances(
                    order("Done", .finished) { $0.instance.output = RawJSON(#"{"trackingId":"TRK-88"}"#) }, .ended(.finished),
                    arrival: SampleRun.done, halt: SampleRun.done)
            ),
            (
                "cancelled, and the end lies too far back",
                Circumstances(order("Paying", .cancelled), .ended(.cancelled))
            ),
            (
                "entered again by a timer",
                Circumstances(
                    order("Paying"), .stuck,
                    arrival: entry(.event, to: "Paying", from: "Paying", cause: .timer(SampleRun.timer)) {
                        $0.cancelledTimers = [SampleRun.timer]
                    },
                    owner: engine)
            ),
            (
                "moved by a person",
                Circumstances(
                    order("Paying"), .waiting([approve]), accepts: [approve],
                    arrival: entry(.event, to: "Paying", from: "OnHold", event: "Retry", cause: .outside("ada")), owner: engine)
            ),
        ]
    }

    @Test func `in words`() throws {
        var text = ""
        for (name, facts) in cases() {
            let view = WhyView(facts, naming: naming, time: .utc, now: SampleRun.time(60), repeated: name == "stuck" ? " --store x.db" : "")
            text += "== \(name)\n" + view.text(for: stream()) + "\n"
        }
        try Golden.expect(text, "why")
    }

    @Test func `on a terminal it is a paragraph that fits`() throws {
        for (name, facts) in cases() {
            let view = WhyView(facts, naming: naming, time: .utc, now: SampleRun.time(60))
            let sentences = view.text(for: stream(width: 60)).split(separator: "\n").filter { !$0.hasPrefix("  pawl") }
            #expect(sentences.allSatisfy { DisplayText.width(String($0)) < 60 }, "\(name)")
        }
    }

    @Test func `as JSON`() throws {
        var text = ""
        for (_, facts) in cases() {
            var json = JSONWriter()
            WhyView(facts, naming: naming, time: .utc, now: SampleRun.time(60)).write(to: &json)
            text += json.text + "\n"
        }
        try Golden.expect(text, "why-json")
    }
}
