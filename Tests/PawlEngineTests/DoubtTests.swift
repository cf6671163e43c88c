import PawlEngine
import PawlJournal
import PawlKit
import PawlMachine
import PawlScenario
import Testing

/// Commits that fail, and commits of which only the confirmation is lost: nothing is stranded, nothing happens twice.
@Suite(.serialized) struct DoubtTests {
    /// An effect that fails once, a timer, an event that queues while the instance is paused.
    private static let workflow = """
        workflow: doubt
        events: { Go: {} }
        services: { work.do: { output: { text: string } } }
        states:
          Working: {}
          Waiting: {}
          Ready: {}
          Done: { final: true }
        initial: Working
        feedbacks:
          - { on: Working, perform: work.do, retry: { attempts: 2, delay: 1m, jitter: 0.0 } }
          - { on: Ready, perform: work.do }
        transitions:
          - { from: Working, on: done, to: Waiting }
          - { from: Waiting, after: 1h, to: Ready }
          - { from: Ready, on: done, to: Done }
        """
    private static let kinds: [EntryKind] = [.started, .retry, .attempt, .event, .event, .event]

    enum Loss: String, CaseIterable {
        case write, confirmation
    }

    @Test(arguments: 2...6, Loss.allCases)
    func `whichever commit is lost, the instance goes on by itself`(number: Int, loss: Loss) async throws {
        for scope in [EngineScope.everything, .named] {
            for reads in 0...3 {
                let lab = try EngineLab(Self.workflow)
                lab.services["work.do"].fail(.once, with: ServiceFailure("unavailable", "not now"))
                lab.services["work.do"].succeed(.always, with: ["text": "good"])
                let failure = JournalError(.unavailable, "the disk hiccups")
                let engine = try await lab.engine(scope: scope)
                let hearing = Hearing(await engine.watch())
                let isWanted: @Sendable (JournalWrite) -> Bool = { $0.expected == Int64(number - 1) }
                switch loss {
                case .write: lab.store.commits.fail(.once(when: isWanted), with: failure)
                case .confirmation: lab.store.acknowledgements.fail(.once(when: isWanted), with: failure)
                }
                for _ in 0..<reads {
                    lab.store.reads.fail(.once { if case .stored = $0 { true } else { false } }, with: failure)
                }
                let id = try await lab.start(engine)
                try await lab.pass { try await lab.history(id).last?.body.end != nil }
                let entries = try await lab.history(id)
                #expect(entries.map(\.kind) == Self.kinds, "\(scope) \(reads)")
                #expect(lab.services["work.do"].calls.map(\.attempt) == [1, 2, 1], "\(scope) \(reads)")
                #expect(lab.replay(entries).isEmpty)
                // What was in doubt is settled, and then told.
                try await lab.pass {
                    let unsettled = await engine.figures.unsettled
                    return await hearing.positions.last == 6 && unsettled == 0
                }
                #expect(await hearing.positions == Array(1...6), "\(scope) \(reads)")
                await engine.stop(grace: .zero)
            }
        }
    }

    @Test(arguments: 2...4, Loss.allCases)
    func `whichever commit of an element is lost, it counts once`(number: Int, loss: Loss) async throws {
        for reads in 0...3 {
            let lab = try EngineLab(
                """
                workflow: stream
                events: { Got: { n: int } }
                services: { work.do: { elements: { n: int }, output: { text: string } } }
                states: { A: { data: { sum: int } }, B: { final: true, data: { sum: int } } }
                initial: { state: A, data: { sum: 0 } }
                feedbacks: [{ on: A, perform: work.do, next: { event: Got, data: { n: "${ result.n }" } } }]
                transitions: [{ from: A, on: Got, data: { sum: "${ state.sum + event.n }" } }, { from: A, on: done, to: B }]
                """)
            lab.services.emit([["n": 1], ["n": 10], ["n": 100]], from: "work.do")
            lab.services["work.do"].succeed(.always, with: ["text": "all"])
            let failure = JournalError(.unavailable, "the disk hiccups")
            let isWanted: @Sendable (JournalWrite) -> Bool = { $0.expected == Int64(number - 1) }
            switch loss {
            case .write: lab.store.commits.fail(.once(when: isWanted), with: failure)
            case .confirmation: lab.store.acknowledgements.fail(.once(when: isWanted), with: failure)
            }
            for _ in 0..<reads { lab.store.reads.fail(.once { if case .stored = $0 { true } else { false } }, with: failure) }
            let engine = try await lab.engine()
            let id = try await lab.start(engine)
            try await lab.pass { try await lab.history(id).last?.body.end != nil }
            try await lab.pass { await engine.figures.unsettled == 0 }
            let entries = try await lab.history(id)
            #expect(entries.map(\.kind) == [.started, .event, .event, .event, .event], "\(reads)")
            #expect(entries.last?.body.data?.description == #"{"B":{"sum":111}}"#, "\(reads)")
            await engine.stop(grace: .zero)
        }
    }

    @Test(arguments: Loss.allCases)
    func `a start whose commit fails is told so, and is taken up if it is on disk`(loss: Loss) async throws {
        let lab = try EngineLab(Self.workflow)
        lab.services["work.do"].succeed(.always, with: ["text": "good"])
        let failure = JournalError(.unavailable, "the disk hiccups")
        if loss == .write { lab.store.commits.fail(.once, with: failure) } else { lab.store.acknowledgements.fail(.once, with: failure) }
        let engine = try await lab.engine()
        #expect(await engineError { try await lab.start(engine, key: "A") }?.code == .journal)
        try await lab.pass { await engine.figures.unsettled == 0 }
        let again = await engineError { try await lab.start(engine, key: "A") }
        switch loss {
        case .write: #expect(again == nil)
        case .confirmation:
            #expect(again?.code == .keyTaken)
            let id = try #require(again?.instance)
            try await lab.pass { try await lab.history(id).last?.body.end != nil }
            #expect(lab.services["work.do"].calls.count == 2)
        }
    }

    @Test func `a queue whose processing failed is gone on with by itself`() async throws {
        let lab = try EngineLab(
            """
            workflow: queue
            events: { Go: {} }
            states: { A: { data: { n: int } } }
            initial: { state: A, data: { n: 0 } }
            transitions: [ { from: A, on: Go, data: { n: "${ state.n + 1 }" } } ]
            """)
        let engine = try await lab.engine()
        let id = try await lab.start(engine)
        _ = try await engine.submit(.person(.pause, who: "test"), to: id)
        for _ in 0..<3 { #expect(try await engine.submit(.send(.of("Go")), to: id).words.hasPrefix("queued")) }
        lab.store.commits.fail(.once { $0.entries[0].entry.kind == .event }, with: JournalError(.full, "the disk is full"))
        _ = try await engine.submit(.person(.resume, who: "test"), to: id)
        try await lab.pass { try await lab.history(id).count == 9 }
        #expect(try await engine.state(of: id).stored.instance.data.description == #"{"A":{"n":3}}"#)
    }

    @Test func `while the journal fails, an instance is tried more and more rarely, and at once when it answers`() async throws {
        let lab = try EngineLab(Self.workflow)
        lab.services["work.do"].hang(.always)
        let engine = try await lab.engine()
        let id = try await lab.start(engine)
        let failure = JournalError(.unavailable, "gone")
        lab.store.commits.fail(.always, with: failure)
        lab.store.reads.fail(.always, with: failure)
        #expect(await engineError { try await engine.submit(.person(.pause, who: "test"), to: id) }?.code == .journal)
        let start = lab.clock.now
        try await lab.pass { lab.clock.now >= start.advanced(by: .minutes(5)) }
        // 0.1, 0.2, ... and then every 5 seconds.
        let tries = lab.store.reads.calls.count { if case .stored = $0 { true } else { false } }
        #expect((50...80).contains(tries), "\(tries)")
        lab.store.commits.reset()
        lab.store.reads.reset()
        #expect(try await engine.submit(.person(.pause, who: "test"), to: id).words == "handled Working")
        try await lab.pass { await engine.figures.unsettled == 0 }
        #expect(try await lab.history(id).map(\.kind) == [.started, .paused])
    }
}

/// Somebody who watches an engine.
private actor Hearing {
    private(set) var positions: [Int64] = []

    init(_ notices: AsyncStream<EngineNotice>) {
        Task { for await notice in notices { await hear(notice) } }
    }

    private func hear(_ notice: EngineNotice) { if case .committed(let entry) = notice { positions.append(entry.position) } }
}
