import PawlEngine
import PawlKit
import PawlMachine
import PawlScenario
import Testing

/// A sender that retries with its dedupe key hears what became of the first sending.
@Suite(.serialized) struct DedupeTests {
    private static let workflow = """
        workflow: dedupe
        events: { Go: {}, Nod: {}, Never: {}, Bad: { n: int }, End: {} }
        states:
          A: { data: { n: int }, ignore: [Nod] }
          Done: { final: true }
        initial: { state: A, data: { n: 0 } }
        transitions:
          - { from: A, on: Go, data: { n: "${ state.n + 1 }" } }
          - { from: A, on: Never, when: state.n < 0, to: Done }
          - { from: A, on: Bad, data: { n: "${ 1 / event.n }" } }
          - { from: A, on: End, to: Done }
        """

    @Test(arguments: [
        ("Go", "{}", "handled A"), ("Nod", "{}", "ignored"),
        ("Never", "{}", "unhandled, accepted: Go Never Bad End"), ("Bad", #"{"n":0}"#, "blocked"), ("End", "{}", "handled Done"),
    ])
    func `the second sending is answered as the first was, after a restart too`(event: String, payload: String, words: String) async throws
    {
        let lab = try EngineLab(Self.workflow)
        let engine = try await lab.engine()
        let id = try await lab.start(engine)
        let sent = SentEvent.of(event, payload, dedupe: "K")
        let first = try await engine.send(sent, to: id)
        #expect(first.reply.words == words)
        #expect(first.position == 2)
        #expect(!first.isRepeated)
        await engine.stop(grace: .zero)
        for engine in [engine, try await lab.engine()] {
            guard let again = try? await engine.send(sent, to: id) else { continue }
            #expect(again.reply.words == words)
            #expect(again.position == 2)
            #expect(again.isRepeated)
        }
        #expect(try await lab.history(id).count == 2)
    }

    @Test func `while the first sending is on its way, the second waits for it`() async throws {
        let lab = try EngineLab(Self.workflow)
        let engine = try await lab.engine()
        let id = try await lab.start(engine)
        lab.store.commits.hang(.once)
        let first = Task { try await engine.send(.of("Go", dedupe: "K"), to: id) }
        try await lab.store.commits.called(times: 2)
        let second = Task { try await engine.send(.of("Go", dedupe: "K"), to: id) }
        while await engine.figures.stimuli < 2 { await Task.yield() }
        lab.store.commits.release()
        let replies = try await [first.value, second.value]
        #expect(replies.map(\.position) == [2, 2])
        #expect(replies.map(\.isRepeated) == [false, true])
        #expect(try await lab.history(id).count == 2)
    }

    @Test func `a queued event is answered as queued, and once it had its turn with what became of it`() async throws {
        let lab = try EngineLab(Self.workflow)
        let engine = try await lab.engine()
        let id = try await lab.start(engine)
        _ = try await engine.submit(.person(.pause, who: "test"), to: id)
        for _ in 0..<2 { #expect(try await engine.send(.of("Go", dedupe: "K"), to: id).reply.words == "queued 1") }
        _ = try await engine.submit(.person(.resume, who: "test"), to: id)
        let answer = try await engine.send(.of("Go", dedupe: "K"), to: id)
        #expect(answer.reply.words == "handled A")
        #expect(answer.position == 5)
        #expect(try await engine.state(of: id).stored.instance.data.description == #"{"A":{"n":1}}"#)
    }

    @Test func `a confirmation that was lost: the retry hears what is on disk`() async throws {
        let lab = try EngineLab(Self.workflow)
        let engine = try await lab.engine()
        let id = try await lab.start(engine)
        lab.store.acknowledgements.fail(.once, with: JournalError(.unavailable, "hiccup"))
        #expect(await engineError { try await engine.send(.of("Go", dedupe: "K"), to: id) }?.code == .journal)
        let again = try await engine.send(.of("Go", dedupe: "K"), to: id)
        #expect(again.reply.words == "handled A")
        #expect(again.isRepeated)
        #expect(try await engine.state(of: id).stored.instance.data.description == #"{"A":{"n":1}}"#)
    }

    @Test func `the key of an unfinished instance is taken, and the error names the instance`() async throws {
        let lab = try EngineLab(Self.workflow)
        let engine = try await lab.engine()
        let id = try await lab.start(engine, key: "ORD-1")
        let error = await engineError { try await lab.start(engine, key: "ORD-1") }
        #expect(error?.code == .keyTaken)
        #expect(error?.instance == id)
        _ = try await engine.submit(.person(.cancel, who: "test"), to: id)
        #expect(try await lab.start(engine, key: "ORD-1") != id)
    }
}
