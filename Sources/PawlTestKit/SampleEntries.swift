public import PawlKit

/// A source of random numbers that a seed determines: SplitMix64 (https://prng.di.unimi.it/splitmix64.c).
public struct SeededGenerator: RandomNumberGenerator, Sendable {
    private var state: UInt64

    /// Creates a source.
    public init(seed: UInt64) { state = seed }

    /// The next number.
    public mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var mixed = state
        mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
        mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
        return mixed ^ (mixed >> 31)
    }
}

/// A life of an instance as journal entries, made up from a seed: what a store is tested with.
///
/// The entries hang together as an engine's would (what is cancelled was scheduled, what is answered was running), and all kinds that an engine
/// writes today come up.
public struct SampleEntries: Sendable {
    /// The instance.
    public let id: InstanceID
    /// Its workflow.
    public let workflow: String
    /// Its business key.
    public let key: String?
    /// The position of the last entry made.
    public private(set) var position: Int64 = 0
    /// Where the instance stands.
    public private(set) var status = InstanceStatus.active

    private var random: SeededGenerator
    private var time: Timestamp
    private var arrival: Int64 = 0
    private var states: [String] = []
    private var running: [EffectID: Int] = [:]
    private var waiting: [EffectID: Int] = [:]
    private var failed: EffectID?
    private var timers: [TimerID] = []
    private var queue: [Waiting] = []
    private let endsSometimes: Bool

    private struct Waiting {
        var arrival: Int64
        var event: String
        var cause: EntryCause
        var isDeferred: Bool
    }

    private static let paths = ["Paying", "Shipping", "Connected.Idle", "Connected.Busy", "Größe"]
    private static let events = ["pay", "ship", "cancel", "häufig", "done"]

    /// Creates a life; with `endsSometimes: false` it never ends.
    public init(
        id: InstanceID, workflow: String = "order", key: String? = nil, seed: UInt64, endsSometimes: Bool = true,
        from time: Timestamp = Timestamp(nanosecondsSince1970: 1_796_000_000_000_000_000)
    ) {
        self.id = id
        self.workflow = workflow
        self.key = key
        self.time = time
        self.endsSometimes = endsSometimes
        random = SeededGenerator(seed: seed)
    }

    /// The next entries.
    public mutating func next(_ count: Int) -> [JournalEntry] { (0..<count).map { _ in next() } }

    /// The next entry; the first is `started`, and after the end there are dead letters.
    public mutating func next() -> JournalEntry {
        position += 1
        time = time.advanced(by: .milliseconds(Int64.random(in: 0...5_000, using: &random)))
        if position == 1 { return start() }
        if status.isEnded { return entry(.deadLetter, event: pick(Self.events), EntryBody(cause: .outside("cli"))) }
        switch status {
        case .paused: return chance(3) ? change(.resumed, to: .active) : queued()
        case .blocked: return chance(2) ? unblocked() : queued()
        default: break
        }
        switch Int.random(in: 0..<20, using: &random) {
        case 0: return change(.paused, to: .paused)
        case 1: return rejected()
        case 2: return entry(.ignored, event: pick(Self.events), outside())
        case 3: return unhandled()
        case 4: return stale()
        case 5: return queued()
        case 6: return deferred()
        case 7: return incident()
        case 8: return retry()
        case 9: return attempt()
        case 10: return answered()
        case 11 where endsSometimes && chance(6): return cancelled()
        default: return step()
        }
    }

    // MARK: Entries

    private mutating func start() -> JournalEntry {
        states = ["Paying"]
        var body = EntryBody(cause: .outside("cli"))
        body.key = key
        body.input = json("input")
        body.data = RawJSON("{\"Paying\":{\"total\":12.0}}")
        schedule(&body)
        return entry(.started, body)
    }

    /// One macrostep, from outside, the queue, an effect or a timer.
    private mutating func step() -> JournalEntry {
        var body: EntryBody
        var event = pick(Self.events)
        if let first = queue.firstIndex(where: { !$0.isDeferred }), chance(2) {
            let next = queue.remove(at: first)
            body = EntryBody(cause: next.cause)
            body.arrival = next.arrival
            event = next.event
        } else if let effect = pickKey(running), chance(2) {
            body = EntryBody(cause: .effect(effect, attempt: running[effect] ?? 1))
            body.answer = chance(3) ? .failure(code: "card_declined", message: "no \u{1F4B3}") : .result(json("result"))
            running[effect] = nil
        } else if !timers.isEmpty, chance(3) {
            body = EntryBody(cause: .timer(timers.remove(at: Int.random(in: timers.indices, using: &random))))
        } else {
            body = outside()
        }
        let from = states
        states = chance(4) ? ["Connected.Idle", "Connected.Busy"] : [pick(Self.paths)]
        body.microsteps = [
            MicrostepRecord(
                taken: [RowRecord(row: "\(from[0]):\(event)[0]", reads: json("reads"))],
                refused: [RowRecord(row: "\(from[0]):\(event)[1]", refusal: .when)], to: states)
        ]
        if chance(2) { body.data = json("data") }
        if chance(5) { body.history = json("history") }
        if chance(3) { body.settings = json("settings") }
        if chance(3), let effect = pickKey(running) {
            running[effect] = nil
            body.cancelledEffects = [effect]
        }
        if chance(3), let effect = pickKey(waiting) {
            waiting[effect] = nil
            body.cancelledEffects.append(effect)
        }
        if chance(3), !timers.isEmpty { body.cancelledTimers = [timers.removeFirst()] }
        if chance(3) {
            for index in queue.indices where queue[index].isDeferred {
                queue[index].isDeferred = false
                body.readmitted.append(queue[index].arrival)
            }
        }
        if endsSometimes, chance(25) {
            end(&body, chance(2) ? .finished : .failed)
        } else {
            schedule(&body)
        }
        return entry(.event, event: event, from: from, body)
    }

    private mutating func schedule(_ body: inout EntryBody) {
        for number in 0..<Int.random(in: 0...2, using: &random) {
            let id = EffectID(position: position, feedback: "Paying/payments.charge", index: chance(2) ? number : nil)
            guard running[id] == nil else { continue }
            running[id] = 1
            body.effects.append(
                EffectSchedule(
                    id: id, service: "payments.charge", input: json("with"), state: chance(2) ? json("state") : nil,
                    deadline: chance(2) ? time.advanced(by: .seconds(10)) : nil))
        }
        if chance(2) {
            // Half of them are deadlines of a state, half events that come later.
            let isEvent = position % 2 == 0
            let id = TimerID(position: position, name: isEvent ? "emit Tick" : "Paying:after 15m")
            timers.append(id)
            body.timers = [
                TimerSchedule(
                    id: id, due: time.advanced(by: .minutes(15)), event: isEvent ? "Tick" : nil,
                    payload: isEvent && position % 4 == 0 ? RawJSON("{\"n\":\(position)}") : nil)
            ]
        }
    }

    private mutating func queued() -> JournalEntry {
        arrival += 1
        let event = pick(Self.events)
        var body: EntryBody
        if let effect = pickKey(running), chance(3) {
            body = EntryBody(cause: .effect(effect, attempt: running[effect] ?? 1))
            body.answer = .result(json("result"))
            running[effect] = nil
        } else if !timers.isEmpty, chance(3) {
            body = EntryBody(cause: .timer(timers.removeFirst()))
        } else {
            body = outside()
        }
        body.arrival = arrival
        queue.append(Waiting(arrival: arrival, event: event, cause: body.cause, isDeferred: false))
        return entry(.queued, event: event, body)
    }

    private mutating func deferred() -> JournalEntry {
        arrival += 1
        var body = outside()
        body.arrival = arrival
        let event = pick(Self.events)
        queue.append(Waiting(arrival: arrival, event: event, cause: body.cause, isDeferred: true))
        return entry(.deferred, event: event, body)
    }

    private mutating func incident() -> JournalEntry {
        status = .blocked
        if let effect = pickKey(running), chance(2) {
            running[effect] = nil
            failed = effect
            var body = EntryBody(cause: .effect(effect, attempt: 3))
            body.answer = .failure(code: "timeout", message: "no answer")
            body.incident = Incident(code: "PWL0702", message: "nothing takes the failure", place: "Paying", effect: effect)
            return entry(.incident, body)
        }
        arrival += 1
        var body = outside()
        body.arrival = arrival
        body.incident = Incident(
            code: "PWL0701", message: "division by zero", place: "Paying:pay[0]", expression: "1 / 0", source: "12:7",
            values: json("values"))
        let event = pick(Self.events)
        // It waits in front of all others.
        queue.insert(Waiting(arrival: arrival, event: event, cause: body.cause, isDeferred: false), at: 0)
        return entry(.incident, event: event, body)
    }

    private mutating func unblocked() -> JournalEntry {
        status = .active
        var body = EntryBody(cause: .outside("cli"))
        let skips = chance(2)
        if let effect = failed {
            failed = nil
            body.effect = EffectChange(id: effect, attempt: 4, deadline: time.advanced(by: .seconds(30)))
            if !skips { running[effect] = 4 }
        } else if skips, !queue.isEmpty {
            body.arrival = queue.removeFirst().arrival
        }
        return entry(skips ? .skipped : .retried, body)
    }

    private mutating func retry() -> JournalEntry {
        guard let effect = pickKey(running), let attempt = running.removeValue(forKey: effect) else { return step() }
        waiting[effect] = attempt
        var body = EntryBody(cause: .effect(effect, attempt: attempt))
        body.answer = .failure(code: "unavailable", message: "try later")
        body.effect = EffectChange(id: effect, attempt: attempt, due: time.advanced(by: .seconds(Int64.random(in: 1...60, using: &random))))
        return entry(.retry, body)
    }

    private mutating func attempt() -> JournalEntry {
        guard let effect = pickKey(waiting), let attempt = waiting.removeValue(forKey: effect) else { return step() }
        running[effect] = attempt + 1
        var body = EntryBody(cause: .engine)
        body.effect = EffectChange(
            id: effect, attempt: attempt + 1, deadline: chance(2) ? time.advanced(by: .seconds(10)) : nil, interruptions: chance(4) ? 1 : 0)
        return entry(.attempt, body)
    }

    private mutating func answered() -> JournalEntry {
        guard let effect = pickKey(running), let attempt = running.removeValue(forKey: effect) else { return step() }
        var body = EntryBody(cause: .effect(effect, attempt: attempt))
        body.answer = .result(json("result"))
        body.effect = EffectChange(id: effect, attempt: attempt)
        return entry(.answered, body)
    }

    private mutating func stale() -> JournalEntry {
        let effect = EffectID(position: 1, feedback: "Gone/log.write")
        var body = EntryBody(cause: .effect(effect, attempt: 1))
        body.effect = EffectChange(id: effect, attempt: 1)
        return entry(.stale, body)
    }

    private mutating func rejected() -> JournalEntry {
        var body = EntryBody(cause: .outside("cli"))
        body.rejection = "there is no event 'pai'; did you mean 'pay'?"
        return entry(.rejected, event: "pai", body)
    }

    private mutating func unhandled() -> JournalEntry {
        var body = outside()
        body.reasons = states.map { UnhandledReason(state: $0, why: .noRow) }
        return entry(.unhandled, event: pick(Self.events), body)
    }

    private mutating func cancelled() -> JournalEntry {
        var body = EntryBody(cause: .outside("cli"))
        end(&body, .cancelled)
        return entry(.cancelled, body)
    }

    private mutating func change(_ kind: EntryKind, to status: InstanceStatus) -> JournalEntry {
        self.status = status
        return entry(kind, EntryBody(cause: .outside("cli")))
    }

    private mutating func end(_ body: inout EntryBody, _ status: InstanceStatus) {
        self.status = status
        body.end = InstanceEnd(status: status, output: chance(2) ? json("output") : nil)
        (running, waiting, failed, timers, queue) = ([:], [:], nil, [], [])
    }

    // MARK: Parts

    private func entry(_ kind: EntryKind, event: String? = nil, from: [String]? = nil, _ body: EntryBody) -> JournalEntry {
        JournalEntry(
            instance: id, position: position, kind: kind, time: time, workflow: workflow, revision: 1, event: event,
            from: kind == .started ? [] : from ?? states, to: states, body: body)
    }

    private mutating func outside() -> EntryBody {
        var body = EntryBody(cause: .outside("cli"))
        body.payload = json("payload")
        if chance(3) { body.dedupe = "dedupe-\(position)" }
        return body
    }

    private mutating func json(_ name: String) -> RawJSON {
        let number = Int.random(in: -1_000...1_000_000, using: &random)
        return RawJSON("{\"\(name)\":\(number),\"text\":\"Grüße \\\"\(number % 7)\\\"\"}")
    }

    private mutating func chance(_ oneIn: Int) -> Bool { Int.random(in: 0..<oneIn, using: &random) == 0 }

    private mutating func pick(_ list: [String]) -> String { list[Int.random(in: list.indices, using: &random)] }

    /// A key by the seed alone: the order of a dictionary differs from run to run.
    private mutating func pickKey(_ effects: [EffectID: Int]) -> EffectID? {
        guard !effects.isEmpty else { return nil }
        let sorted = effects.keys.sorted { ($0.position, $0.index ?? -1) < ($1.position, $1.index ?? -1) }
        return sorted[Int.random(in: sorted.indices, using: &random)]
    }
}
