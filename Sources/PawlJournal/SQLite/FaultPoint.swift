package import PawlKit

/// The moments of a commit at which a test may kill the process or make a call fail.
///
/// They are reached only in ``Committer``, the one file that commits. Nothing but the argument of ``SQLiteJournal/open(path:faults:)`` can switch
/// them on: no environment variable, no configuration, no command.
package enum FaultPoint: String, CaseIterable, Sendable {
    /// A group is at hand, and nothing was done yet.
    case beforeBegin
    /// The transaction is open.
    case afterBegin
    /// An entry is inserted, its derived rows are not.
    case afterEntry
    /// A write is complete within the transaction.
    case afterWrite
    /// All of the group is in the transaction.
    case beforeCommit
    /// The group is durable, and nobody knows.
    case afterCommit
    /// One of the group's callers is about to be told.
    case beforeReply
}

/// What a test does at the fault points.
package protocol CommitFaults: Sendable {
    /// Called on the owner's thread. An error that is thrown is taken for one that SQLite reported; after the commit it is too late for that.
    func reached(_ point: FaultPoint) throws(JournalError)
}
