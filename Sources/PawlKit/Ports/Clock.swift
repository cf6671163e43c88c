/// The wall clock and the wait for a deadline.
public protocol WallClock: Sendable {
    /// The time now.
    var now: Timestamp { get }

    /// Waits until the clock shows a time.
    ///
    /// - Throws: `CancellationError` when the task is cancelled first.
    func sleep(until deadline: Timestamp) async throws
}
