import PawlKit
import PawlMachine
import Testing

/// One instance of a machine under test. Each stimulus checks what must hold after any of them.
final class Lab {
    let machine: Machine
    let stepper: InstanceStepper
    private(set) var state: InstanceState
    private(set) var entries: [JournalEntry] = []
    /// What a store would have of the entries.
    private var folded: StoredInstance?
    /// The effects that the last stimulus asked to start.
    private(set) var launches: [EffectID] = []
    var now = Timestamp(nanosecondsSince1970: 1_798_804_800_000_000_000)
    var settings: Record

    /// Starts an instance of a sketch.
    convenience init(_ sketch: MachineSketch, input: [Value?] = [], settings: [Value?] = []) throws {
        try self.init(sketch.build(), input: input, settings: settings)
    }

    /// Starts an instance of a machine.
    init(_ machine: Machine, input: [Value?] = [], settings: [Value?] = []) throws {
        self.machine = machine
        stepper = InstanceStepper(machine, timeZones: nil)
        self.settings = Record(type: machine.settings, fields: settings)
        let (state, advance) = try stepper.start(
            InstanceID(rawValue: "i"), key: nil, input: Record(type: machine.input, fields: input), who: "tester",
            in: .init(now: now, settings: self.settings))
        self.state = state
        take(advance)
    }

    // MARK: What can happen

    @discardableResult
    func apply(_ stimulus: Stimulus) -> Reply {
        let advance = stepper.advance(&state, stimulus, in: .init(now: now, settings: settings))
        take(advance)
        return advance.reply
    }

    @discardableResult
    func send(_ name: String, _ payload: String = "{}", dedupe: String? = nil, isForced: Bool = false) -> Reply {
        apply(.send(SentEvent(name: name, payload: Array(payload.utf8), who: "tester", dedupe: dedupe, isForced: isForced)))
    }

    /// Has an attempt at an effect succeed; the newest effect of that feedback, or one by identity.
    @discardableResult
    func succeed(_ id: EffectID, _ result: Value = [:]) -> Reply {
        apply(.answer(id, attempt: state.effect(id)?.attempt ?? 1, .result(result)))
    }

    @discardableResult
    func fail(_ id: EffectID, _ code: String = "boom") -> Reply {
        apply(.answer(id, attempt: state.effect(id)?.attempt ?? 1, .failure(ServiceFailure(code, "it broke"))))
    }

    @discardableResult
    func element(_ id: EffectID, _ value: Value) -> Reply { apply(.element(id, attempt: state.effect(id)?.attempt ?? 1, value)) }

    @discardableResult
    func fire(_ name: String) throws -> Reply {
        let timer = try #require(state.stored.timers.first { $0.id.name == name })
        now = max(now, timer.due)
        return apply(.fire(timer.id))
    }

    @discardableResult
    func person(_ action: PersonAction) -> Reply { apply(.person(action, who: "operator")) }

    @discardableResult
    func next() -> Reply { apply(.next) }

    // MARK: What is there

    var leaves: [String] { state.stored.instance.states }
    var last: JournalEntry { entries[entries.count - 1] }
    var kinds: [String] { entries.map(\.kind.name) }
    var effects: [EffectID] { state.stored.effects.map(\.id) }
    var timers: [String] { state.stored.timers.map(\.id.description) }

    /// What waits: `arrival event`, deferred or not.
    var queue: [String] {
        state.stored.queue.map { "\($0.arrival) \($0.event ?? "answer")" + ($0.isDeferred ? " deferred" : "") }
    }

    /// The effects as `id phase`.
    var phases: [String] { state.stored.effects.map { "\($0.id) \($0.phase)" } }

    /// The data of an active state as JSON.
    func data(_ path: String) -> String? {
        state.stored.instance.data.members?.first { $0.name == path }?.value.description
    }

    /// The rows that the last entry took, in order over its microsteps.
    var taken: [String] { last.body.microsteps.flatMap(\.taken).map(\.row) }
    /// The rows that it met and did not take.
    var refused: [String] { last.body.microsteps.flatMap(\.refused).map { "\($0.row) \($0.refusal?.rawValue ?? "")" } }

    // MARK: What must always hold

    private func take(_ advance: Advance) {
        let before = entries.count
        entries += advance.entries
        launches = advance.launches
        #expect(
            advance.entries.map(\.position) == advance.entries.indices.map { Int64(before + $0) + 1 }, "positions are dense")
        for entry in entries[before...] {
            let encoded = entry.body.encoded
            #expect(EntryBody(encoded: encoded) == entry.body, "\(String(decoding: encoded, as: UTF8.self))")
        }
        var rows = folded ?? StoredInstance(instance: state.stored.instance)
        for entry in advance.entries { rows.apply(entry) }
        folded = rows
        #expect(rows == state.stored, "the rows are a fold of the entries")
        do {
            let restored = try InstanceState(restoring: state.stored, of: machine)
            #expect(restored.machine == state.machine, "what is stored is what lives")
            #expect(restored.input == state.input)
        } catch {
            Issue.record("\(error)")
        }
    }
}

extension Reply {
    /// The reply in a word or two.
    var words: String {
        switch self {
        case .handled(let to): "handled \(StateList.text(to))"
        case .unhandled(let reasons, _): "unhandled " + reasons.map { "\($0.state) \($0.why.rawValue)" }.joined(separator: ", ")
        case .ignored: "ignored"
        case .deferred: "deferred"
        case .queued(let arrival): "queued \(arrival)"
        case .rejected(let rejection): "rejected \(rejection.kind.rawValue)"
        case .deadLetter(let status): "deadLetter \(status.name)"
        case .blocked(let incident): "blocked \(incident.code)"
        case .stale: "stale"
        case .notApplicable(let status): "notApplicable \(status.name)"
        }
    }
}
