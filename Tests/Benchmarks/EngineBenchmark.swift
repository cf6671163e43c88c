import Foundation
import PawlDefinition
import PawlEngine
import PawlJournal
import PawlKit
import PawlMachine
import PawlSystem

/// The pure step, durable transitions through the whole engine, and replay.
enum EngineBenchmark {
    private static let workflow = """
        workflow: pingpong
        events: { Hit: { amount: double, text: string } }
        states:
          Ping: { data: { hits: int } }
          Pong: { data: { hits: int } }
          Out: { final: true }
        initial: { state: Ping, data: { hits: 0 } }
        transitions:
          - { from: Ping, on: Hit, when: event.amount < 1000.0, to: Pong, data: { hits: "${ state.hits + 1 }" } }
          - { from: Pong, on: Hit, when: event.amount < 1000.0, to: Ping, data: { hits: "${ state.hits + 1 }" } }
          - { from: Pong, on: Hit, to: Out }
        """
    private static let payload = Array("{\"amount\":1.5,\"text\":\"\(String(repeating: "x", count: 92))\"}".utf8)

    static func run() async throws {
        let loaded = DefinitionLoader.load(Array(workflow.utf8), file: "pingpong.yaml", catalog: ServiceCatalog())
        guard var machine = loaded.machine else {
            return print("engine: the workflow does not load: \(loaded.diagnostics.map(\.wording.message))")
        }
        machine.revision = 1
        try steps(machine)
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent("pawl-engine-\(getpid())")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        for instances in [1, 1_000] {
            let path = folder.appendingPathComponent("\(instances).db").path
            let sends = instances == 1 ? 4_000 : 100
            try await durable(loaded, instances: instances, sends: sends, path: path)
            try await replay(machine, path: path)
        }
    }

    /// The step alone, `(machine, state, event) -> (state, rows met, what was left and entered)`, and with the journal entry made of it.
    private static func steps(_ machine: Machine) throws {
        let stepper = Stepper(machine, timeZones: nil)
        guard let hit = machine.event(named: "Hit"), let ping = machine.state(path: "Ping"),
            case .record(let event)? = try? JSONCodec.decode(payload, as: .record(machine.events[hit].payload))
        else { return }
        let input = Record(type: machine.input, fields: [])
        let settings = Record(type: machine.settings, fields: [])
        let id = InstanceID(rawValue: "bench")
        let context = StepContext(instance: id, key: nil, input: input, settings: settings, now: .epoch, position: 2)
        var state = MachineState(active: [ping], data: [Record(type: machine.states[ping].data, fields: [.int(0)])])
        let happening = StepEvent(.event(hit), payload: event)
        var failures = 0
        func step() {
            do throws(StepFailure) {
                try stepper.step(state, happening, in: context).replace(&state)
            } catch {
                failures += 1
            }
        }
        let surroundings = InstanceStepper.Surroundings(now: .epoch, settings: settings)
        let whole = InstanceStepper(machine, timeZones: nil)
        var instance = try whole.start(id, key: nil, input: input, who: "bench", in: surroundings).state
        func advance() {
            let advance = whole.advance(&instance, .send(SentEvent(name: "Hit", payload: payload, who: "bench")), in: surroundings)
            if advance.entries.first?.kind != .event { failures += 1 }
        }
        Measure.line("engine: pure step with a guard and a mapping", Measure.perSecond(step), 2e6, allocations: Measure.allocations(step))
        Measure.line(
            "engine: the same from JSON, with its journal entry", Measure.perSecond(advance), allocations: Measure.allocations(advance))
        if failures > 0 { print("  it failed \(failures) times") }
    }

    private static func durable(_ loaded: LoadedDefinition, instances: Int, sends: Int, path: String) async throws {
        let store = try await SQLiteJournal.open(path: path)
        let engine = Engine(
            EngineDependencies(
                store: store, claim: try await store.claim(), ports: .system(),
                service: { name in throw ServiceFailure("unavailable", name) },
                load: { stored in
                    guard let machine = DefinitionLoader.load(stored: stored).machine else { throw PluginError(stored.workflow) }
                    return machine
                }, settings: { machine in Record(type: machine.settings, fields: []) }), scope: .everything)
        guard var machine = loaded.machine else { return }
        machine.revision = try await engine.store(
            StoredDefinition(
                workflow: machine.workflow, revision: 0, text: loaded.text, services: loaded.externalServices, file: loaded.file))
        let prepared = machine
        var ids: [InstanceID] = []
        for _ in 0..<instances {
            ids.append(try await engine.start(prepared, key: nil, input: Record(type: prepared.input, fields: []), who: "bench"))
        }
        let start = Measure.now()
        try await withThrowingTaskGroup(of: Void.self) { group in
            for id in ids {
                group.addTask {
                    for _ in 0..<sends {
                        _ = try await engine.submit(.send(SentEvent(name: "Hit", payload: payload, who: "bench")), to: id)
                    }
                }
            }
            try await group.waitForAll()
        }
        let seconds = Measure.now() - start
        print("engine: \(instances) instances, \(Int(Double(instances * sends) / seconds)) durable transitions per second")
        await engine.stop(grace: .zero)
        await store.close()
    }

    private static func replay(_ machine: Machine, path: String) async throws {
        let reader = try await SQLiteJournal.openReader(path: path)
        var replayer = Replayer(timeZones: Ports.system().timeZones)
        replayer.add(machine)
        var place = JournalPlace.start
        var mismatches = 0
        let start = Measure.now()
        while true {
            let page = try await reader.entries(after: place, limit: 1_000)
            if page.entries.isEmpty { break }
            for entry in page.entries where replayer.feed(entry) != nil { mismatches += 1 }
            place = page.last
        }
        let seconds = Measure.now() - start
        print("engine: \(Int(Double(replayer.entries) / seconds)) entries replayed per second, \(mismatches) mismatches")
        await reader.close()
    }
}
