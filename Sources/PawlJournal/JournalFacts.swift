import PawlKit

/// The errors that do not come from a file, worded in one place for all stores.
enum JournalFacts {
    static func conflict(_ write: JournalWrite, actual: Int64) -> JournalError {
        let message =
            actual == 0
            ? "There is no instance '\(write.instance)' in the journal, and the write expects it at position \(write.expected)."
            : write.expected == 0
                ? "An instance '\(write.instance)' is in the journal already, at position \(actual)."
                : "Instance '\(write.instance)' is at position \(actual), not at \(write.expected): something else wrote to it. "
                    + "Read it again and decide anew."
        return JournalError(.conflict, message, instance: write.instance)
    }

    static func malformed(_ write: JournalWrite, _ what: String) -> JournalError {
        JournalError(
            .conflict, "The write to instance '\(write.instance)' is not of the form of a journal: \(what).", instance: write.instance)
    }

    static func keyTaken(_ key: String, workflow: String, by holder: InstanceID) -> JournalError {
        JournalError(
            .keyTaken, "The unfinished instance '\(holder)' of '\(workflow)' has the key '\(key)' already. Use it, or another key.",
            instance: holder)
    }

    static func claimLost(_ claim: JournalClaim, current: Int64) -> JournalError {
        JournalError(
            .claimLost,
            "The right to write (token \(claim.token)) is not the current one (token \(current)): another engine took it. Stop this one.")
    }

    static func secondStart(_ id: InstanceID) -> JournalError {
        JournalError(.conflict, "Instance '\(id)' began already; only its first entry can be 'started'.", instance: id)
    }

    static func scheduledTwice(_ what: String, _ id: InstanceID) -> JournalError {
        JournalError(.conflict, "Instance '\(id)' has \(what) already; an identity is given once.", instance: id)
    }

    static func closed() -> JournalError {
        JournalError(.unavailable, "The journal is closed.")
    }
}

extension JournalWrite {
    /// What is wrong with the write by itself; nil for nothing.
    var malformation: JournalError? {
        guard !entries.isEmpty else { return JournalFacts.malformed(self, "it has no entries") }
        // By index: an entry is a large value, and a loop over values would copy each.
        for index in entries.indices {
            let position = entries[index].entry.position
            let wanted = expected + 1 + Int64(index)
            if entries[index].entry.instance != instance {
                return JournalFacts.malformed(self, "an entry belongs to '\(entries[index].entry.instance)'")
            }
            if position != wanted { return JournalFacts.malformed(self, "an entry is at \(position) and \(wanted) was next") }
            if (entries[index].entry.kind == .started) != (position == 1) {
                return JournalFacts.malformed(self, "the first entry, and no other, is 'started'")
            }
        }
        return nil
    }
}
