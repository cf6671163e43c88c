/// Why the journal could not be read or written.
public struct JournalError: Error, Sendable, Hashable {
    /// The kind of failure.
    public enum Code: String, Sendable, Hashable {
        /// The instance's last position is not the expected one: somebody else wrote.
        case conflict
        /// An unfinished instance has the key already; ``JournalError/instance`` names it.
        case keyTaken
        /// The claim is not the current one.
        case claimLost
        /// Another process owns the store.
        case owned
        /// The file is not a journal.
        case notAJournal
        /// A newer version of Pawl wrote the file.
        case tooNew
        /// The file, its folder or the file system cannot be written.
        case readOnly
        /// There is no file.
        case notFound
        /// The disk is full.
        case full
        /// The file is damaged.
        case corrupt
        /// Anything else that the system reported.
        case unavailable
    }

    /// The kind of failure.
    public let code: Code
    /// What happened and what to do.
    public let message: String
    /// The instance it is about.
    public let instance: InstanceID?

    /// Creates an error.
    public init(_ code: Code, _ message: String, instance: InstanceID? = nil) {
        self.code = code
        self.message = message
        self.instance = instance
    }
}
