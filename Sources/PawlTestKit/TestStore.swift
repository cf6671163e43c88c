public import PawlKit
public import PawlMachine
public import Testing

/// One instance of a ``System`` in a test that must know everything about it.
///
/// ```swift
/// let store = TestStore(loader)
/// store.expect(Loading(page: 1))
/// store.expectEffect(.fetchPage, FetchInput(page: 1))
/// store.answer(.fetchPage, Page(items: ["a"]))
/// store.expect(Loaded(items: ["a"], page: 1))
/// store.finish()
/// ```
///
/// Each thing that is done, ``send(_:_:sourceLocation:)``, ``answer(_:_:sourceLocation:)``, ``fail(_:_:_:sourceLocation:)``,
/// ``advance(by:sourceLocation:)`` and ``finish(sourceLocation:)``, fails the test when something that came of the one before was not
/// expected: another state, an effect that began, one that was cancelled. No service runs; no clock goes but the store's. Two stores share nothing.
public final class TestStore {
    private let stepper: InstanceStepper
    private let machine: Machine
    private var state: InstanceState?
    private var now: Timestamp
    /// What is still to be expected.
    private var isStateOpen = false
    private var begun: [EffectID] = []
    private var cancelled: [EffectID: String] = [:]
    private var isFinished = false
    private let place: SourceLocation

    /// What becomes of an event.
    public enum Outcome: String, Sendable {
        /// A row takes it.
        case taken
        /// The state ignores it.
        case ignored
        /// The state keeps it for later.
        case deferred
        /// Nothing takes it.
        case unhandled
        /// It cannot be sent: it is raised inside only, or its payload does not fit.
        case rejected
        /// Making the new state failed.
        case blocked
        /// The instance has ended.
        case ended
    }

    /// Begins an instance.
    public init(
        _ system: System, input: some Encodable = [String: String](), now: Timestamp = .epoch,
        sourceLocation: SourceLocation = #_sourceLocation
    ) {
        machine = system.machine
        stepper = InstanceStepper(machine, timeZones: nil)
        self.now = now
        place = sourceLocation
        for diagnostic in system.diagnostics where diagnostic.severity == .error {
            report("\(diagnostic.file):\(diagnostic.range.start.line): \(diagnostic.wording.message)", sourceLocation)
        }
        if system.hasErrors { return }
        do {
            let value = try ValueType.record(machine.input).convert(try ValueEncoder().encode(input))
            guard case .record(let record) = value else { return }
            let (state, advance) = try stepper.start(
                InstanceID(rawValue: "test"), key: nil, input: record, who: "test", in: surroundings)
            self.state = state
            note(advance)
        } catch {
            report("\(system.name) cannot begin: \((error as? StepFailure)?.message ?? "\(error)")", sourceLocation)
        }
    }

    deinit {
        if state != nil, !isFinished { report("the test ended without store.finish(), which looks for what is left", place) }
    }

    private var surroundings: InstanceStepper.Surroundings {
        .init(now: now, settings: Record(type: machine.settings, fields: machine.settings.fields.map { _ in nil }))
    }

    // MARK: What is done

    /// Sends an event.
    public func send<E: SystemEvent>(_ event: E, _ outcome: Outcome = .taken, sourceLocation: SourceLocation = #_sourceLocation) {
        settle(sourceLocation)
        do {
            let value = try ValueEncoder().encode(event)
            let payload = try JSONCodec.encode(value, as: .any, dialect: .plain)
            let reply = apply(.send(SentEvent(name: E.name, payload: payload, who: "test")), sourceLocation)
            if let reply, reply.outcome != outcome {
                report("'\(E.name)' is \(reply.outcome.rawValue) in \(stateText), not \(outcome.rawValue)\(reply.detail)", sourceLocation)
            }
        } catch {
            report("'\(E.name)' cannot be sent: \(error)", sourceLocation)
        }
    }

    /// Has a service succeed that runs.
    public func answer<Input, Output>(
        _ service: ServiceName<Input, Output>, _ output: Output, sourceLocation: SourceLocation = #_sourceLocation
    ) {
        settle(sourceLocation)
        guard let effect = running(service.rawValue, sourceLocation) else { return }
        do {
            let value = try ValueEncoder().encode(output)
            check(apply(.answer(effect.id, attempt: effect.attempt, .result(value)), sourceLocation), service.rawValue, sourceLocation)
        } catch {
            report("the output of '\(service.rawValue)' cannot be encoded: \(error)", sourceLocation)
        }
    }

    /// Has a service fail that runs.
    public func fail<Input, Output>(
        _ service: ServiceName<Input, Output>, _ code: String, _ message: String = "",
        sourceLocation: SourceLocation = #_sourceLocation
    ) {
        settle(sourceLocation)
        guard let effect = running(service.rawValue, sourceLocation) else { return }
        check(
            apply(.answer(effect.id, attempt: effect.attempt, .failure(ServiceFailure(code, message))), sourceLocation),
            service.rawValue, sourceLocation)
    }

    /// Lets time pass: what is due on the way happens in its order, deadlines and further attempts.
    public func advance(by amount: TimeAmount, sourceLocation: SourceLocation = #_sourceLocation) {
        settle(sourceLocation)
        let end = now.advanced(by: amount)
        while let (due, stimulus) = next(until: end) {
            now = max(now, due)
            _ = apply(stimulus, sourceLocation)
        }
        now = end
    }

    /// Ends the test: everything is expected, and no effect runs any more.
    public func finish(sourceLocation: SourceLocation = #_sourceLocation) {
        settle(sourceLocation)
        isFinished = true
        for effect in state?.stored.effects ?? [] {
            report("\(text(effect)) still runs at the end of the test", sourceLocation)
        }
    }

    // MARK: What is expected

    /// Expects the state that the instance is in, with its data.
    public func expect<S: SystemState>(_ expected: S, sourceLocation: SourceLocation = #_sourceLocation) {
        isStateOpen = false
        guard let state else { return }
        guard let index = machine.state(path: S.name) else {
            return report("\(machine.workflow) has no state '\(S.name)'", sourceLocation)
        }
        do {
            let value = try ValueEncoder().encode(expected)
            guard case .record(let record) = try ValueType.record(machine.states[index].data).convert(value) else { return }
            let active = state.machine.active[0]
            if active == index, state.machine.data[0] == record { return }
            report(
                "the state is another one than expected (- expected, + found):\n"
                    + StateDifference.text(
                        expected: (S.name, record), found: (machine.states[active].path, state.machine.data[0])), sourceLocation)
        } catch {
            report("'\(S.name)' does not fit its own fields: \(error)", sourceLocation)
        }
    }

    /// Expects that a service began, with its input.
    public func expectEffect<Input, Output>(
        _ service: ServiceName<Input, Output>, _ input: Input, sourceLocation: SourceLocation = #_sourceLocation
    ) {
        let rows = state?.stored.effects ?? []
        guard let effect = rows.first(where: { begun.contains($0.id) && $0.service == service.rawValue }) else {
            return report("'\(service.rawValue)' did not begin", sourceLocation)
        }
        begun.removeAll { $0 == effect.id }
        do {
            let value = try ValueEncoder().encode(input)
            guard let type = machine.feedback(named: effect.id.feedback).map({ machine.feedbacks[$0].inputType }) else { return }
            let expected = RawJSON(try JSONCodec.encode(try ValueType.record(type).convert(value), as: .record(type)))
            if expected != effect.input {
                report(
                    "'\(service.rawValue)' began with another input (- expected, + found):\n- \(expected)\n+ \(effect.input)",
                    sourceLocation)
            }
        } catch {
            report("the input of '\(service.rawValue)' cannot be encoded: \(error)", sourceLocation)
        }
    }

    /// Expects that a run of a service was cancelled.
    public func expectCancelled<Input, Output>(
        _ service: ServiceName<Input, Output>, sourceLocation: SourceLocation = #_sourceLocation
    ) {
        guard let id = cancelled.first(where: { $0.value == service.rawValue })?.key else {
            return report("no run of '\(service.rawValue)' was cancelled", sourceLocation)
        }
        cancelled[id] = nil
    }

    // MARK: Pieces

    /// Fails the test for whatever was not expected.
    private func settle(_ place: SourceLocation) {
        guard let state else { return }
        if isStateOpen { report("the state became \(stateText), which the test does not expect", place) }
        for effect in state.stored.effects where begun.contains(effect.id) {
            report("\(text(effect)) began, which the test does not expect", place)
        }
        for service in cancelled.values.sorted() { report("a run of '\(service)' was cancelled, which the test does not expect", place) }
        isStateOpen = false
        begun = []
        cancelled = [:]
    }

    private func apply(_ stimulus: Stimulus, _ place: SourceLocation) -> Reply? {
        guard var next = state else { return nil }
        let before = next
        let advance = stepper.advance(&next, stimulus, in: surroundings)
        state = next
        let services = Dictionary(before.stored.effects.map { ($0.id, $0.service) }, uniquingKeysWith: { first, _ in first })
        for entry in advance.entries {
            for id in entry.body.cancelledEffects { cancelled[id] = services[id] ?? id.feedback }
            if let incident = entry.body.incident { report("the instance is blocked: \(incident.message)", place) }
        }
        note(advance, from: before.machine)
        return advance.reply
    }

    private func note(_ advance: Advance, from before: MachineState? = nil) {
        guard let state else { return }
        let isEntered = advance.entries.contains { $0.body.microsteps.contains { !$0.taken.isEmpty } }
        if before == nil || isEntered || state.machine != before { isStateOpen = true }
        for id in advance.launches where !begun.contains(id) { begun.append(id) }
        // One that began and was cancelled on the way of a longer time is gone.
        begun.removeAll { id in state.effect(id) == nil }
    }

    /// The next thing that is due.
    private func next(until end: Timestamp) -> (Timestamp, Stimulus)? {
        guard let stored = state?.stored else { return nil }
        var items: [(due: Timestamp, id: String, stimulus: Stimulus)] = stored.timers.map { ($0.due, "\($0.id)", .fire($0.id)) }
        for effect in stored.effects {
            if effect.phase == .waiting, let due = effect.due { items.append((due, "\(effect.id)", .attempt(effect.id))) }
            if effect.phase == .running, let due = effect.deadline {
                let failure = ServiceFailure(EngineErrorCode.timeout.rawValue, "it took longer than its time-out")
                items.append((due, "\(effect.id)", .answer(effect.id, attempt: effect.attempt, .failure(failure))))
            }
        }
        guard let first = items.filter({ $0.due <= end }).min(by: { ($0.due, $0.id) < ($1.due, $1.id) }) else { return nil }
        return (first.due, first.stimulus)
    }

    private func running(_ service: String, _ place: SourceLocation) -> EffectRow? {
        let effect = state?.stored.effects.first { $0.service == service && $0.phase == .running }
        if effect == nil { report("'\(service)' does not run", place) }
        return effect
    }

    private func check(_ reply: Reply?, _ service: String, _ place: SourceLocation) {
        guard let reply, reply.outcome == .unhandled else { return }
        report("nothing in \(stateText) takes what '\(service)' gave", place)
    }

    private var stateText: String {
        guard let state else { return "nothing" }
        return StateDifference.line(machine.states[state.machine.active[0]].path, state.machine.data[0])
    }

    private func text(_ effect: EffectRow) -> String { "'\(effect.service)' with \(effect.input)" }

    private func report(_ message: String, _ place: SourceLocation) {
        Issue.record(Comment(rawValue: message), sourceLocation: place)
    }
}

extension Reply {
    fileprivate var outcome: TestStore.Outcome {
        switch self {
        case .handled, .queued, .stale, .notApplicable: .taken
        case .unhandled: .unhandled
        case .ignored: .ignored
        case .deferred: .deferred
        case .rejected: .rejected
        case .deadLetter: .ended
        case .blocked: .blocked
        }
    }

    fileprivate var detail: String {
        switch self {
        case .rejected(let rejection): ": \(rejection.message)"
        case .unhandled(_, let accepted): "; it takes \(accepted.isEmpty ? "nothing" : accepted.map(\.name).joined(separator: ", "))"
        default: ""
        }
    }
}

/// Two states, field by field.
enum StateDifference {
    static func text(expected: (name: String, data: Record), found: (name: String, data: Record)) -> String {
        guard expected.name == found.name else { return "- \(line(expected.name, expected.data))\n+ \(line(found.name, found.data))" }
        var lines = ["  \(found.name)"]
        for (slot, field) in found.data.type.fields.enumerated() {
            let (left, right) = (text(expected.data.fields[slot], field.type), text(found.data.fields[slot], field.type))
            lines += left == right ? ["    \(field.name): \(left)"] : ["-   \(field.name): \(left)", "+   \(field.name): \(right)"]
        }
        return lines.joined(separator: "\n")
    }

    static func line(_ name: String, _ data: Record) -> String {
        let fields = data.type.fields.enumerated().map { slot, field in "\(field.name): \(text(data.fields[slot], field.type))" }
        return fields.isEmpty ? name : "\(name)(\(fields.joined(separator: ", ")))"
    }

    private static func text(_ value: Value?, _ type: ValueType) -> String {
        guard let value else { return "absent" }
        return (try? JSONCodec.encode(value, as: type, dialect: .plain)).map { String(decoding: $0, as: UTF8.self) } ?? "?"
    }
}
