import PawlDefinition
import PawlEngine
import PawlJournal
import PawlKit
import PawlMachine
import PawlScenario

/// One run of a script: through the loader and the engine, on a store, under a virtual clock.
struct ScriptRun {
    /// What is wrong with a run.
    struct Failure: Error, CustomStringConvertible {
        let description: String
    }

    let script: SCXMLScript
    let text: String
    let store: any JournalStore
    /// Whether the engine is stopped after each event, and another takes over.
    let restarts: Bool
    private let world = ScenarioPorts()

    init(_ script: SCXMLScript, text: String, store: any JournalStore, restarts: Bool) {
        self.script = script
        self.text = text
        self.store = store
        self.restarts = restarts
    }

    /// Runs the script to its end, and replays the journal.
    func run() async throws {
        let file = "\(script.name).yaml"
        let loaded = DefinitionLoader.load(Array(text.utf8), file: file, catalog: ServiceCatalog())
        guard var machine = loaded.machine else {
            throw Failure(description: "does not load: \(loaded.diagnostics.map(\.wording.message))")
        }
        var engine = try await makeEngine()
        machine.revision = try await engine.store(
            StoredDefinition(workflow: machine.workflow, revision: 0, text: text, services: RawJSON("{}"), file: file))
        let id = try await engine.start(machine, key: nil, input: Record(type: machine.input, fields: []), who: "script")
        try await settle(until: world.clock.now)
        try await compare(engine, id, script.initial, after: "the start")
        for (number, step) in script.steps.enumerated() {
            if restarts {
                await engine.stop(grace: .zero)
                engine = try await makeEngine()
                try await engine.recover()
            }
            try await settle(until: world.clock.now.advanced(by: step.delay))
            let event = SentEvent(name: name(of: step.event, machine), payload: step.payload, who: "script")
            switch try await engine.submit(.send(event), to: id) {
            case .rejected(let rejection): throw Failure(description: "event \(number + 1), \(step.event): \(rejection.message)")
            case .blocked(let incident): throw Failure(description: "event \(number + 1), \(step.event): blocked: \(incident)")
            default: break
            }
            try await settle(until: world.clock.now)
            try await compare(engine, id, step.configuration, after: "event \(number + 1), \(step.event)")
        }
        await engine.stop(grace: .zero)
        try await replay(id, machine)
    }

    /// The event from outside that stands for a name.
    private func name(of event: String, _ machine: Machine) -> String {
        let name = SCXMLScript.mapped(event)
        let isTaken = machine.event(named: name).map { machine.events[$0].origin == .engine } ?? false
        return isTaken ? name + "_2" : name
    }

    private func makeEngine() async throws -> Engine {
        Engine(
            EngineDependencies(
                store: store, claim: try await store.claim(), ports: world.ports,
                service: { name in throw Failure(description: "no machine calls services, and this one calls \(name)") },
                load: { stored in
                    guard let machine = DefinitionLoader.load(stored: stored).machine else {
                        throw Failure(description: "the stored definition does not load")
                    }
                    return machine
                }, settings: { Record(type: $0.settings, fields: []) }), scope: .everything)
    }

    /// Lets time pass until then, from deadline to deadline, and waits until the engine has fired all that is due.
    private func settle(until time: Timestamp) async throws {
        while true {
            let next = try await store.due(limit: 1).first?.due
            if let next, next <= world.clock.now {
                await Task.yield()
                continue
            }
            if world.clock.now >= time { return }
            world.clock.advance(to: min(next ?? time, time))
        }
    }

    private func compare(_ engine: Engine, _ id: InstanceID, _ expected: Set<String>, after what: String) async throws {
        let state = try await engine.state(of: id)
        let leaves = Set(state.stored.instance.states.map { $0.split(separator: ".").last.map { String($0) } ?? $0 })
        if let incident = state.stored.instance.incident { throw Failure(description: "after \(what): blocked: \(incident)") }
        guard leaves == expected else {
            throw Failure(description: "after \(what) in \(leaves.sorted()), expected \(expected.sorted())")
        }
    }

    /// Folds the journal through the step again.
    private func replay(_ id: InstanceID, _ machine: Machine) async throws {
        var replayer = Replayer(timeZones: world.ports.timeZones)
        replayer.add(machine)
        for entry in try await store.entries(of: id, after: 0, limit: 10_000) {
            let sealed = SealedEntry(entry)
            if let mismatch = replayer.feed(StoredEntry(entry: entry, body: sealed.body, checksum: sealed.checksum, place: .start)) {
                throw Failure(description: "replay: \(mismatch)")
            }
        }
        let stored = try await store.stored(id)?.instance.states
        guard replayer.state(of: id)?.stored.instance.states == stored else {
            throw Failure(description: "replay ends elsewhere than the instance")
        }
    }
}
