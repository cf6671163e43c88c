import PawlControl
import PawlEngine
import PawlKit
import PawlMachine

/// Drives one instance until it ends or waits, shows it, and sends the events that were given, each when the instance waits.
struct RunDriver {
    let session: Session
    let backend: RunBackend
    let id: InstanceID
    let signals: AsyncStream<RunSignal>
    var sends: [EventText]
    var view: RunView
    /// The position of the last entry that was shown.
    var shown: Int64
    /// The machine of its revision, on which it stays.
    let machine: Machine

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
        var last = try await look().position
        if ending != nil, shown >= last { return ending ?? .interrupted }
        for await signal in signals {
            if case .gone = signal {
                let failure = CommandFailure(
                    .failure, "the engine went away; what was begun is in the journal",
                    help: ["pawl run goes on with it, or the next pawl serve."])
                return .refused(failure)
            }
            show(signal)
            guard case .notice(.committed(let entry)) = signal, entry.instance == id else { continue }
            if ending == nil {
                ending = try await settle()
                last = try await look().position
            }
            if let ending, shown >= last { return ending }
        }
        return .interrupted
    }

    private mutating func show(_ signal: RunSignal) {
        switch signal {
        case .gone: return
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
        // The stream of one run is read as fast as it comes; it ends here only with the engine.
        case .notice(.lost): return
        }
    }

    /// Looks at where the instance stands; sends the next event when it waits; nil when it moves on by itself.
    private mutating func settle() async throws(CommandFailure) -> Ending? {
        while true {
            if Task.isCancelled { return .interrupted }
            let state = try await look()
            let standing = machine.standing(of: state)
            guard let closing = Self.closing(standing, state) else { return nil }
            guard !sends.isEmpty else { return .closed(closing, state.status) }
            // An event for one that does not wait is recorded all the same, and its sender hears what became of it.
            let event = sends.removeFirst()
            if let failure = try await send(event) { return .refused(failure) }
            guard case .waiting = standing else { return .closed(closing, state.status) }
        }
    }

    /// How the run closes when an event was refused: as the instance stands.
    mutating func standing() async throws(CommandFailure) -> RunClosing {
        let state = try await look()
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

    private func look() async throws(CommandFailure) -> InstanceState { try await session.state(of: id, machine, backend.reader) }

    /// Sends an event; gives what is wrong when its sender did not get what was asked for.
    private func send(_ event: EventText) async throws(CommandFailure) -> CommandFailure? {
        let payload = try session.value(of: event.payload.map { .json($0) }, what: "the payload of '\(event.name)'")
        let operation = InstanceSend(instance: id.rawValue, event: event.name, payload: payload, who: session.userName)
        do { return try await backend.send(operation).failure(event.name) } catch { throw CommandFailure(error) }
    }
}

extension String {
    fileprivate func padded(to width: Int) -> String { DisplayText.padded(self, to: width) }
}
