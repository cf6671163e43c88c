package import PawlKit
package import PawlMachine

/// Why the engine could not do what was asked.
package struct EngineError: Error, Sendable {
    /// The kinds of failure.
    package enum Code: String, Sendable {
        /// There is no such instance.
        case unknownInstance
        /// The journal names a definition that it does not hold, or that no longer loads.
        case definition
        /// The data of the first state cannot be computed.
        case start
        /// An unfinished instance has the key.
        case keyTaken
        /// The journal and the definition do not fit each other.
        case mismatch
        /// The journal cannot be read or written.
        case journal
        /// The engine is shutting down.
        case stopping
        /// Too much is on its way already; ``EngineError/retryAfter`` says when to come back.
        case busy
    }

    /// The kind of failure.
    package let code: Code
    /// What happened and what to do.
    package let message: String
    /// The instance it is about.
    package let instance: InstanceID?
    /// What the journal said, when that is the cause.
    package let cause: JournalError?
    /// Why the first step failed, when that is the cause.
    package let failure: StepFailure?
    /// How long to wait before another try, when the engine is busy.
    package let retryAfter: TimeAmount?

    package init(
        _ code: Code, _ message: String, instance: InstanceID? = nil, cause: JournalError? = nil, failure: StepFailure? = nil,
        retryAfter: TimeAmount? = nil
    ) {
        self.code = code
        self.message = message
        self.instance = instance
        self.cause = cause
        self.failure = failure
        self.retryAfter = retryAfter
    }

    /// A failure of the journal.
    package init(_ error: JournalError) {
        self.init(error.code == .keyTaken ? .keyTaken : .journal, error.message, instance: error.instance, cause: error)
    }
}

extension JournalError {
    /// Whether the write is certainly not on disk.
    var isCertain: Bool { code == .conflict || code == .keyTaken || code == .claimLost }
}
