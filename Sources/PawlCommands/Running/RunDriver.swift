import PawlEngine
import PawlKit
import PawlMachine

/// Drives one instance until it ends or waits, shows it, and sends the events that were given, each when the instance waits.
struct RunDriver {
    let session: Session
    let engine: Engine
    let id: InstanceID
    let who: String
    let signals: AsyncStream<RunSignal>
    var sends: [EventText]
    var view: RunView
    /// The position of the last entry that was shown.
    var shown: Int64

    /// What the run came to.
    enum Ending {
        /// The instance stands still or has ended.
        case closed(RunClosing, InstanceStatus)
        /// An event was refused.
        case refused(CommandFailure)
        /// Ctrl-C.
        case interrupted
    }

    /// Runs until nothing moves any more.
    mutating func run() async throws(CommandFailure) -> Ending {
        var ending = try await settle()
        // What is committed is shown before the run closes.
        var last = try await look().1.position
        if ending != nil, shown >= last { return ending ?? .interrupted }
        for await signal in signals {
            show(signal)
            guard case .notice(.committed(let entry)) = signal, entry.instance == id else { continue }
            if ending == nil {
                ending = try await settle()
                last = try await look().1.position
            }
            if let ending, shown >= last { return ending }
        }
        return .interrupted
    }

    private mutating func show(_ signal: RunSignal) {
        switch signal {
        case .tick: view.observe(.tick(session.now))
        case .log(let level, let text):
            view.message("\(level.rawValue.padded(to: 7)) \(text)", on: session.console.messages)
        case .notice(.committed(let entry)):
            guard entry.instance == id else { return }
            view.observe(.entry(entry))
            shown = entry.position
        case .notice(.started(let instance, let effect, let attempt)):
            guard instance == id else { return }
            view.observe(.attempt(effect, number: attempt, at: session.now, deadline: nil))
        }
    }

    /// Looks at where the instance stands; sends the next event when it waits; nil when it moves on by itself.
    private mutating func settle() async throws(CommandFailure) -> Ending? {
        while true {
            if Task.isCancelled { return .interrupted }
            let (machine, state) = try await look()
            let standing = machine.standing(of: state)
            guard let closing = Self.closing(standing, state) else { return nil }
            guard !sends.isEmpty else { return .closed(closing, state.status) }
            // An event for one that does not wait is recorded all the same, and its sender hears what became of it.
            let event = sends.removeFirst()
            if let failure = try await send(event, machine, state) { return .refused(failure) }
            guard case .waiting = standing else { return .closed(closing, state.status) }
        }
    }

    /// How the run closes when an event was refused: as the instance stands.
    func standing() async throws(CommandFailure) -> RunClosing {
        let (machine, state) = try await look()
        return Self.closing(machine.standing(of: state), state) ?? .interrupted
    }

    /// How a run of an instance that stands like this closes; nil when it moves on by itself.
    private static func closing(_ standing: Standing, _ state: InstanceState) -> RunClosing? {
        switch standing {
        case .working, .timed: nil
        case .ended: .ended
        case .paused: .paused
        case .stuck: .stuck
        case .blocked(let incident): incident.map { .blocked($0) } ?? .stuck
        case .waiting(let accepted): .waiting(accepted.map { EventOffer($0) }, until: state.stored.timers.map(\.due).min())
        }
    }

    private func look() async throws(CommandFailure) -> (Machine, InstanceState) {
        do {
            return (try await engine.machine(of: id), try await engine.state(of: id))
        } catch {
            throw CommandFailure(error)
        }
    }

    private func send(_ event: EventText, _ machine: Machine, _ state: InstanceState) async throws(CommandFailure) -> CommandFailure? {
        let payload = Array((event.payload ?? "{}").utf8)
        let reply: Reply
        do {
            reply = try await engine.submit(.send(SentEvent(name: event.name, payload: payload, who: who)), to: id)
        } catch {
            throw CommandFailure(error)
        }
        switch reply {
        case .rejected(let rejection):
            let code: ExitCode =
                switch rejection.kind {
                case .unknownEvent, .internalEvent: .usage
                case .payload, .tooLarge: .badData
                case .unhandled, .busy: .negative
                }
            return CommandFailure(code, rejection.message)
        case .deadLetter(let status):
            return CommandFailure(
                .negative, "the instance is \(status.name); the event was recorded as a dead letter at position \(state.position + 1)")
        case .unhandled(let reasons, let accepted):
            let why = reasons.map { "\($0.state): \($0.why.words)" }.joined(separator: "; ")
            let offers = accepted.map { EventOffer($0).signature }.joined(separator: ", ")
            return CommandFailure(
                .negative, "nothing handles '\(event.name)' now (\(why)); it was recorded as unhandled",
                help: [offers.isEmpty ? "It would accept no event." : "It would accept \(offers)."])
        case .handled, .ignored, .deferred, .queued, .blocked, .stale, .notApplicable:
            return nil
        }
    }
}

extension UnhandledReason.Why {
    fileprivate var words: String {
        switch self {
        case .noRow: "no row takes it"
        case .when: "its condition is false"
        case .disabled: "it is disabled"
        case .preempted: "another region went first"
        }
    }
}

extension String {
    fileprivate func padded(to width: Int) -> String { DisplayText.padded(self, to: width) }
}
