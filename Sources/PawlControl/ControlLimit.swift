/// The limits of the socket. What is over one is answered or dropped, never gathered.
package enum ControlLimit {
    /// When a sender that was told busy may try again, in milliseconds.
    package static let retryAfter: Int64 = 1_000
    /// The bytes of a line: a workflow file of the largest size fits, with its line breaks escaped.
    package static let line = 2 << 20
    /// The unread bytes beyond which nothing more is read from a client, and its subscriptions wait for it.
    static let paced = 256 << 10
    /// The unread bytes beyond which a client loses its connection: what is worked on when it stops to read stays below.
    package static let unread = 4 << 20
    /// How long a client that asks may leave the answers unread, in seconds.
    package static let patience = 30.0
    /// How long an engine may take for its first answer, in seconds.
    package static let greeting = 10.0
    /// The connections.
    package static let connections = 128
    /// The requests of one connection that are worked on; more are told busy.
    package static let requests = 128
    /// The subscriptions of one connection.
    package static let subscriptions = 16
    /// The bytes that are read at a time.
    static let chunk = 64 << 10
}
