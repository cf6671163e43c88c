/// The limits of the socket. What is over one is answered, never gathered.
package enum ControlLimit {
    /// When a sender that was told busy may try again, in milliseconds.
    package static let retryAfter: Int64 = 1_000
}
