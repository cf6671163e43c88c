package import PawlKit

/// `instance.follow`: the entries of one instance or of all, as they come, as notifications on the connection.
package struct InstanceFollow: ControlOperation {
    package static let method = "instance.follow"
    /// The notification with an entry.
    package static let entry = "instance.entry"
    /// The notification that an attempt at an effect starts.
    package static let attempt = "instance.attempt"

    /// The instance: its id, the beginning of one, or `workflow/key`; all when it is left out.
    package var instance: String?
    /// The position after which entries are wanted: of the instance, or, when all are followed, in the order of the whole
    /// journal. 0 for all that there are, left out for those from now on.
    package var after: Int64?

    package init(instance: String? = nil, after: Int64? = nil) {
        self.instance = instance
        self.after = after
    }

    package struct Answer: Codable, Sendable, Hashable {
        /// The number that the notifications carry.
        package let subscription: Int
        /// The id of the instance.
        package let instance: String?
        /// The position after which the notifications begin.
        package let after: Int64
    }

    package func perform(in target: ControlTarget) async throws(ControlError) -> Answer {
        guard let subscribe = target.subscribe else {
            throw ControlError(.usage, reason: "noConnection", "only a connection can follow, and only by a request with an id")
        }
        var row: InstanceRow?
        if let instance { row = try await InstanceSearch(target.journal).require(instance) }
        let start: Int64
        if let after {
            start = after
        } else if let row {
            start = row.position
        } else {
            let figures = try await ControlError.asking { () throws(JournalError) in try await target.journal.statistics() }
            start = figures.entries
        }
        let following = Following(instance: row?.id, after: start)
        return Answer(subscription: try await subscribe(following), instance: row?.id.rawValue, after: start)
    }
}

/// What a connection follows.
package struct Following: Sendable, Hashable {
    /// One instance; nil for all.
    package let instance: InstanceID?
    /// The position after which entries are wanted.
    package let after: Int64

    package init(instance: InstanceID?, after: Int64) {
        self.instance = instance
        self.after = after
    }
}
