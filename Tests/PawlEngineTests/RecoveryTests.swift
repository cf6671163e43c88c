import PawlEngine
import PawlJournal
import PawlKit
import PawlMachine
import PawlScenario
import Testing

/// What an engine takes up from an earlier one.
@Suite(.serialized) struct RecoveryTests {
    private static func workflow(_ delivery: String = "atLeastOnce") -> String {
        """
        workflow: recovery
        services: { work.do: { output: { text: string } } }
        states:
          Working: {}
          Done: { final: true }
          Broken: { final: failure, data: { code: string } }
        initial: Working
        feedbacks:
          - { on: Working, perform: work.do, delivery: \(delivery) }
        transitions:
          - { from: Working, on: done, to: Done }
          - { from: Working, on: failed, to: Broken, data: { code: "${ event.code }" } }
          - { from: Working, after: 1h, to: Done }
        """
    }

    @Test func `an instance that cannot be driven does not hold the others up`() async throws {
        let lab = try EngineLab(Self.workflow())
        lab.services["work.do"].hang(.always)
        let first = try await lab.engine()
        var ids: [InstanceID] = []
        for _ in 0..<3 { ids.append(try await lab.start(first)) }
        await first.stop(grace: .zero)
        // One names a revision that the journal does not hold, as after a restored backup.
        var lost = try await lab.history(ids[0])[0]
        lost.instance = InstanceID(rawValue: "0lost")
        lost.revision = 99
        try await lab.memory.commit(
            JournalWrite(instance: lost.instance, expected: 0, claim: try await lab.memory.claim(), entries: [lost]))
        lab.services["work.do"].reset()
        lab.services["work.do"].succeed(.always, with: ["text": "good"])
        let second = try await lab.engine()
        try await second.recover()
        for id in ids { #expect(try await lab.end(id).last?.to == ["Done"]) }
        #expect(await second.figures.broken == 1)
        #expect(lab.world.log.messages.calls.contains { $0.level == .error && $0.fields["instance"] == "0lost" })
        // Its timer does not make the engine poll.
        try await lab.clock.sleeping(atLeast: 1)
        lab.clock.advance(by: .hours(2))
        for _ in 0..<1_000 { await Task.yield() }
        #expect(lab.clock.sleepers == 0)
    }

    @Test func `a revision that was dropped from memory is read again when an instance of it goes on`() async throws {
        func text(_ version: Int) -> String {
            """
            workflow: versions
            events: { Go: {} }
            states: { A: {}, B\(version): {} }
            initial: A
            transitions: [{ from: A, on: Go, to: B\(version) }]
            """
        }
        let lab = try EngineLab(text(1))
        var options = EngineOptions()
        options.definitions = 3
        options.residents = 1
        let engine = try await lab.engine(options: options)
        var ids: [InstanceID] = []
        for version in 1...8 {
            let machine = try await lab.stored(engine, text: text(version))
            ids.append(try await engine.start(machine, key: nil, input: Record(type: machine.input, fields: []), who: "test"))
        }
        #expect(await engine.figures.definitions == 3)
        for (index, id) in ids.enumerated() {
            #expect(try await engine.submit(.send(.of("Go")), to: id).words == "handled B\(index + 1)")
        }
        #expect(await engine.figures.definitions == 3)
    }

    @Test func `at most once: what was cut off fails with interrupted`() async throws {
        let lab = try EngineLab(Self.workflow("atMostOnce"))
        lab.services["work.do"].hang(.always)
        let first = try await lab.engine()
        let id = try await lab.start(first)
        try await lab.services["work.do"].called(times: 1)
        await first.stop(grace: .zero)
        let second = try await lab.engine()
        try await second.recover()
        let entries = try await lab.end(id)
        #expect(entries.last?.body.data?.description == #"{"Broken":{"code":"interrupted"}}"#)
        #expect(lab.services["work.do"].calls.count == 1)
        #expect(lab.replay(entries).isEmpty)
    }

    @Test func `after five interruptions in a row an effect fails`() async throws {
        let lab = try EngineLab(Self.workflow())
        lab.services["work.do"].hang(.always)
        let first = try await lab.engine()
        let id = try await lab.start(first)
        await first.stop(grace: .zero)
        for _ in 0..<6 {
            let next = try await lab.engine()
            try await next.recover()
            await next.stop(grace: .zero)
        }
        let entries = try await lab.end(id)
        #expect(entries.map(\.kind) == [.started, .attempt, .attempt, .attempt, .attempt, .attempt, .event])
        #expect(entries.compactMap(\.body.effect?.interruptions) == [1, 2, 3, 4, 5])
        #expect(entries.last?.body.data?.description == #"{"Broken":{"code":"interrupted"}}"#)
        #expect(lab.replay(entries).isEmpty)
    }
}
