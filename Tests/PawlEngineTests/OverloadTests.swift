import PawlEngine
import PawlKit
import PawlMachine
import PawlScenario
import Testing

/// More than an engine can do: it stays as it is, and tells.
@Suite(.serialized) struct OverloadTests {
    private static let workflow = """
        workflow: load
        events: { Go: {} }
        services: { slow.do: { output: { text: string } }, fast.do: { output: { text: string } } }
        states: { A: { data: { n: int } }, Slow: {}, Fast: {}, Done: { final: true, data: { code: string } } }
        initial: { state: A, data: { n: 0 } }
        feedbacks:
          - { on: Slow, perform: slow.do, timeout: 1h }
          - { on: Fast, perform: fast.do, timeout: 1h }
        transitions:
          - { from: A, on: Go, data: { n: "${ state.n + 1 }" } }
          - { from: [Slow, Fast], on: done, to: Done, data: { code: "" } }
          - { from: [Slow, Fast], on: failed, to: Done, data: { code: "${ event.code }" } }
        """

    /// The workflow with another first state.
    private static func workflow(from state: String) -> String {
        workflow.replacing("initial: { state: A, data: { n: 0 } }", with: "initial: \(state)").replacing(
            "workflow: load", with: "workflow: \(state.lowercased())")
    }

    @Test func `a full queue refuses, and its journal does not grow`() async throws {
        let lab = try EngineLab(Self.workflow) { $0.limits.queue = 20 }
        let engine = try await lab.engine()
        let id = try await lab.start(engine)
        _ = try await engine.submit(.person(.pause, who: "test"), to: id)
        for _ in 0..<lab.machine.limits.queue { _ = try await engine.submit(.send(.of("Go")), to: id) }
        let before = try await lab.history(id).count
        for _ in 0..<10 {
            let answer = try await engine.send(.of("Go"), to: id)
            #expect(answer.reply.words == "rejected busy")
            #expect(answer.position == nil)
        }
        #expect(try await lab.history(id).count == before)
        _ = try await engine.submit(.person(.resume, who: "test"), to: id)
        #expect(try await engine.state(of: id).stored.instance.data.description == #"{"A":{"n":20}}"#)
        #expect(lab.replay(try await lab.history(id)).isEmpty)
    }

    @Test func `events beyond the limit are told to come back, those of one instance before those of others`() async throws {
        let lab = try EngineLab(Self.workflow)
        var options = EngineOptions()
        options.stimuli = 90
        let engine = try await lab.engine(options: options)
        let (hot, cold) = (try await lab.start(engine), try await lab.start(engine))
        lab.store.commits.hang(.when { $0.instance == hot })
        let senders = (0..<200).map { _ in
            Task { await engineError { try await engine.submit(.send(.of("Go")), to: hot) } }
        }
        while await engine.figures.refused + engine.figures.stimuli < 200 { await Task.yield() }
        // One event has the turn, and the line is as long as an eighth of what is free beside it.
        #expect(await engine.figures.stimuli == 11)
        #expect(try await engine.submit(.send(.of("Go")), to: cold).words == "handled A")
        // A person gets in line whatever its length.
        let person = Task { try await engine.submit(.person(.pause, who: "test"), to: hot) }
        for _ in 0..<20 { await Task.yield() }
        lab.store.commits.reset()
        lab.store.commits.release()
        #expect(try await person.value.words == "handled A")
        var refused: [EngineError] = []
        for sender in senders { if let error = await sender.value { refused.append(error) } }
        #expect(refused.count == 189)
        #expect(refused.allSatisfy { $0.code == .busy && ($0.retryAfter ?? .zero) > .zero })
    }

    @Test func `a slow service leaves places to the others, and those who wait go in order`() async throws {
        let lab = try EngineLab(Self.workflow(from: "Slow"))
        let gate = Gate()
        var options = EngineOptions()
        options.handlers = 8
        let engine = try await lab.engine(options: options) { name in
            { _, _ in
                if name == "slow.do" { await gate.pass() }
                return ["text": "x"]
            }
        }
        let notices = await engine.watch()
        var slow: [InstanceID] = []
        for _ in 0..<10 { slow.append(try await lab.start(engine)) }
        await gate.reached(by: 4)
        #expect(await engine.figures.runningEffects == 4)
        #expect(await engine.figures.waitingEffects == 6)
        let fast = try await lab.stored(engine, text: Self.workflow(from: "Fast"))
        let quick = try await engine.start(fast, key: nil, input: Record(type: fast.input, fields: []), who: "test")
        #expect(try await lab.end(quick).last?.to == ["Done"])
        await gate.open()
        for id in slow { #expect(try await lab.end(id).last?.body.data?.description == #"{"Done":{"code":""}}"#) }
        await engine.stop(grace: .zero)
        var started: [InstanceID] = []
        for await notice in notices { if case .started(let id, _, _) = notice, id != quick { started.append(id) } }
        #expect(started == slow)
    }

    @Test func `an attempt whose time is over before it has a place fails with timeout and was never begun`() async throws {
        let lab = try EngineLab(Self.workflow(from: "Slow"))
        let gate = Gate()
        var options = EngineOptions()
        options.handlers = 1
        let engine = try await lab.engine(options: options, at: gate)
        let first = try await lab.start(engine)
        await gate.reached(by: 1)
        let second = try await lab.start(engine)
        try await lab.clock.sleeping(atLeast: 2)
        lab.clock.advance(by: .hours(1))
        for id in [first, second] {
            #expect(try await lab.end(id).last?.body.data?.description == #"{"Done":{"code":"timeout"}}"#)
        }
        #expect(await gate.arrivals == 1)
        await gate.open()
    }

    @Test func `an attempt that waits for a place is taken out of the line when its state is left`() async throws {
        let lab = try EngineLab(Self.workflow(from: "Slow"))
        let gate = Gate()
        var options = EngineOptions()
        options.handlers = 1
        let engine = try await lab.engine(options: options, at: gate)
        _ = try await lab.start(engine)
        let second = try await lab.start(engine)
        #expect(await engine.figures.waitingEffects == 1)
        #expect(try await engine.submit(.person(.cancel, who: "test"), to: second).words == "handled Slow")
        #expect(await engine.figures.waitingEffects == 0)
        await gate.open()
        #expect(await gate.arrivals <= 1)
    }

    @Test func `idle instances are forgotten, those just started and those only looked at too`() async throws {
        let lab = try EngineLab(Self.workflow)
        var options = EngineOptions()
        options.residents = 3
        let engine = try await lab.engine(options: options)
        var ids: [InstanceID] = []
        for _ in 0..<20 { ids.append(try await lab.start(engine)) }
        #expect(await engine.figures.residents == 3)
        for id in ids { _ = try await engine.machine(of: id) }
        #expect(await engine.figures.residents == 3)
        for _ in 0..<3 { for id in ids { _ = try await engine.submit(.send(.of("Go")), to: id) } }
        #expect(await engine.figures.residents == 3)
        for id in ids { #expect(try await engine.state(of: id).stored.instance.data.description == #"{"A":{"n":3}}"#) }
    }

    @Test func `a watcher that does not read loses its stream and is told; the others do not`() async throws {
        let lab = try EngineLab(Self.workflow)
        var options = EngineOptions()
        options.notices = 4
        let engine = try await lab.engine(options: options)
        let (one, two) = (try await lab.start(engine), try await lab.start(engine))
        let everything = await engine.watch()
        let onlyTwo = await engine.watch(two)
        for _ in 0..<9 { _ = try await engine.submit(.send(.of("Go")), to: one) }
        _ = try await engine.submit(.send(.of("Go")), to: two)
        #expect(await engine.figures.watchers <= 2)
        await engine.stop(grace: .zero)
        #expect(await words(everything) == ["\(one) 2", "\(one) 3", "\(one) 4", "\(one) 5", "lost"])
        #expect(await words(onlyTwo) == ["\(two) 2"])
    }

    private func words(_ stream: AsyncStream<EngineNotice>) async -> [String] {
        var words: [String] = []
        for await notice in stream {
            switch notice {
            case .committed(let entry): words.append("\(entry.instance) \(entry.position)")
            case .started(let id, _, _): words.append("\(id) starts")
            case .lost: words.append("lost")
            }
        }
        return words
    }
}
