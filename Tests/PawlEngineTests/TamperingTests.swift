import PawlEngine
import PawlKit
import PawlMachine
import PawlScenario
import Testing

/// Replay finds what was changed in a journal, whatever it is, and never breaks on it. The checksums are made to fit each time.
@Suite(.serialized) struct TamperingTests {
    private static let workflow = """
        workflow: tamper
        unhandled: reject
        events: { Go: { n: int }, Open: { payload: any }, Inside: { text: string }, Never: {} }
        services: { work.do: { output: { text: string } } }
        states:
          A: { data: { n: int, last: any } }
          B: {}
          Done: { final: true, data: { text: string }, output: { text: "${ state.text }" } }
        output: { text: string }
        initial: { state: A, data: { n: 0, last: null } }
        feedbacks: [ { on: B, perform: work.do, success: Inside, retry: { attempts: 2, delay: 1m } } ]
        transitions:
          - { from: A, on: Go, when: event.n > 0, data: { n: "${ state.n + event.n }", last: "${ state.last }" } }
          - { from: A, on: Open, data: { n: "${ state.n }", last: "${ event.payload }" } }
          - { from: A, after: 1h, to: B }
          - { from: B, on: Inside, to: Done, data: { text: "${ event.text }" } }
        """

    /// A history with as many kinds as one instance can have.
    private static func history(_ lab: EngineLab) async throws -> [JournalEntry] {
        lab.services["work.do"].fail(.once, with: ServiceFailure("unavailable", "not now"))
        lab.services["work.do"].succeed(.always, with: ["text": "good"])
        let engine = try await lab.engine()
        let id = try await lab.start(engine)
        let sends: [SentEvent] = [
            .of("Go", #"{"n":1}"#), .of("Open", #"{"payload":{"$date":"x","$n":1}}"#), .of("Never"), .of("Nope"),
            .of("Go", #"{"n":"many"}"#), .of("Inside"), .of("Go", #"{"n":0}"#, dedupe: "K"),
        ]
        for sent in sends { _ = try await engine.submit(.send(sent), to: id) }
        _ = try await engine.submit(.person(.pause, who: "test"), to: id)
        _ = try await engine.submit(.send(.of("Go", #"{"n":5}"#)), to: id)
        _ = try await engine.submit(.person(.resume, who: "test"), to: id)
        try await lab.pass { try await lab.history(id).contains { $0.body.end != nil } }
        _ = try await engine.submit(.send(.of("Go", #"{"n":1}"#)), to: id)
        return try await lab.history(id)
    }

    /// One change of an entry.
    enum Change: String, CaseIterable {
        case kind, workflow, revision, format, event, from, to, cause, arrival, dedupe, key, input, payload, answer, settings, effect
        case microsteps, reasons, rejection, data, history, cancelledEffects, cancelledTimers, effects, timers, readmitted, incident, end

        func apply(to entry: inout JournalEntry) {
            switch self {
            case .kind: entry.kind = entry.kind == .paused ? .resumed : .paused
            case .workflow: entry.workflow = "other"
            case .revision: entry.revision = 2
            case .format: entry.format = 0
            case .event: entry.event = entry.event == nil ? "Go" : nil
            case .from: entry.from = ["Done"]
            case .to: entry.to = entry.to == ["B"] ? ["A"] : ["B"]
            case .cause: entry.body.cause = entry.body.cause == .engine ? .outside("x") : .engine
            case .arrival: entry.body.arrival = 77
            case .dedupe: entry.body.dedupe = "other"
            case .key: entry.body.key = entry.kind == .started ? nil : "other"
            case .input: entry.body.input = RawJSON(#"{"x":1}"#)
            case .payload: entry.body.payload = RawJSON(#"{"y":1}"#)
            case .answer: entry.body.answer = .failure(code: "x", message: "y")
            case .settings: entry.body.settings = RawJSON(#"{"x":1}"#)
            case .effect: entry.body.effect = EffectChange(id: EffectID(position: 99, feedback: "x"), attempt: 7)
            case .microsteps: entry.body.microsteps.append(MicrostepRecord(event: "x"))
            case .reasons: entry.body.reasons.append(UnhandledReason(state: "A", why: .noRow))
            case .rejection: entry.body.rejection = "other"
            case .data: entry.body.data = RawJSON("{}")
            case .history: entry.body.history = RawJSON("{}")
            case .cancelledEffects: entry.body.cancelledEffects.append(EffectID(position: 1, feedback: "x"))
            case .cancelledTimers: entry.body.cancelledTimers.append(TimerID(position: 99, name: "x"))
            case .effects:
                entry.body.effects.append(EffectSchedule(id: EffectID(position: 1, feedback: "x"), service: "x", input: RawJSON("{}")))
            case .timers: entry.body.timers.append(TimerSchedule(id: TimerID(position: 99, name: "x"), due: .epoch))
            case .readmitted: entry.body.readmitted.append(9)
            case .incident: entry.body.incident = Incident(code: "x", message: "y")
            case .end: entry.body.end = entry.body.end == nil ? InstanceEnd(status: .failed) : nil
            }
        }
    }

    @Test(arguments: Change.allCases)
    func `a change of any field of any entry is found`(change: Change) async throws {
        let lab = try EngineLab(Self.workflow)
        let entries = try await Self.history(lab)
        #expect(lab.replay(entries) == [])
        #expect(Set(entries.map(\.kind)).count >= 9, "\(entries.map(\.kind))")
        // A revision that fits nothing here must not be asked about this state.
        var foreign = try EngineLab.load("workflow: tamper\nstates: { X: {} }\ninitial: X")
        foreign.revision = 2
        var own = lab.machine
        own.revision = 1
        for index in entries.indices {
            var changed = entries
            change.apply(to: &changed[index])
            guard changed[index] != entries[index], !Self.isFree(change, of: entries[index]) else { continue }
            let found = lab.replay(changed, machines: [own, foreign])
            #expect(found.count == 1 && found.first?.position ?? 0 <= Int64(index + 2), "\(entries[index].kind) \(index): \(found)")
        }
    }

    /// Whether a field is the sender's own word, of which any text is as good: nothing can be compared with it.
    private static func isFree(_ change: Change, of entry: JournalEntry) -> Bool {
        // Likewise what a service said.
        if change == .answer, case .failure? = entry.body.answer { return entry.kind == .retry }
        guard case .outside = entry.body.cause else { return false }
        switch change {
        case .key: return entry.kind == .started
        case .dedupe: return [.event, .queued, .deferred, .rejected, .deadLetter].contains(entry.kind)
        case .payload: return entry.kind == .rejected || entry.kind == .deadLetter
        default: return false
        }
    }

    @Test func `payloads are replayed as they are recorded, whatever their keys and size`() async throws {
        let lab = try EngineLab(Self.workflow)
        let engine = try await lab.engine()
        let id = try await lab.start(engine)
        // As canonical JSON it is larger than what was sent, and than what may be sent.
        let many = (0..<4_000).map { #"{"$a":\#($0 % 10)}"# }.joined(separator: ",")
        for payload in [#"{"payload":{"$secret":[{"name":"KEY"}],"$any":1}}"#, #"{"payload":{"list":[\#(many)]}}"#] {
            #expect(payload.utf8.count < 65_536)
            #expect(try await engine.submit(.send(.of("Open", payload)), to: id).words == "handled A")
        }
        #expect(lab.replay(try await lab.history(id)) == [])
    }
}
