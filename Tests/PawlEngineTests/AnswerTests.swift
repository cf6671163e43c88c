import PawlEngine
import PawlKit
import PawlMachine
import PawlScenario
import Synchronization
import Testing

/// What attempts bring back, in time and late, with and without their secrets.
@Suite(.serialized) struct AnswerTests {
    private static let workflow = """
        workflow: answers
        events: { Leave: {} }
        services: { work.do: { input: { token: string }, output: { raw: bytes } } }
        states:
          Working: {}
          Away: {}
          Done: { final: true, data: { raw: bytes }, output: { raw: "${ state.raw }" } }
          Broken: { final: failure, data: { code: string, message: string } }
        output: { raw: bytes }
        initial: Working
        feedbacks: [ { on: Working, perform: work.do, with: { token: "${ secret('KEY') }" }, timeout: 1m } ]
        transitions:
          - from: Working
            on:
              done: Done
              Leave: Away
              failed: { to: Broken, data: { code: "${ event.code }", message: "${ event.message }" } }
          - { from: Away, after: 1h, to: Broken, data: { code: none, message: none } }
        """

    @Test func `an element of an attempt that is over does not end the one that runs`() async throws {
        let lab = try EngineLab(
            """
            workflow: late
            events: { Got: { n: int } }
            services: { work.do: { elements: { n: int }, output: { text: string } } }
            states: { A: {}, B: { final: true }, F: { final: failure } }
            initial: A
            feedbacks:
              - { on: A, perform: work.do, timeout: 1m, retry: { attempts: 2, delay: 1m, jitter: 0.0 }, next: { event: Got, data: { n: "${ result.n }" } } }
            transitions: [{ from: A, on: Got }, { from: A, on: { done: B, failed: F } }]
            """)
        let first = Mutex<ServiceContext?>(nil)
        let gate = Gate()
        let engine = try await lab.engine { _ in
            { _, context in
                if context.attempt == 1 {
                    first.withLock { $0 = context }
                    // Until its time is over.
                    for await _ in AsyncStream<Never>.makeStream().stream {}
                    throw CancellationError()
                }
                await gate.pass()
                try Task.checkCancellation()
                return ["text": "x"]
            }
        }
        let id = try await lab.start(engine)
        // The time-out of the first attempt, and then its retry.
        while first.withLock({ $0 == nil }) || lab.clock.nextDeadline == nil { await Task.yield() }
        lab.clock.advance(by: .minutes(1))
        _ = try await lab.history(id, with: .retry)
        while lab.clock.nextDeadline != lab.clock.now.advanced(by: .minutes(1)) { await Task.yield() }
        lab.clock.advance(by: .minutes(1))
        await gate.reached(by: 1)
        let late = try #require(first.withLock { $0 })
        await #expect(throws: CancellationError.self) { try await late.emit(["n": 1]) }
        await gate.open()
        let entries = try await lab.end(id)
        #expect(entries.map(\.kind) == [.started, .retry, .attempt, .stale, .event])
        #expect(lab.replay(entries).isEmpty)
    }

    @Test func `a secret in bytes is covered too`() async throws {
        let lab = try EngineLab(Self.workflow)
        lab.world.environment.setSecret("KEY", to: "swordfish")
        let engine = try await lab.engine { _ in { input, _ in ["raw": .bytes(Array("<\(input["token"]?.stringValue ?? "")>".utf8))] } }
        let id = try await lab.start(engine)
        let entries = try await lab.end(id)
        let covered = RawJSON(try JSONCodec.encode(.bytes(Array("<•••>".utf8)), as: .bytes)).description
        #expect(entries.last?.body.end?.output?.description == #"{"raw":\#(covered)}"#)
        #expect(lab.replay(entries).isEmpty)
    }

    @Test func `a secret that is not set fails the attempt and is named`() async throws {
        let lab = try EngineLab(Self.workflow)
        let engine = try await lab.engine()
        let id = try await lab.start(engine)
        let entries = try await lab.end(id)
        #expect(entries.last?.to == ["Broken"])
        let data = entries.last?.body.data?.description ?? ""
        #expect(data.contains(#""code":"unavailable""#) && data.contains("KEY"))
        #expect(lab.replay(entries).isEmpty)
    }

    @Test func `what a handler gives after its time-out is on record as stale`() async throws {
        let lab = try EngineLab(Self.workflow)
        lab.world.environment.setSecret("KEY", to: "swordfish")
        let gate = Gate()
        let engine = try await lab.engine { _ in
            { _, _ in
                await gate.pass()
                return ["raw": .bytes([1])]
            }
        }
        let id = try await lab.start(engine)
        await gate.reached(by: 1)
        try await lab.clock.sleeping(atLeast: 1)
        lab.clock.advance(by: .minutes(1))
        _ = try await lab.end(id)
        await gate.open()
        let entries = try await lab.history(id, with: .stale)
        #expect(entries.map(\.kind) == [.started, .event, .stale])
        #expect(entries[1].to == ["Broken"])
        #expect(lab.replay(entries).isEmpty)
    }

    @Test func `leaving a state cancels its handler; one that ignores that is stale`() async throws {
        let lab = try EngineLab(Self.workflow)
        lab.world.environment.setSecret("KEY", to: "swordfish")
        let gate = Gate()
        let engine = try await lab.engine { _ in
            { _, _ in
                await gate.pass()
                return ["raw": .bytes([1])]
            }
        }
        let id = try await lab.start(engine)
        await gate.reached(by: 1)
        #expect(try await engine.submit(.send(.of("Leave")), to: id).words == "handled Away")
        await gate.open()
        let entries = try await lab.history(id, with: .stale)
        #expect(entries.map(\.kind) == [.started, .event, .stale])
        #expect(entries[1].body.cancelledEffects.count == 1)
        #expect(try await engine.state(of: id).stored.instance.states == ["Away"])
        #expect(lab.replay(entries).isEmpty)
    }
}
