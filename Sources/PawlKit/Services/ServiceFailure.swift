/// A failure of a service, as workflows see it.
///
/// A handler throws it for a failure that its interface declares. Any other error becomes code `internal`, and its text
/// goes to the log only.
public struct ServiceFailure: Error, Sendable, Hashable {
    /// The code: one that the interface declares, or one of the engine.
    public let code: String
    /// What happened, for people. It is journaled; secrets are masked.
    public let message: String

    /// Creates a failure.
    public init(_ code: String, _ message: String) {
        self.code = code
        self.message = message
    }
}

/// The error codes that the engine itself gives to an effect.
public enum EngineErrorCode: String, Sendable, CaseIterable {
    /// An attempt took longer than its time-out.
    case timeout
    /// The process ended while the attempt ran, and it may not or not again be repeated.
    case interrupted
    /// A child workflow was cancelled.
    case cancelled
    /// The service cannot be reached.
    case unavailable
    /// The result does not fit the declared type; never retried.
    case invalidOutput = "invalid_output"
    /// The handler failed in a way that its interface does not declare.
    case `internal`
}
