package import PawlKit

/// A place where the journal and the step do not agree.
package struct ReplayMismatch: Sendable, Hashable {
    /// The instance.
    package var instance: InstanceID
    /// The position of the entry.
    package var position: Int64
    /// The field: a column, or a path in the body.
    package var field: String
    /// What is recorded.
    package var recorded: String
    /// What the step decides; for damage, what is wrong.
    package var recomputed: String

    package init(instance: InstanceID, position: Int64, field: String, recorded: String, recomputed: String) {
        self.instance = instance
        self.position = position
        self.field = field
        self.recorded = recorded
        self.recomputed = recomputed
    }
}

/// Finds the first field in which two entries differ.
enum EntryDifference {
    /// What an entry says in a field.
    static func text(of field: String, in entry: JournalEntry) -> String {
        if field == "kind" { return entry.kind.name }
        if field == "event" { return entry.event ?? "nothing" }
        return RawJSON(entry.body.encoded).members?.first { $0.name == field }.map { "\($0.value)" } ?? "nothing"
    }

    static func first(_ recorded: JournalEntry, body: [UInt8], _ recomputed: SealedEntry) -> ReplayMismatch? {
        func mismatch(_ field: String, _ left: String, _ right: String) -> ReplayMismatch {
            ReplayMismatch(instance: recorded.instance, position: recorded.position, field: field, recorded: left, recomputed: right)
        }
        let other = recomputed.entry
        if recorded.kind != other.kind { return mismatch("kind", recorded.kind.name, other.kind.name) }
        if recorded.position != other.position { return mismatch("position", "\(recorded.position)", "\(other.position)") }
        if recorded.format != other.format { return mismatch("format", "\(recorded.format)", "\(other.format)") }
        if recorded.event != other.event { return mismatch("event", recorded.event ?? "none", other.event ?? "none") }
        if recorded.from != other.from { return mismatch("from", StateList.text(recorded.from), StateList.text(other.from)) }
        if recorded.to != other.to { return mismatch("to", StateList.text(recorded.to), StateList.text(other.to)) }
        guard body != recomputed.body else { return nil }
        let left = RawJSON(body).members ?? []
        let right = RawJSON(recomputed.body).members ?? []
        for (name, value) in left {
            let twin = right.first { $0.name == name }?.value
            if twin != value { return mismatch(name, "\(value)", twin.map { "\($0)" } ?? "nothing") }
        }
        for (name, value) in right where !left.contains(where: { $0.name == name }) {
            return mismatch(name, "nothing", "\(value)")
        }
        return mismatch("body", String(decoding: body, as: UTF8.self), String(decoding: recomputed.body, as: UTF8.self))
    }
}
