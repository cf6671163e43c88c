import PawlEngine
package import PawlKit
import PawlMachine

/// Says in a paragraph why an instance does not move, and what would move it.
package struct WhyView {
    let facts: Circumstances
    let naming: InstanceNaming
    let time: LocalTime
    let now: Timestamp
    let repeated: String

    /// Creates a view.
    ///
    /// - Parameter repeated: what the commands that are shown to be typed end in, see ``GlobalOptions/repeated``.
    package init(_ facts: Circumstances, naming: InstanceNaming, time: LocalTime, now: Timestamp, repeated: String = "") {
        self.facts = facts
        self.naming = naming
        self.time = time
        self.now = now
        self.repeated = repeated
    }

    var row: InstanceRow { facts.stored.instance }
    /// The instance as it is typed.
    var handle: String { naming.handle(row.id, workflow: row.workflow, key: row.key) }

    /// The lines for a stream: the sentences, then the commands to type.
    package func text(for stream: ConsoleStream) -> String {
        let lines = sentences.map(DisplayText.visible)
        let paragraph = stream.width.map { HelpText.wrapped(lines.joined(separator: " "), indent: 0, width: $0 - 1) }
        let named = paragraph ?? lines.map { $0 + "\n" }.joined()
        return named + commands.map { "  \($0)\n" }.joined()
    }

    /// Where it is, what it waits for, what would move it, and how it came here.
    package var sentences: [String] {
        let moves = [place] + effects + queue + [expectation] + engine
        return [moves.compactMap(\.self).joined(separator: " "), arrival].compactMap(\.self)
    }

    // MARK: Where it is

    private var place: String {
        let state = StateList.text(row.states)
        switch facts.standing {
        case .ended(let status):
            let verb = status == .cancelled ? "was cancelled" : status.name
            let moment = facts.halt?.time ?? row.updated
            let output = row.output.map { $0.isEmptyContainer ? "" : " Its output is \(CompactJSON.plain($0))." } ?? ""
            return "\(handle) \(verb) in \(state) at \(clock(moment)) (\(Lengths.ago(moment, now: now))); nothing moves it any more."
                + output
        case .paused:
            return
                "\(handle) is paused in \(state)\(since(facts.halt?.time))\(by(facts.halt)). Events wait in its queue until it is resumed."
        case .blocked(let incident):
            return "\(handle) is blocked in \(state)\(since(facts.halt?.time))" + (incident.map(blame) ?? ".")
        case .working, .waiting, .timed, .stuck: return "\(handle) is in \(state)\(since(facts.arrival?.time))."
        }
    }

    /// `: PWL0701, division by zero, in Paying:failed[0] (line 48:30): state.total / 0, with state.total = 59.98.`
    private func blame(_ incident: Incident) -> String {
        var text = ": \(incident.code), \(incident.message)"
        if let place = incident.place { text += ", in \(place)" + (incident.source.map { " (line \($0))" } ?? "") }
        if let expression = incident.expression { text += ": \(expression)" }
        if let values = incident.values, !values.isEmptyContainer { text += ", with \(HistoryView.reads(values))" }
        return text.hasSuffix(".") ? text : text + "."
    }

    private func by(_ entry: JournalEntry?) -> String {
        if case .outside(let who)? = entry?.body.cause { ", by \(who)" } else { "" }
    }

    // MARK: What it waits for

    private var effects: [String] { facts.effects.compactMap(sentence) }

    private func sentence(_ effect: EffectCircumstances) -> String? {
        let row = effect.row
        // What a person had tried again may be beyond the limit.
        let limit = effect.attempts.flatMap { $0 > row.attempt || (row.phase == .running && $0 == row.attempt) ? " of \($0)" : nil } ?? ""
        switch row.phase {
        case .running:
            if facts.owner == nil { return "\(row.service) is to run (attempt \(row.attempt)\(limit))." }
            let length = effect.started.flatMap { now.since($0) }.map { ", since \(Lengths.age($0))" } ?? ""
            let end = row.deadline.map { "; it times out \(when($0))" } ?? ""
            return "\(row.service) runs: attempt \(row.attempt)\(limit)\(length)\(end)."
        case .waiting:
            let failure = effect.failure.map { " (\($0.code)" + ($0.message.isEmpty ? ")" : ": \($0.message))") } ?? ""
            let next = row.due.map { isPast($0) ? "was due \(Lengths.ago($0, now: now))" : "starts \(when($0))" } ?? "is due"
            return "Attempt \(row.attempt) at \(row.service) failed\(failure); attempt \(row.attempt + 1)\(limit) \(next)."
        case .failed:
            // The incident says it already.
            if case .blocked(.some) = facts.standing { return nil }
            return "\(row.service) gave up after \(row.attempt == 1 ? "its only attempt" : "\(row.attempt) attempts")."
        case .answered: return "\(row.service) has answered; the answer waits in the queue."
        case .queued: return "\(row.service) waits for its run before to end."
        }
    }

    private var queue: [String] {
        let waiting = facts.stored.queue.filter { !$0.isDeferred }
        let deferred = facts.stored.queue.filter(\.isDeferred)
        var sentences: [String] = []
        if !waiting.isEmpty {
            sentences.append("\(waiting.count == 1 ? "One event waits" : "\(waiting.count) events wait") in its queue: \(names(waiting)).")
        }
        if !deferred.isEmpty {
            sentences.append(
                "\(deferred.count == 1 ? "One event is" : "\(deferred.count) events are") deferred until a state takes "
                    + "\(deferred.count == 1 ? "it" : "them"): \(names(deferred)).")
        }
        return sentences
    }

    private func names(_ rows: [QueueRow]) -> String {
        let shown = rows.prefix(3).map { row in
            (row.event ?? "an answer") + ", \(EntryWording.cause(row.cause, service: service))"
        }
        return shown.joined(separator: "; ") + (rows.count > 3 ? " and \(rows.count - 3) more" : "")
    }

    func service(_ id: EffectID) -> String {
        facts.stored.effects.first { $0.id == id }?.service ?? id.feedback.split(separator: "/").last.map(String.init) ?? id.feedback
    }

    private var expectation: String? {
        let names = facts.accepts.map { $0.name + ($0.isGuarded ? " (if its condition holds)" : "") }
        let events = names.count < 2 ? names.first ?? "" : names.dropLast().joined(separator: ", ") + " or " + (names.last ?? "")
        let timers = facts.stored.timers.map { "\(HistoryView.label($0.id)) \(when($0.due))" }
        switch facts.standing {
        case .ended, .paused: return nil
        case .blocked: return "Retry takes the step again, skip drops it; events queue until then."
        case .stuck: return "Nothing can move it: no event is taken here, no timer is set and no effect runs."
        case .working:
            let others = [events.isEmpty ? nil : "it takes \(events) from outside", timers.first.map { "its timer \($0) is set" }]
            let text = others.compactMap(\.self).joined(separator: "; ")
            return text.isEmpty ? nil : "Meanwhile \(text)."
        case .timed: return "Only its timer \(timers.joined(separator: ", or ")) can move it."
        case .waiting:
            let end =
                timers.isEmpty
                ? "; nothing else can move it: no timer is set and no effect runs."
                : ", or for its timer \(timers.joined(separator: ", or "))."
            return "It waits for \(events) from outside\(end)"
        }
    }

    /// That what is due does not happen, because nobody does it.
    private var engine: [String?] {
        guard facts.owner == nil, !row.status.isEnded, row.status != .blocked, row.status != .paused else { return [] }
        let isPending = !facts.effects.isEmpty || !facts.stored.timers.isEmpty || facts.stored.queue.contains { !$0.isDeferred }
        return isPending ? ["No engine runs on this journal: what is due happens once pawl run or pawl serve does."] : []
    }

    // MARK: How it came here

    private var arrival: String? {
        guard let entry = facts.arrival, !row.status.isEnded || entry.kind == .event else { return nil }
        let position = "position \(entry.position)"
        if entry.kind == .started { return "It began here\(by(entry)), \(position)." }
        let from = StateList.text(entry.from)
        let way = entry.from == entry.to ? "It entered \(from) again" : "It came here from \(from)"
        return "\(way) because \(reason(entry)), \(position)."
    }

    private func reason(_ entry: JournalEntry) -> String {
        switch entry.body.cause {
        case .effect(let id, let attempt):
            let attempts = attempt > 1 ? " after \(attempt) attempts" : ""
            switch entry.body.answer {
            case .failure(let code, let message):
                return "\(service(id)) gave up\(attempts) (\(code)" + (message.isEmpty ? ")" : ": \"\(message)\")")
            case .element: return "\(service(id)) gave an element" + (entry.event.map { " (\($0))" } ?? "")
            case .result, nil: return "\(service(id)) succeeded\(attempts)" + (entry.event.map { " (\($0))" } ?? "")
            }
        case .timer(let id): return "its timer \(HistoryView.label(id)) was due"
        case .outside(let who):
            return entry.kind == .event ? "\(who) sent \(entry.event ?? "an event")" : "\(who) acted on it (\(entry.kind.name))"
        case .raised(let position): return "it raised \(entry.event ?? "an event") at position \(position)"
        case .engine: return entry.event.map { "\($0) was raised" } ?? "its rows led on"
        }
    }

    // MARK: Times

    private func since(_ moment: Timestamp?) -> String {
        moment.flatMap { now.since($0) }.map { " since \(Lengths.age($0))" } ?? ""
    }

    /// `14:45:02`, with the date when it is another day.
    private func clock(_ moment: Timestamp) -> String {
        (time.date(moment) == time.date(now) ? "" : time.date(moment) + " ") + time.clock(moment)
    }

    private func isPast(_ moment: Timestamp) -> Bool { moment.since(now).map { $0 <= .zero } ?? true }

    /// `at 15:00 (in 14:48)`, or `since 15:00` for what is overdue.
    private func when(_ moment: Timestamp) -> String {
        let clock = time.deadline(moment, now: now)
        guard let left = moment.since(now), left > .zero else { return "since \(clock)" }
        return "at \(clock) (in \(Lengths.countdown(left)))"
    }
}
