import PawlDefinition
import PawlEngine
import PawlJournal
import PawlKit
import PawlMachine
import PawlScenario
import Testing

/// A store that can fail, a world of mocks and a workflow; engines come and go. All settings are true.
struct EngineLab: Sendable {
    let memory: MemoryJournal
    let store: FaultyStore<MemoryJournal>
    let world = ScenarioPorts()
    let services: MockServices
    let text: String
    let machine: Machine
    /// What the machine has that its text cannot say.
    private let tweak: @Sendable (inout Machine) -> Void

    init(_ text: String, memory: MemoryJournal = MemoryJournal(), tweak: @escaping @Sendable (inout Machine) -> Void = { _ in }) throws {
        self.text = text
        self.memory = memory
        self.tweak = tweak
        store = FaultyStore(memory, clock: world.clock)
        services = MockServices(clock: world.clock)
        machine = try Self.load(text, tweak)
    }

    static func load(_ text: String, _ tweak: (inout Machine) -> Void = { _ in }) throws -> Machine {
        let loaded = DefinitionLoader.load(Array(text.utf8), file: "lab.yaml", catalog: ServiceCatalog())
        var machine = try #require(loaded.machine, "\(loaded.diagnostics.map(\.wording.message))")
        tweak(&machine)
        return machine
    }

    var clock: VirtualClock { world.clock }

    func engine(
        scope: EngineScope = .everything, options: EngineOptions = EngineOptions(), service: (@Sendable (String) -> ServiceFunction)? = nil
    ) async throws -> Engine {
        let (services, tweak) = (services, tweak)
        return Engine(
            EngineDependencies(
                store: store, claim: try await memory.claim(), ports: world.ports,
                service: service ?? { services.function($0) },
                load: { stored in try Self.load(stored.text, tweak) },
                settings: { Record(type: $0.settings, fields: $0.settings.fields.map { _ in true }) }), scope: scope, options: options)
    }

    /// An engine whose handlers wait at a gate, whatever happens.
    func engine(options: EngineOptions = EngineOptions(), at gate: Gate) async throws -> Engine {
        try await engine(options: options) { _ in
            { _, _ in
                await gate.pass()
                return ["text": "x"]
            }
        }
    }

    /// The machine under the revision that the store gives to its definition.
    func stored(_ engine: Engine, text: String? = nil) async throws -> Machine {
        let text = text ?? self.text
        var machine = try Self.load(text, tweak)
        machine.revision = try await engine.store(
            StoredDefinition(workflow: machine.workflow, revision: 0, text: text, services: RawJSON("{}"), file: "lab.yaml"))
        return machine
    }

    func start(_ engine: Engine, key: String? = nil) async throws -> InstanceID {
        let machine = try await stored(engine)
        return try await engine.start(machine, key: key, input: Record(type: machine.input, fields: []), who: "test")
    }

    func history(_ id: InstanceID) async throws -> [JournalEntry] { try await memory.entries(of: id, after: 0, limit: 10_000) }

    /// The history, once it is as a test wants. Others work meanwhile.
    func history(_ id: InstanceID, until isThere: ([JournalEntry]) -> Bool) async throws -> [JournalEntry] {
        while true {
            let entries = try await history(id)
            if isThere(entries) { return entries }
            await Task.yield()
        }
    }

    /// The history, once an entry of a kind is there.
    func history(_ id: InstanceID, with kind: EntryKind) async throws -> [JournalEntry] {
        try await history(id) { $0.contains { $0.kind == kind } }
    }

    /// The history, once the instance has ended.
    func end(_ id: InstanceID) async throws -> [JournalEntry] { try await history(id) { $0.contains { $0.body.end != nil } } }

    /// Lets time pass from one sleeper to the next until something holds.
    func pass(until holds: () async throws -> Bool) async throws {
        while try await !holds() {
            for _ in 0..<40 { await Task.yield() }
            if try await holds() { return }
            if let next = clock.nextDeadline { clock.advance(to: next) }
        }
    }

    /// What does not agree when the entries are decided again.
    func replay(_ entries: [JournalEntry], machines: [Machine]? = nil) -> [ReplayMismatch] {
        var replayer = Replayer(timeZones: world.ports.timeZones)
        var machine = machine
        machine.revision = 1
        for machine in machines ?? [machine] { replayer.add(machine) }
        return entries.compactMap { entry in
            let sealed = SealedEntry(entry)
            return replayer.feed(StoredEntry(entry: entry, body: sealed.body, checksum: sealed.checksum, place: .start))
        }
    }
}

extension SentEvent {
    /// An event of the test.
    static func of(_ name: String, _ payload: String = "{}", dedupe: String? = nil) -> SentEvent {
        SentEvent(name: name, payload: Array(payload.utf8), who: "test", dedupe: dedupe)
    }
}

extension Reply {
    /// The reply in short.
    var words: String {
        switch self {
        case .handled(let to): "handled \(StateList.text(to))"
        case .unhandled(_, let accepted): "unhandled, accepted: \(accepted.map(\.name).joined(separator: " "))"
        case .ignored: "ignored"
        case .deferred: "deferred"
        case .queued(let arrival): "queued \(arrival)"
        case .rejected(let rejection): "rejected \(rejection.kind.rawValue)"
        case .deadLetter(let status): "deadLetter \(status.name)"
        case .blocked: "blocked"
        case .stale: "stale"
        case .notApplicable(let status): "notApplicable \(status.name)"
        }
    }
}

/// A place to wait at until somebody opens it. Cancellation does not.
actor Gate {
    private var isOpen = false
    private var waiting: [CheckedContinuation<Void, Never>] = []
    private(set) var arrivals = 0

    func pass() async {
        arrivals += 1
        if !isOpen { await withCheckedContinuation { waiting.append($0) } }
    }

    func open() {
        isOpen = true
        for one in waiting { one.resume() }
        waiting = []
    }

    /// Waits until so many came.
    func reached(by count: Int) async { while arrivals < count { await Task.yield() } }
}

/// What an engine throws, for comparison.
func engineError<Success>(_ body: () async throws -> Success) async -> EngineError? {
    do {
        _ = try await body()
        return nil
    } catch {
        return error as? EngineError
    }
}
