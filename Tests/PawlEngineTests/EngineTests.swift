import PawlDefinition
import PawlEngine
import PawlJournal
import PawlKit
import PawlMachine
import PawlScenario
import Synchronization
import Testing

/// The engine over a journal in memory, with a virtual clock: what a workflow lives through.
struct EngineTests {
    private static let workflow = """
        workflow: job
        output: { text: string }
        services:
          work.do:
            input: { token: string }
            output: { text: string }
            errors: [busy]
        states:
          Working: {}
          Done: { final: true, data: { text: string }, output: { text: "${ state.text }" } }
          Broken: { final: failure, data: { code: string } }
        initial: Working
        feedbacks:
          - on: Working
            perform: work.do
            with: { token: "${ secret('KEY') }" }
            timeout: 1m
            retry: { attempts: 2, delay: 1s, jitter: 0.0, only: [busy] }
        transitions:
          - from: Working
            on: { done: Done, failed: { to: Broken, data: { code: "${ event.code }" } } }
        """

    /// A store, a world and a workflow; engines come and go.
    private struct Lab {
        let store = MemoryJournal()
        let world = ScenarioPorts()
        let machine: Machine
        let calls = Calls()

        init() throws {
            let loaded = DefinitionLoader.load(Array(EngineTests.workflow.utf8), file: "job.yaml", catalog: ServiceCatalog())
            machine = try #require(loaded.machine, "\(loaded.diagnostics.map(\.wording.message))")
        }

        func engine(_ handler: @escaping ServiceFunction) async throws -> Engine {
            let calls = calls
            var ports = world.ports
            ports.environment = Secrets()
            return Engine(
                EngineDependencies(
                    store: store, claim: try await store.claim(), ports: ports,
                    service: { _ in
                        { input, context in
                            calls.keys.withLock { $0.append("\(context.idempotencyKey)#\(context.attempt)") }
                            return try await handler(input, context)
                        }
                    },
                    load: { stored in try #require(DefinitionLoader.load(stored: stored).machine) },
                    settings: { Record(type: $0.settings, fields: []) }), scope: .named)
        }

        func start(_ engine: Engine) async throws -> InstanceID {
            var machine = machine
            machine.revision = try await engine.store(
                StoredDefinition(workflow: "job", revision: 0, text: EngineTests.workflow, services: RawJSON("{}"), file: "job.yaml"))
            return try await engine.start(machine, key: nil, input: Record(type: machine.input, fields: []), who: "test")
        }

        /// The entries, once one of this kind is there.
        func entries(_ id: InstanceID, until isThere: (JournalEntry) -> Bool) async throws -> [JournalEntry] {
            while true {
                let entries = try await store.entries(of: id, after: 0, limit: 100)
                if entries.contains(where: isThere) { return entries }
                await Task.yield()
            }
        }

        func replays(_ entries: [JournalEntry]) -> [ReplayMismatch] {
            var replayer = Replayer(timeZones: world.ports.timeZones)
            var machine = machine
            machine.revision = 1
            replayer.add(machine)
            var mismatches: [ReplayMismatch] = []
            for entry in entries {
                let sealed = SealedEntry(entry)
                let stored = StoredEntry(entry: entry, body: sealed.body, checksum: sealed.checksum, place: .start)
                if let mismatch = replayer.feed(stored) { mismatches.append(mismatch) }
            }
            return mismatches
        }
    }

    private final class Calls: Sendable {
        let keys = Mutex<[String]>([])
    }

    private struct Secrets: Environment {
        func variable(_ name: String) -> String? { name == "KEY" ? "swordfish" : nil }
    }

    /// Waits until the task is cancelled.
    private static let hang: ServiceFunction = { _, _ in
        for await _ in AsyncStream<Never>.makeStream().stream {}
        throw CancellationError()
    }

    private static func isEnd(_ entry: JournalEntry) -> Bool { entry.body.end != nil }

    @Test func `a secret reaches the handler and nobody else`() async throws {
        let lab = try Lab()
        let engine = try await lab.engine { input, context in
            context.log.write(.info, "token is \(input["token"]?.stringValue ?? "")")
            return ["text": .string("got \(input["token"]?.stringValue ?? "")")]
        }
        let id = try await lab.start(engine)
        let entries = try await lab.entries(id, until: Self.isEnd)
        #expect(entries.last?.body.end?.status == .finished)
        #expect(entries.last?.body.end?.output?.description == #"{"text":"got •••"}"#)
        let journal = entries.map { String(decoding: $0.body.encoded, as: UTF8.self) }.joined()
        #expect(!journal.contains("swordfish"))
        #expect(journal.contains(#""$secret":[{"name":"KEY"}]"#))
        #expect(!"\(lab.world.log)".contains("swordfish"))
        #expect(lab.replays(entries).isEmpty)
    }

    @Test func `a failure is tried again when its time has come`() async throws {
        let lab = try Lab()
        let engine = try await lab.engine { _, context in
            if context.attempt == 1 { throw ServiceFailure("busy", "not now") }
            return ["text": "second try"]
        }
        let id = try await lab.start(engine)
        let waiting = try await lab.entries(id) { $0.kind == .retry }
        #expect(waiting.last?.body.effect?.due == lab.world.clock.now.advanced(by: .seconds(1)))
        try await lab.world.clock.sleeping(atLeast: 1)
        lab.world.clock.advance(by: .seconds(1))
        let entries = try await lab.entries(id, until: Self.isEnd)
        #expect(entries.map(\.kind) == [.started, .retry, .attempt, .event])
        #expect(lab.calls.keys.withLock { $0 } == ["\(id)/1/Working/work.do#1", "\(id)/1/Working/work.do#2"])
        #expect(lab.replays(entries).isEmpty)
    }

    @Test func `an attempt that takes too long fails with timeout`() async throws {
        let lab = try Lab()
        let engine = try await lab.engine(Self.hang)
        let id = try await lab.start(engine)
        try await lab.world.clock.sleeping(atLeast: 1)
        lab.world.clock.advance(by: .minutes(1))
        let entries = try await lab.entries(id, until: Self.isEnd)
        #expect(entries.last?.to == ["Broken"])
        #expect(entries.last?.body.data?.description == #"{"Broken":{"code":"timeout"}}"#)
        #expect(lab.replays(entries).isEmpty)
    }

    @Test func `errors that no interface declares become internal, and their text stays out of the journal`() async throws {
        struct Leak: Error { let detail = "stack trace" }
        let lab = try Lab()
        let engine = try await lab.engine { _, _ in throw Leak() }
        let id = try await lab.start(engine)
        let entries = try await lab.entries(id, until: Self.isEnd)
        #expect(entries.last?.body.data?.description == #"{"Broken":{"code":"internal"}}"#)
        #expect(!entries.contains { String(decoding: $0.body.encoded, as: UTF8.self).contains("stack trace") })
    }

    @Test func `what an engine left running, the next one runs again under the same identity`() async throws {
        let lab = try Lab()
        let first = try await lab.engine(Self.hang)
        let id = try await lab.start(first)
        await first.stop(grace: .zero)
        let second = try await lab.engine { _, _ in ["text": "after the stop"] }
        try await second.recover(id)
        let entries = try await lab.entries(id, until: Self.isEnd)
        #expect(entries.map(\.kind) == [.started, .attempt, .event])
        #expect(entries[1].body.effect?.interruptions == 1)
        #expect(entries[1].body.effect?.attempt == 1)
        #expect(Set(lab.calls.keys.withLock { $0 }) == ["\(id)/1/Working/work.do#1"])
        #expect(lab.replays(entries).isEmpty)
    }

    @Test func `replay names the field that was changed`() async throws {
        let lab = try Lab()
        let engine = try await lab.engine { _, _ in ["text": "x"] }
        let id = try await lab.start(engine)
        var entries = try await lab.entries(id, until: Self.isEnd)
        entries[1].body.data = RawJSON(#"{"Done":{"text":"y"}}"#)
        #expect(lab.replays(entries).map(\.field) == ["data"])
        entries = try await lab.entries(id, until: Self.isEnd)
        entries[1].to = ["Broken"]
        #expect(lab.replays(entries).map(\.field) == ["to"])
        entries.remove(at: 0)
        #expect(lab.replays(entries).map(\.field) == ["position"])
    }
}
