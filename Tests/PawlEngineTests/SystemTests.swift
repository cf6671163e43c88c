import PawlEngine
import PawlJournal
import PawlKit
import PawlMachine
import PawlScenario
import Synchronization
import Testing

/// A system written in Swift in the engine, and in a replay.
@Suite struct SystemTests {
    struct Counting: SystemState {
        static let name = "Counting"
        var count: Int
    }
    struct Stopped: FinalState {
        static let name = "Stopped"
        var count: Int
    }
    struct Tick: SystemEvent { static let name = "Tick" }
    struct Stop: SystemEvent { static let name = "Stop" }

    /// How often a condition was asked, and what it says.
    final class Oracle: Sendable {
        private let state = Mutex((asked: 0, answer: true))
        var asked: Int { state.withLock { $0.asked } }
        func say(_ answer: Bool) { state.withLock { $0.answer = answer } }
        func ask() -> Bool {
            state.withLock { state in
                state.asked += 1
                return state.answer
            }
        }
    }

    private func system(_ oracle: Oracle, step: Int = 1) -> System {
        System("counter") {
            InitialState { Counting(count: 0) }
            Transitions {
                From(Counting.self) { state in
                    On(Tick.self, transitionTo: Counting(count: state.count + step)).when { oracle.ask() }
                    On(Stop.self, transitionTo: Stopped(count: state.count))
                }
            }
        }
    }

    private func history(_ system: System, _ oracle: Oracle) async throws -> [StoredEntry] {
        let memory = MemoryJournal()
        let world = ScenarioPorts()
        let engine = Engine(
            EngineDependencies(
                store: memory, claim: try await memory.claim(), ports: world.ports,
                service: { throw ServiceFailure("internal", "no \($0)") }, load: { _ in system.machine },
                settings: { Record(type: $0.settings, fields: []) }), scope: .everything)
        var machine = system.machine
        machine.revision = try await engine.store(system.definition)
        let id = try await engine.start(machine, key: nil, input: Record(type: machine.input, fields: []), who: "test")
        for (event, answer) in [("Tick", true), ("Tick", false), ("Tick", true), ("Stop", true)] {
            oracle.say(answer)
            _ = try await engine.submit(.send(.of(event)), to: id)
        }
        return try await memory.entries(of: id, after: 0, limit: 100).map { entry in
            let sealed = SealedEntry(entry)
            return StoredEntry(entry: entry, body: sealed.body, checksum: sealed.checksum, place: .start)
        }
    }

    private func replay(_ entries: [StoredEntry], _ system: System) -> [ReplayMismatch] {
        var replayer = Replayer(timeZones: ScenarioPorts().ports.timeZones)
        var machine = system.machine
        machine.revision = 1
        replayer.add(machine)
        return entries.compactMap { replayer.feed($0) }
    }

    @Test func `a replay takes what conditions said from the journal, and asks none again`() async throws {
        let oracle = Oracle()
        let entries = try await history(system(oracle), oracle)
        #expect(entries.map(\.entry.body.guards) == [[], [.answered(true)], [.answered(false)], [.answered(true)], []])
        #expect(oracle.asked == 3)
        // The world has changed since.
        oracle.say(false)
        #expect(replay(entries, system(oracle)).isEmpty)
        #expect(oracle.asked == 3)
        #expect(entries.last?.entry.body.end?.output == RawJSON(#"{"count":2}"#))
    }

    @Test func `a replay finds a closure that does something else, and an answer that is missing`() async throws {
        let oracle = Oracle()
        let entries = try await history(system(oracle), oracle)
        #expect(replay(entries, system(oracle, step: 2)).first?.field == "data")
        var altered = entries
        var entry = altered[1].entry
        entry.body.guards = []
        let sealed = SealedEntry(entry)
        altered[1] = StoredEntry(entry: entry, body: sealed.body, checksum: sealed.checksum, place: .start)
        #expect(replay(altered, system(oracle)).first?.position == 2)
    }
}
