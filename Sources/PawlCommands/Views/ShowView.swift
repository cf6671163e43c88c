package import PawlKit

/// Shows one instance to people: where it stands, what it holds, what it waits for.
package struct ShowView {
    private let stored: StoredInstance
    private let accepts: [EventOffer]
    private let naming: InstanceNaming
    private let time: LocalTime
    private let now: Timestamp
    private let attempts: (String) -> Int?

    /// Creates a view.
    ///
    /// - Parameters:
    ///   - accepts: the outside events that its states take.
    ///   - attempts: how many attempts a feedback has at most, by its id; nil when unknown.
    package init(
        _ stored: StoredInstance, accepts: [EventOffer], naming: InstanceNaming, time: LocalTime, now: Timestamp,
        attempts: @escaping (String) -> Int? = { _ in nil }
    ) {
        self.stored = stored
        self.accepts = accepts
        self.naming = naming
        self.time = time
        self.now = now
        self.attempts = attempts
    }

    /// The lines for a stream.
    package func text(for stream: ConsoleStream) -> String {
        let row = stored.instance
        var sections: [(String, [String])] = []
        func add(_ name: String, _ lines: [String]) { if !lines.isEmpty { sections.append((name, lines)) } }
        add("workflow", ["\(row.workflow), revision \(row.revision)"])
        add("key", row.key.map { [$0] } ?? [])
        add("status", ["\(row.status.name), last entry \(row.position), \(Lengths.ago(row.updated, now: now))"])
        add("began", ["\(time.date(row.created)) \(time.clock(row.created)), \(Lengths.ago(row.created, now: now))"])
        add(row.states.count == 1 ? "state" : "states", row.states)
        add("data", data(row.data))
        add("input", members(row.input))
        add("output", row.output.map(members) ?? [])
        add("incident", row.incident.map(lines) ?? [])
        add("effects", stored.effects.map(line))
        add("timers", stored.timers.map { "\(HistoryView.label($0.id))  \(when($0.due))" })
        add("queue", stored.queue.map(line))
        add("accepts", accepts.map(\.signature))
        let indent = 4 + (sections.map { $0.0.count }.max() ?? 0)
        var text = stream.paint(DisplayText.visible(row.id.rawValue), .bold) + "\n"
        for (name, lines) in sections {
            for (index, line) in lines.enumerated() {
                let head = "  " + DisplayText.padded(index == 0 ? name : "", to: indent - 2)
                let shown = DisplayText.visible(line)
                let fitting = stream.width.map { DisplayText.cut(shown, to: max(8, $0 - indent)) } ?? shown
                text += (index == 0 ? stream.paint(head, .dim) : head) + fitting + "\n"
            }
        }
        return text
    }

    /// The fields of each active state; with the state's name where there are several.
    private func data(_ data: RawJSON) -> [String] {
        let states = (data.members ?? []).filter { !$0.value.isEmptyContainer }
        if states.count == 1 { return members(states[0].value) }
        return states.flatMap { state in members(state.value).map { "\(state.name)  \($0)" } }
    }

    private func members(_ json: RawJSON) -> [String] {
        (json.members ?? []).map { "\($0.name): \(CompactJSON.spaced($0.value))" }
    }

    private func lines(_ incident: Incident) -> [String] {
        var lines = ["\(incident.code): \(incident.message)"]
        if let place = incident.place { lines.append("in \(place)" + (incident.source.map { ", line \($0)" } ?? "")) }
        if let expression = incident.expression { lines.append(expression) }
        if let values = incident.values { lines.append("with \(HistoryView.reads(values))") }
        return lines
    }

    private func line(_ effect: EffectRow) -> String {
        let next = effect.phase == .waiting ? effect.attempt + 1 : effect.attempt
        // What a person had tried again may be beyond the limit.
        let limit = attempts(effect.id.feedback).flatMap { $0 >= next ? " of \($0)" : nil } ?? ""
        let state =
            switch effect.phase {
            case .running:
                "attempt \(effect.attempt)\(limit) runs" + (effect.deadline.map { ", times out \(when($0))" } ?? "")
            case .waiting: "attempt \(next)\(limit) is due" + (effect.due.map { " \(when($0))" } ?? "")
            case .failed: "gave up after attempt \(effect.attempt)"
            case .answered: "answered; the answer is in the queue"
            case .queued: "waits for the run before it"
            }
        return "\(effect.service)  \(state)  \(naming.effect(effect.id, of: stored.instance.id))"
    }

    private func line(_ queued: QueueRow) -> String {
        let name = queued.event ?? "answer"
        let cause = EntryWording.cause(queued.cause) { id in stored.effects.first { $0.id == id }?.service ?? id.feedback }
        return "\(queued.arrival)  \(name)\(CompactJSON.suffix(queued.payload))  \(cause)" + (queued.isDeferred ? "  deferred" : "")
    }

    /// `at 15:00 (in 14:48)`, or `since 15:00` for what is overdue.
    private func when(_ moment: Timestamp) -> String {
        let clock = time.deadline(moment, now: now)
        guard let left = moment.since(now), left > .zero else { return "since \(clock)" }
        return "at \(clock) (in \(Lengths.countdown(left)))"
    }
}
