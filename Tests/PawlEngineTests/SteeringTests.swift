import PawlEngine
import PawlKit
import PawlMachine
import PawlScenario
import Testing

/// What people do to instances, in every status.
@Suite(.serialized) struct SteeringTests {
    private static let workflow = """
        workflow: steer
        events: { Go: {}, Bad: { n: int }, End: {} }
        services: { work.do: { output: { text: string } } }
        states:
          A: { data: { n: int } }
          Working: {}
          Done: { final: true }
        initial: { state: A, data: { n: 0 } }
        feedbacks: [ { on: Working, perform: work.do } ]
        transitions:
          - { from: A, on: Go, data: { n: "${ state.n + 1 }" } }
          - { from: A, on: Bad, to: Working, when: 1 / event.n > 0 }
          - { from: A, on: End, to: Done }
          - { from: Working, on: done, to: Done }
        """

    enum Situation: String, CaseIterable {
        case active, paused, blocked, gaveUp, finished, cancelled
    }

    private static func bring(_ lab: EngineLab, _ engine: Engine, to situation: Situation) async throws -> InstanceID {
        let id = try await lab.start(engine)
        switch situation {
        case .active: break
        case .paused: _ = try await engine.submit(.person(.pause, who: "test"), to: id)
        case .blocked: _ = try await engine.submit(.send(.of("Bad", #"{"n":0}"#)), to: id)
        case .gaveUp:
            lab.services["work.do"].fail(.once, with: ServiceFailure("unavailable", "gone"))
            _ = try await engine.submit(.send(.of("Bad", #"{"n":1}"#)), to: id)
            _ = try await lab.history(id, with: .incident)
        case .finished: _ = try await engine.submit(.send(.of("End")), to: id)
        case .cancelled: _ = try await engine.submit(.person(.cancel, who: "test"), to: id)
        }
        return id
    }

    private static let answers: [Situation: [PersonAction: String]] = [
        .active: [.pause: "paused", .cancel: "cancelled"],
        .paused: [.resume: "active", .cancel: "cancelled"],
        .blocked: [.retry: "blocked", .skip: "active", .cancel: "cancelled"],
        .gaveUp: [.retry: "finished", .skip: "active", .cancel: "cancelled"],
        .finished: [:], .cancelled: [:],
    ]

    @Test(arguments: Situation.allCases, [PersonAction.pause, .resume, .retry, .skip, .cancel])
    func `each action in each status`(situation: Situation, action: PersonAction) async throws {
        let lab = try EngineLab(Self.workflow)
        lab.services["work.do"].succeed(.when { $0.attempt > 1 }, with: ["text": "now it works"])
        let engine = try await lab.engine()
        let id = try await Self.bring(lab, engine, to: situation)
        let before = try await engine.state(of: id).status
        let count = try await lab.history(id).count
        let reply = try await engine.submit(.person(action, who: "test"), to: id)
        if let status = Self.answers[situation]?[action] {
            #expect(reply.words.hasPrefix("handled"))
            while try await engine.state(of: id).status.name != status { await Task.yield() }
        } else {
            #expect(reply.words == "notApplicable \(before.name)")
            #expect(try await lab.history(id).count == count)
        }
        #expect(lab.replay(try await lab.history(id)).isEmpty)
    }

    @Test(arguments: [PersonAction.skip, .retry])
    func `what queued behind a blocked event goes on after skip, and waits on when the retry fails`(action: PersonAction) async throws {
        let lab = try EngineLab(Self.workflow)
        let engine = try await lab.engine()
        let id = try await Self.bring(lab, engine, to: .blocked)
        for _ in 0..<3 { #expect(try await engine.submit(.send(.of("Go")), to: id).words.hasPrefix("queued")) }
        _ = try await engine.submit(.person(action, who: "test"), to: id)
        let state = try await engine.state(of: id)
        #expect(state.stored.instance.data.description == (action == .skip ? #"{"A":{"n":3}}"# : #"{"A":{"n":0}}"#))
        #expect(state.stored.queue.count == (action == .skip ? 0 : 4))
        #expect(state.status == (action == .skip ? .active : .blocked))
        #expect(lab.replay(try await lab.history(id)).isEmpty)
    }

    @Test func `while an instance is paused its effects go on, and their answers wait`() async throws {
        let lab = try EngineLab(Self.workflow)
        let gate = Gate()
        let engine = try await lab.engine { _ in
            { _, _ in
                await gate.pass()
                return ["text": "x"]
            }
        }
        let id = try await lab.start(engine)
        _ = try await engine.submit(.send(.of("Bad", #"{"n":1}"#)), to: id)
        await gate.reached(by: 1)
        _ = try await engine.submit(.person(.pause, who: "test"), to: id)
        await gate.open()
        _ = try await lab.history(id, with: .queued)
        #expect(try await engine.state(of: id).stored.effects.map(\.phase) == [.answered])
        _ = try await engine.submit(.person(.resume, who: "test"), to: id)
        #expect(try await engine.state(of: id).status == .finished)
        #expect(lab.replay(try await lab.history(id)).isEmpty)
    }

    @Test func `cancel cancels running handlers, and what one that ignores it gives is stale`() async throws {
        let lab = try EngineLab(Self.workflow)
        let (polite, stubborn) = (Gate(), Gate())
        let engine = try await lab.engine { _ in
            { _, context in
                if context.idempotencyKey.hasPrefix(lab.polite.rawValue) {
                    await polite.pass()
                    try await lab.clock.sleep(until: lab.clock.now.advanced(by: .hours(1)))
                }
                await stubborn.pass()
                return ["text": "too late"]
            }
        }
        let (one, two) = (try await lab.start(engine), try await lab.start(engine))
        #expect(one == lab.polite)
        for id in [one, two] { _ = try await engine.submit(.send(.of("Bad", #"{"n":1}"#)), to: id) }
        await polite.open()
        await stubborn.reached(by: 1)
        try await lab.clock.sleeping(atLeast: 1)
        for id in [one, two] { _ = try await engine.submit(.person(.cancel, who: "test"), to: id) }
        while lab.clock.sleepers > 0 { await Task.yield() }
        await stubborn.open()
        let entries = try await lab.history(two, with: .stale)
        #expect(entries.map(\.kind) == [.started, .event, .cancelled, .stale])
        while await engine.figures.runningEffects > 0 { await Task.yield() }
        #expect(try await lab.history(one).map(\.kind) == [.started, .event, .cancelled])
        #expect(lab.replay(entries).isEmpty)
    }

    @Test func `a new revision is for new starts; those that run stay on theirs`() async throws {
        let lab = try EngineLab(Self.workflow)
        let engine = try await lab.engine()
        let old = try await lab.start(engine)
        let text = Self.workflow.replacing("state.n + 1", with: "state.n + 10")
        let machine = try await lab.stored(engine, text: text)
        #expect(machine.revision == 2)
        let new = try await engine.start(machine, key: nil, input: Record(type: machine.input, fields: []), who: "test")
        await engine.stop(grace: .zero)
        let next = try await lab.engine()
        for (id, data) in [(old, #"{"A":{"n":1}}"#), (new, #"{"A":{"n":10}}"#)] {
            _ = try await next.submit(.send(.of("Go")), to: id)
            #expect(try await next.state(of: id).stored.instance.data.description == data)
        }
        #expect(try await next.machine(of: old).revision == 1)
        #expect(try await next.machine(of: new).revision == 2)
    }

    @Test func `an effect whose answer is deferred does not count as work`() async throws {
        let lab = try EngineLab(
            """
            workflow: standing
            events: { Result: { text: string }, Go: {} }
            services: { work.do: { output: { text: string } } }
            states: { A: {}, B: {}, Done: { final: true } }
            initial: A
            feedbacks: [ { on: A, perform: work.do, success: Result } ]
            transitions: [ { from: A, on: Go, to: B }, { from: B, on: Result, to: Done } ]
            """
        ) { machine in
            if let event = machine.event(named: "Result"), let state = machine.state(path: "A") { machine.states[state].deferred = [event] }
        }
        lab.services["work.do"].succeed(.always, with: ["text": "x"])
        let engine = try await lab.engine()
        let id = try await lab.start(engine)
        _ = try await lab.history(id, with: .deferred)
        let state = try await engine.state(of: id)
        #expect(state.stored.effects.map(\.phase) == [.answered])
        guard case .waiting(let accepted) = lab.machine.standing(of: state) else {
            Issue.record("\(lab.machine.standing(of: state))")
            return
        }
        #expect(accepted.map(\.name) == ["Go"])
    }
}

extension EngineLab {
    /// The id of the first instance of a lab.
    var polite: InstanceID { InstanceID(rawValue: "100000000000") }
}
