import PawlEngine
import PawlJournal
import PawlKit
import PawlMachine
import PawlScenario
import Testing

/// How an engine stops, and what the next one finds.
@Suite(.serialized) struct StopTests {
    private static let workflow = """
        workflow: stop
        events: { Poke: {} }
        services: { work.do: { output: { text: string } } }
        states:
          Working: { data: { pokes: int } }
          Done: { final: true }
          Late: { final: true }
        initial: { state: Working, data: { pokes: 0 } }
        feedbacks:
          - { on: Working, perform: work.do, delivery: atLeastOnce }
        transitions:
          - { from: Working, on: Poke, data: { pokes: "${ state.pokes + 1 }" } }
          - { from: Working, on: done, to: Done }
          - { from: Working, after: 1h, to: Late }
        """

    @Test func `a handler that ignores its cancellation does not hold a stop up`() async throws {
        let lab = try EngineLab(Self.workflow)
        let gate = Gate()
        let engine = try await lab.engine { _ in
            { _, _ in
                await gate.pass()
                return ["text": "much too late"]
            }
        }
        let id = try await lab.start(engine)
        await gate.reached(by: 1)
        let stopped = Task { await engine.stop(grace: .seconds(10)) }
        // The timer of the state is not waited for any more: the one who sleeps is the stop.
        try await lab.clock.sleeping(atLeast: 1)
        while lab.clock.nextDeadline != lab.clock.now.advanced(by: .seconds(10)) { await Task.yield() }
        lab.clock.advance(by: .seconds(10))
        await stopped.value
        await gate.open()
        #expect(try await lab.history(id).map(\.kind) == [.started])
    }

    @Test func `what ends within the grace period is on record`() async throws {
        let lab = try EngineLab(Self.workflow)
        let gate = Gate()
        let engine = try await lab.engine { _ in
            { _, _ in
                await gate.pass()
                return ["text": "in time"]
            }
        }
        let id = try await lab.start(engine)
        await gate.reached(by: 1)
        let stopped = Task { await engine.stop(grace: .hours(1)) }
        while await engineError({ try await engine.submit(.send(.of("Poke")), to: id) })?.code != .stopping { await Task.yield() }
        await gate.open()
        await stopped.value
        #expect(try await lab.history(id).last?.to == ["Done"])
    }

    @Test func `who is cancelled, and who comes second, waits for the same end`() async throws {
        let lab = try EngineLab(Self.workflow)
        let gate = Gate()
        let engine = try await lab.engine(at: gate)
        let id = try await lab.start(engine)
        await gate.reached(by: 1)
        let first = Task { await engine.stop(grace: .hours(1)) }
        first.cancel()
        while await engineError({ try await engine.submit(.send(.of("Poke")), to: id) })?.code != .stopping { await Task.yield() }
        let second = Task { await engine.stop(grace: .zero) }
        await gate.open()
        await first.value
        await second.value
        #expect(try await lab.history(id).last?.to == ["Done"])
    }

    @Test func `what waits for a place does not begin after the end`() async throws {
        let lab = try EngineLab(
            """
            workflow: many
            services: { work.do: { output: { text: string } } }
            states: { Working: {}, Both: {}, Done: { final: true } }
            initial: Working
            feedbacks:
              - { on: Working, perform: work.do }
              - { on: Both, perform: work.do, id: one, success: ignore, failure: ignore }
              - { on: Both, perform: work.do, id: two, success: ignore, failure: ignore }
            transitions: [{ from: Working, on: { done: Both, failed: Done } }]
            """)
        let (first, others) = (Gate(), Gate())
        var options = EngineOptions()
        // One service has one of two places.
        options.handlers = 2
        let engine = try await lab.engine(options: options) { _ in
            { _, context in
                await (context.idempotencyKey.contains("Working") ? first : others).pass()
                return ["text": "x"]
            }
        }
        let id = try await lab.start(engine)
        await first.reached(by: 1)
        let stopped = Task { await engine.stop(grace: .hours(1)) }
        while await engineError({ try await engine.submit(.send(.of("Poke")), to: id) })?.code != .stopping { await Task.yield() }
        // Its answer starts two, of which one has to wait.
        await first.open()
        await others.reached(by: 1)
        while lab.clock.nextDeadline != lab.clock.now.advanced(by: .hours(1)) { await Task.yield() }
        lab.clock.advance(by: .hours(1))
        await stopped.value
        await others.open()
        while await engine.figures.runningEffects > 0 { await Task.yield() }
        #expect(await others.arrivals == 1)
    }

    @Test func `a stopped engine takes nothing and shows nothing`() async throws {
        let lab = try EngineLab(Self.workflow)
        lab.services["work.do"].hang(.always)
        let engine = try await lab.engine()
        let id = try await lab.start(engine)
        let before = await engine.watch()
        await engine.stop(grace: .zero)
        for stimulus in [
            Stimulus.send(.of("Poke")), .person(.pause, who: "test"), .fire(TimerID(position: 1, name: "Working:after 1h")), .next,
            .answer(EffectID(position: 1, feedback: "Working/work.do"), attempt: 1, .result(["text": "late"])),
        ] {
            #expect(await engineError { try await engine.submit(stimulus, to: id) }?.code == .stopping)
        }
        #expect(await engineError { try await lab.start(engine) }?.code == .stopping)
        for await _ in await engine.watch() {}
        for await _ in before {}
        #expect(try await lab.history(id).map(\.kind) == [.started])
    }

    @Test func `a timer that waits for its turn when the engine stops stays on disk`() async throws {
        let lab = try EngineLab(Self.workflow)
        lab.services["work.do"].hang(.always)
        let engine = try await lab.engine()
        let id = try await lab.start(engine)
        lab.store.commits.hang(.once)
        let poke = Task { try await engine.submit(.send(.of("Poke")), to: id) }
        try await lab.store.commits.called(times: 2)
        // The timer is due while the event has the turn.
        try await lab.clock.sleeping(atLeast: 1)
        lab.clock.advance(by: .hours(1))
        let stopped = Task { await engine.stop(grace: .zero) }
        await stopped.value
        lab.store.commits.release()
        _ = try await poke.value
        let next = try await lab.engine()
        try await next.recover()
        let entries = try await lab.end(id)
        #expect(entries.map(\.kind) == [.started, .event, .attempt, .event])
        #expect(entries.last?.to == ["Late"])
        #expect(lab.replay(entries).isEmpty)
    }

    @Test func `an attempt that waits for its turn when the engine stops is not begun`() async throws {
        let lab = try EngineLab(Self.workflow.replacing("delivery: atLeastOnce", with: "retry: { attempts: 2, delay: 1m, jitter: 0.0 }"))
        lab.services["work.do"].fail(.once, with: ServiceFailure("unavailable", "not now"))
        lab.services["work.do"].succeed(.always, with: ["text": "second"])
        let engine = try await lab.engine()
        let id = try await lab.start(engine)
        _ = try await lab.history(id, with: .retry)
        lab.store.commits.hang(.once)
        let poke = Task { try await engine.submit(.send(.of("Poke")), to: id) }
        try await lab.store.commits.called(times: 3)
        try await lab.clock.sleeping(atLeast: 1)
        lab.clock.advance(by: .minutes(1))
        await engine.stop(grace: .zero)
        lab.store.commits.release()
        _ = try await poke.value
        #expect(try await lab.history(id).map(\.kind) == [.started, .retry, .event])
        let next = try await lab.engine()
        try await next.recover()
        let entries = try await lab.end(id)
        #expect(entries.map(\.kind) == [.started, .retry, .event, .attempt, .event])
        #expect(entries[3].body.effect?.interruptions == 0)
        #expect(lab.replay(entries).isEmpty)
    }
}
