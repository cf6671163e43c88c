package import PawlKit

/// Shows journal entries to people as a table: what happened, from where to where, and why.
package struct HistoryView {
    private let naming: InstanceNaming
    private let time: LocalTime
    /// The services by the ids of the effects that were met, for entries that name an effect only.
    private var services: [EffectID: String] = [:]

    /// Creates a view.
    package init(naming: InstanceNaming, time: LocalTime) {
        self.naming = naming
        self.time = time
    }

    /// An empty table for the rows.
    package static let table = Table([
        .init("POS", isRightAligned: true), .init("TIME"), .init("WHAT", isFree: true), .init("STATE", isFree: true),
        .init("WHY", isFree: true),
    ])

    /// The rows of an entry: one for the entry, and one for each thing that it did.
    package mutating func rows(_ entry: JournalEntry) -> [[Table.Cell]] {
        for effect in entry.body.effects { services[effect.id] = effect.service }
        let words = EntryWording(entry, service: service, naming: naming)
        var rows = [
            [
                Table.Cell("\(entry.position)"), Table.Cell(time.clock(entry.time), .dim), Table.Cell(words.what, words.style),
                Table.Cell(Self.movement(entry)), Table.Cell(words.why, .dim),
            ]
        ]
        for note in notes(entry) {
            rows.append(["", "", Table.Cell(note.what, lead: "↳ "), Table.Cell(note.state), Table.Cell(note.why, .dim)])
        }
        return rows
    }

    /// `→ Paying`, `Paying`, or `Paying → Shipping`.
    package static func movement(_ entry: JournalEntry) -> String {
        let from = StateList.text(entry.from)
        let to = StateList.text(entry.to)
        if from == to { return to }
        return from.isEmpty ? "→ \(to)" : "\(from) → \(to)"
    }

    private struct Note {
        var what: String
        var state = ""
        var why = ""
    }

    private func service(_ id: EffectID) -> String { services[id] ?? id.feedback.split(separator: "/").last.map(String.init) ?? "" }

    private func notes(_ entry: JournalEntry) -> [Note] {
        let body = entry.body
        var notes: [Note] = []
        for step in body.microsteps {
            if let event = step.event { notes.append(Note(what: event + CompactJSON.suffix(step.payload), why: "raised inside")) }
            notes += step.refused.map { Note(what: "not \($0.row)", why: Self.refusal($0)) }
        }
        notes += body.reasons.map { Note(what: "not taken", state: $0.state, why: Self.reason($0.why)) }
        if let incident = body.incident { notes += self.notes(incident) }
        notes += body.cancelledEffects.map { Note(what: "cancelled \(service($0))", why: naming.effect($0, of: entry.instance)) }
        notes += body.cancelledTimers.map { Note(what: "stopped timer \(Self.label($0))") }
        notes += body.effects.map { Note(what: "scheduled \($0.service)", why: naming.effect($0.id, of: entry.instance)) }
        notes += body.timers.map { Note(what: "timer \(Self.label($0.id))", state: "until \(until($0.due, from: entry.time))") }
        notes += body.readmitted.map { Note(what: "deferred event \($0) is due again") }
        if let end = body.end { notes.append(Note(what: end.status.name + CompactJSON.suffix(end.output))) }
        return notes
    }

    private func notes(_ incident: Incident) -> [Note] {
        var notes: [Note] = []
        if let place = incident.place { notes.append(Note(what: "in \(place)", why: incident.source.map { "line \($0)" } ?? "")) }
        if let expression = incident.expression { notes.append(Note(what: expression)) }
        if let values = incident.values { notes.append(Note(what: "with \(Self.reads(values))")) }
        return notes
    }

    /// The time of a deadline; with its date when it is on another day.
    private func until(_ due: Timestamp, from moment: Timestamp) -> String {
        let sameDay = time.date(due) == time.date(moment)
        return (sameDay ? "" : time.date(due) + " ") + time.clock(due)
    }

    /// `after 15m`, from `Paying:after 15m`.
    package static func label(_ timer: TimerID) -> String {
        timer.name.split(separator: ":", maxSplits: 1).last.map(String.init) ?? timer.name
    }

    private static func refusal(_ row: RowRecord) -> String {
        let values = row.reads.map { $0.isEmptyContainer ? "" : " (\(reads($0)))" } ?? ""
        switch row.refusal {
        case .when: return "its 'when' was false" + values
        case .disabled: return "it was disabled" + values
        case .preempted: return "a row of another region went first"
        case .running: return "an earlier run of it goes on"
        case nil: return values
        }
    }

    static func reason(_ why: UnhandledReason.Why) -> String {
        switch why {
        case .noRow: "no row takes it here"
        case .when: "the 'when' of each row was false"
        case .disabled: "each row was disabled or false"
        case .preempted: "a row of another region went first"
        }
    }

    /// `state.total = 59.98, settings.superUsers = false`.
    static func reads(_ values: RawJSON) -> String {
        guard let members = values.members else { return CompactJSON.plain(values) }
        return members.map { "\($0.name) = \(CompactJSON.plain($0.value))" }.joined(separator: ", ")
    }
}
