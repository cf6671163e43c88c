import PawlKit

/// The lines of a run in words.
struct RunLines: Sendable {
    let stream: ConsoleStream
    let naming: InstanceNaming
    let time: LocalTime
    let repeated: String
    let attempts: @Sendable (String) -> Int?

    /// `order 7f3a · ORD-17`.
    func header(_ progress: RunProgress) -> String {
        let name = "\(progress.workflow) \(naming.short(progress.instance))" + (progress.key.map { " · \($0)" } ?? "")
        return stream.paint(DisplayText.visible(name), .bold) + "\n"
    }

    /// A line: a mark, a state, what happened there, a note, and how long it took. It is cut rather than wrapped.
    func line(_ mark: String, _ state: String, _ what: String = "", _ note: String = "", _ length: String = "", _ style: Style? = nil)
        -> String
    {
        var text = DisplayText.padded(state, to: 10)
        if !what.isEmpty { text += "  " + DisplayText.padded(what, to: 22) }
        if !note.isEmpty { text += "  " + note }
        text = DisplayText.visible(text)
        if !length.isEmpty {
            let room = stream.width.map { max(20, $0 - 6 - DisplayText.width(length)) }
            if let room { text = DisplayText.cut(text, to: room) }
            text = DisplayText.padded(text, to: min(76, room ?? 76)) + "  " + length
        } else if let width = stream.width {
            text = DisplayText.cut(text, to: max(20, width - 4))
        }
        while text.hasSuffix(" ") { text.removeLast() }
        return "  " + (style.map { stream.paint(mark, $0) } ?? mark) + " " + text + "\n"
    }

    /// The lines for an entry.
    ///
    /// - Parameter before: where the instance stood; nil for the first entry.
    func lines(_ entry: JournalEntry, before: RunProgress?) -> String {
        switch entry.kind {
        case .started, .event: return movement(entry, before) + ending(entry)
        case .retry:
            guard let change = entry.body.effect, let effect = before?.effect(change.id) else { return "" }
            let wait = change.due.flatMap { $0.since(entry.time) }.map { ", again in \(Lengths.text($0))" } ?? ""
            let note = "attempt \(change.attempt) failed" + failure(entry.body.answer) + wait
            return line("…", StateList.text(entry.from), effect.service, note, "", .yellow)
        case .rejected, .deferred, .ignored, .unhandled, .deadLetter, .queued, .retried, .skipped, .paused, .resumed, .cancelled:
            let words = EntryWording(entry, service: { before?.effect($0)?.service ?? $0.feedback }, naming: naming)
            let reasons = entry.body.reasons.map { HistoryView.reason($0.why) }
            return line("–", StateList.text(entry.from), words.what, reasons.first ?? words.why, "", words.style) + ending(entry)
        // Attempts show in the live line; an incident is told at the end, with what to do.
        case .attempt, .answered, .stale, .incident, .compensated, .forked, .migrated, .childStarted, .childEnded: return ""
        }
    }

    /// The state that was left, and those that were entered and left again at once.
    private func movement(_ entry: JournalEntry, _ before: RunProgress?) -> String {
        var text = ""
        if entry.kind == .event {
            let (what, note, failed) = reason(entry, before)
            if entry.isMovement {
                let length = before.flatMap { entry.time.since($0.entered) }.map(Lengths.text) ?? ""
                text += line(failed ? "✗" : "✓", StateList.text(entry.from), what, note, length, failed ? .red : .green)
            } else {
                text += line("·", StateList.text(entry.to), what, note.isEmpty ? "updated" : note)
            }
        }
        let passed = entry.body.microsteps.compactMap(\.to).filter { $0 != entry.to && $0 != entry.from }
        for states in passed { text += line("✓", StateList.text(states), "passed at once", "", "", .green) }
        return text
    }

    /// What made a state be left.
    private func reason(_ entry: JournalEntry, _ before: RunProgress?) -> (what: String, note: String, failed: Bool) {
        switch entry.body.cause {
        case .effect(let id, let attempt):
            let effect = before?.effect(id)
            let service = effect?.service ?? id.feedback
            if case .failure = entry.body.answer {
                return (service, "failed" + failure(entry.body.answer) + (attempt > 1 ? " after \(attempt) attempts" : ""), true)
            }
            if attempt == 1 { return (service, "", false) }
            let limit = attempts(id.feedback).map { " of \($0)" } ?? ""
            return (service, "attempt \(attempt)\(limit)" + (effect?.failures.first.map { ", first: \($0)" } ?? ""), false)
        case .timer(let id): return ("timer \(HistoryView.label(id))", "", false)
        case .outside(let who):
            return ((entry.event ?? "") + CompactJSON.suffix(entry.body.payload), "sent by \(who)", false)
        case .raised, .engine: return (entry.event ?? "", "", false)
        }
    }

    private func failure(_ answer: EffectAnswer?) -> String {
        guard case .failure(let code, let message) = answer else { return "" }
        return ": \(code)" + (message.isEmpty ? "" : " (\(message))")
    }

    /// The final state with its output, or with its data when it gives none.
    private func ending(_ entry: JournalEntry) -> String {
        guard let end = entry.body.end else { return "" }
        let state = StateList.text(entry.to)
        let data = entry.body.data?.members?.first { entry.to.contains($0.name) }?.value
        let shown = [end.output, data].compactMap(\.self).first { !$0.isEmptyContainer }
        let mark = end.status == .finished ? "■" : "✗"
        return line(mark, state, shown.map(CompactJSON.spaced) ?? "", "", "", end.status == .finished ? .green : .red)
    }

    /// `Paying · payments.charge · attempt 1, 12 s of 4 min · timer at 15:00 (in 14:48)`.
    func live(_ progress: RunProgress, at moment: Timestamp) -> String {
        var parts = [StateList.text(progress.states)]
        for effect in progress.effects.prefix(2) { parts += [effect.service, attempt(effect, at: moment)] }
        if progress.effects.count > 2 { parts.append("and \(progress.effects.count - 2) more") }
        if let next = progress.timers.min(by: { $0.due < $1.due }) {
            parts.append("timer at \(deadline(next.due, at: moment))")
        }
        return parts.joined(separator: " · ")
    }

    private func attempt(_ effect: RunProgress.Effect, at moment: Timestamp) -> String {
        if let due = effect.due {
            let left = due.since(moment) ?? .zero
            return "attempt \(effect.attempt) failed" + (effect.failures.last.map { ": \($0)" } ?? "") + ", next in \(Lengths.age(left))"
        }
        let elapsed = Lengths.age(moment.since(effect.started) ?? .zero)
        let limit = effect.deadline.flatMap { $0.since(effect.started) }.map { " of \(Lengths.age($0))" } ?? ""
        return "attempt \(effect.attempt), \(elapsed)\(limit)"
    }

    /// `15:00 (in 14:48)`.
    private func deadline(_ due: Timestamp, at moment: Timestamp) -> String {
        "\(time.deadline(due, now: moment)) (in \(Lengths.countdown(due.since(moment) ?? .zero)))"
    }
}
