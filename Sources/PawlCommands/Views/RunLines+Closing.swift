import PawlKit

extension RunLines {
    /// The last lines of a run: how it stands, and what to type next.
    func closing(_ closing: RunClosing, _ progress: RunProgress, at moment: Timestamp) -> String {
        let handle = naming.handle(progress.instance, workflow: progress.workflow, key: progress.key)
        let short = naming.short(progress.instance)
        let state = StateList.text(progress.states)
        switch closing {
        case .ended:
            let length = moment.since(progress.began).map { " in \(Lengths.text($0))" } ?? ""
            let events = count(progress.eventCount, "event") + ", " + count(progress.effectCount, "effect")
            return "\(progress.end?.status.name ?? "ended")\(length) · \(events) · pawl history \(short)\(repeated)\n"
        case .waiting(let events, let until):
            let names = events.map(\.signature)
            let limit = until.map { " · until \(time.deadline($0, now: moment))" } ?? ""
            let waiting = "waiting for " + (names.isEmpty ? "an event" : names.joined(separator: " or ")) + limit
            return line("…", state, waiting, "", "", .yellow) + "Stopped here; nothing is lost."
                + (events.isEmpty
                    ? "\n" : " Continue with:\n" + events.map { "  pawl run \(handle) --send \($0.sendWord)\(repeated)\n" }.joined())
        case .blocked(let incident):
            let place = incident.place.map { "in \($0)" + (incident.source.map { ", line \($0)" } ?? "") } ?? ""
            var text = line("✗", state, "blocked", "\(incident.code): \(incident.message)", "", .red)
            if !place.isEmpty { text += line(" ", "", place) }
            if let expression = incident.expression { text += line(" ", "", expression) }
            if let values = incident.values { text += line(" ", "", "with \(HistoryView.reads(values))") }
            return text + "Nothing is lost. Look closer with:\n  pawl show \(handle)\(repeated)\n  pawl explain \(incident.code)\n"
        case .paused:
            return line("…", state, "paused", "", "", .yellow) + "Events wait in its queue: pawl show \(handle)\(repeated)\n"
        case .stuck:
            return line("✗", state, "nothing can move it", "no event is taken here, no timer is set, no effect runs", "", .red)
                + "Its last steps: pawl history \(short)\(repeated)\n"
        case .interrupted:
            return line("…", state, "interrupted", "", "", .yellow)
                + "Stopped here; nothing is lost. Continue with:\n  pawl run \(handle)\(repeated)\n"
        }
    }

    private func count(_ number: Int, _ noun: String) -> String { "\(number) \(noun)" + (number == 1 ? "" : "s") }
}
