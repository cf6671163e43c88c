import PawlEngine
import PawlJournal
import PawlKit
import PawlMachine
import PawlScenario
import Testing

/// A promise of the engine under the name it has in the documentation, with a workflow that puts it to the test.
struct Promise: Sendable, CustomTestStringConvertible {
    /// What is promised.
    let name: String
    /// The workflow, without its name.
    let workflow: String
    /// What the senders are told, in order.
    var told: [String] = []
    /// The journal as it must be; see ``Stage/line(_:)``.
    let history: [String]
    /// What the service does.
    let given: @Sendable (MockServices) -> Void
    /// What happens.
    let play: @Sendable (Stage) async throws -> Void

    var testDescription: String { name }

    init(
        _ name: String, _ workflow: String, given: @escaping @Sendable (MockServices) -> Void = { $0["work.do"].hang(.always) },
        told: [String] = [], history: [String], play: @escaping @Sendable (Stage) async throws -> Void
    ) {
        self.name = name
        self.workflow = workflow
        self.given = given
        self.told = told
        self.history = history
        self.play = play
    }

    /// Plays it in an engine of its own, and compares what was told and what is on record; the record must replay.
    func keep() async throws {
        let stage = Stage(try EngineLab("workflow: promise\n" + workflow))
        given(stage.lab.services)
        try await stage.open()
        try await play(stage)
        await stage.close()
        #expect(await stage.told == told)
        let entries = try await stage.history
        #expect(entries.map(Stage.line) == history)
        #expect(stage.lab.replay(entries).isEmpty)
    }
}

/// One instance of a workflow, the engine that drives it and a service, `work.do`, that hangs unless it is told otherwise.
actor Stage {
    nonisolated let lab: EngineLab
    private(set) var told: [String] = []
    private var engine: Engine?
    private var instance: InstanceID?

    init(_ lab: EngineLab) { self.lab = lab }

    func open() async throws {
        let engine = try await lab.engine()
        self.engine = engine
        if instance == nil { instance = try await lab.start(engine) } else { try await engine.recover() }
    }

    func close() async { await engine?.stop(grace: .zero) }

    /// What a crash leaves, and an engine that takes it up.
    func restart() async throws {
        await close()
        try await open()
    }

    nonisolated var work: MockServices.Script { lab.services["work.do"] }

    var id: InstanceID {
        get throws { try #require(instance) }
    }

    private var driver: Engine {
        get throws { try #require(engine) }
    }

    func send(_ name: String, _ payload: String = "{}", dedupe: String? = nil) async throws {
        told.append(try await driver.submit(.send(.of(name, payload, dedupe: dedupe)), to: id).words)
    }

    func person(_ action: PersonAction) async throws { told.append(try await driver.submit(.person(action, who: "test"), to: id).words) }

    /// Brings the answer of an attempt that nobody waits for any more.
    func answer(_ effect: EffectID, attempt: Int = 1) async throws {
        told.append(try await driver.submit(.answer(effect, attempt: attempt, .result(["text": "late"])), to: id).words)
    }

    /// Lets the first sleepers wake until the instance has so many entries.
    nonisolated func pass(entries count: Int) async throws { try await lab.pass { try await self.history.count >= count } }

    /// Waits until the instance has so many entries, without time passing; what does not come is missing in the comparison.
    func reach(entries count: Int) async throws {
        for _ in 0..<100_000 {
            if try await history.count >= count { return }
            await Task.yield()
        }
    }

    func state() async throws -> InstanceState { try await driver.state(of: id) }

    var history: [JournalEntry] {
        get async throws { try await lab.history(id) }
    }

    /// An entry in a line: what came, where it led, by which rows, and what that starts and ends.
    static func line(_ entry: JournalEntry) -> String {
        let body = entry.body
        var parts = [entry.kind.name]
        func add(_ word: String, _ names: [String]) { if !names.isEmpty { parts.append(word + " " + names.joined(separator: ", ")) } }
        if let event = entry.event { parts.append(event) }
        if entry.from != entry.to { parts.append("→ " + StateList.text(entry.to)) }
        add("by", body.microsteps.flatMap(\.taken).map(\.row))
        add("not", body.microsteps.flatMap(\.refused).map { "\($0.row) (\($0.refusal?.rawValue ?? ""))" })
        add("because", body.reasons.map { "\($0.state) \($0.why.rawValue)" })
        add("attempt", [body.effect.map { "\($0.attempt)" }].compactMap { $0 })
        add("cancels", body.cancelledEffects.map { "\($0)" } + body.cancelledTimers.map { "\($0)" })
        add("starts", body.effects.map { "\($0.id)" } + body.timers.map { "\($0.id)" })
        add("readmits", body.readmitted.map { "\($0)" })
        if let incident = body.incident { parts.append("\(incident.code) at \(incident.place ?? "")") }
        if let end = body.end { parts.append("ends \(end.status.name)") }
        return parts.joined(separator: " ")
    }
}
