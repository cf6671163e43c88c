package import PawlKit

/// A journal entry in words: what happened, and why.
package struct EntryWording {
    /// What happened.
    package private(set) var what = ""
    /// Why.
    package private(set) var why = ""
    /// How what happened is set off.
    package private(set) var style: Style?

    /// Words an entry.
    ///
    /// - Parameter service: the name of the service that an effect calls.
    package init(_ entry: JournalEntry, service: (EffectID) -> String, naming: InstanceNaming) {
        let body = entry.body
        let event = (entry.event ?? "event") + Self.payload(body.payload)
        let cause = Self.cause(body.cause, service: service)
        func change(_ text: (EffectChange) -> String) -> String { body.effect.map(text) ?? "" }
        why = cause
        switch entry.kind {
        case .started:
            what = "started"
            why = Self.joined([body.key.map { "key \($0)" }, body.input.map { "input \(CompactJSON.plain($0))" }])
        case .event:
            if case .timer(let timer) = body.cause, entry.event == nil {
                what = "timer \(HistoryView.label(timer))"
                why = "it was due"
            } else {
                what = event
            }
        case .answered:
            what = "answered" + Self.answer(body.answer)
        case .retry:
            what = "attempt \(change { "\($0.attempt)" }) failed" + Self.answer(body.answer)
            why = Self.joined([
                body.effect.map { service($0.id) },
                body.effect?.due.flatMap { $0.since(entry.time) }.map { "again in \(Lengths.text($0))" },
            ])
            style = .yellow
        case .attempt:
            what = "attempt \(change { "\($0.attempt)" })"
            let wasCut = (body.effect?.interruptions ?? 0) > 0
            why = Self.joined([body.effect.map { service($0.id) }, wasCut ? "the process had ended during the last" : "it was due"])
        case .stale:
            what = "result came too late" + Self.answer(body.answer)
            why = change { "\(service($0.id)) was over" }
        case .rejected:
            what = "rejected \(event)"
            why = Self.joined([body.rejection, cause])
            style = .yellow
        case .queued:
            what = "queued \(event)"
            why = Self.joined([body.arrival.map { "as number \($0)" }, cause])
        case .deferred:
            what = "deferred \(event)"
        case .ignored:
            what = "ignored \(event)"
        case .unhandled:
            what = "unhandled \(event)"
            style = .yellow
        case .deadLetter:
            what = "too late: \(event)"
            why = Self.joined(["the instance had ended", cause])
            style = .yellow
        case .incident:
            what = "blocked" + (body.incident.map { "  \($0.code)" } ?? "")
            why = body.incident?.message ?? ""
            style = .red
        case .retried: what = "tried again"
        case .skipped: what = entry.event.map { "skipped \($0)" } ?? "skipped"
        case .paused, .resumed, .compensated: what = entry.kind.name
        case .cancelled:
            what = "cancelled"
            style = .yellow
        case .forked: what = "forked"
        case .migrated: what = "moved to revision \(entry.revision)"
        case .childStarted: what = "child started" + CompactJSON.suffix(body.payload)
        case .childEnded: what = "child ended" + CompactJSON.suffix(body.payload)
        }
    }

    /// `warehouse.ship, attempt 2`, `sent by ada`, `timer after 15m`.
    package static func cause(_ cause: EntryCause, service: (EffectID) -> String) -> String {
        switch cause {
        case .outside(let who): "sent by \(who)"
        case .effect(let id, let attempt): service(id) + (attempt > 1 ? ", attempt \(attempt)" : "")
        case .timer(let id): "timer \(HistoryView.label(id))"
        case .raised(let position): "raised at \(position)"
        case .engine: "the engine"
        }
    }

    /// A payload after the name of its event. Of one that was not admitted, the journal keeps the beginning of the text, as a string.
    private static func payload(_ payload: RawJSON?) -> String {
        guard let text = payload?.string else { return CompactJSON.suffix(payload) }
        if let value = try? JSONCodec.decodeAny(Array(text.utf8), dialect: .plain),
            let canonical = try? JSONCodec.encode(value, as: .any, dialect: .plain)
        {
            return CompactJSON.suffix(RawJSON(canonical))
        }
        return text.isEmpty ? "" : " " + text
    }

    private static func answer(_ answer: EffectAnswer?) -> String {
        switch answer {
        case .result(let result), .element(let result): CompactJSON.suffix(result)
        case .failure(let code, let message): "  \(code)" + (message.isEmpty ? "" : ": \(message)")
        case nil: ""
        }
    }

    private static func joined(_ parts: [String?]) -> String {
        parts.compactMap(\.self).filter { !$0.isEmpty }.joined(separator: " · ")
    }
}
