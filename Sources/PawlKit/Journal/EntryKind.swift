/// The kinds of journal entries, a closed list.
///
/// The raw values are on disk: append, never renumber.
public enum EntryKind: UInt8, Sendable, Hashable, CaseIterable {
    /// The instance began.
    case started = 1
    /// One macrostep: an event from outside, a timer or an effect was taken.
    case event = 2
    /// An effect's answer that raises no event.
    case answered = 3
    /// An attempt failed, and another is due.
    case retry = 4
    /// Attempt 2 or later starts.
    case attempt = 5
    /// The result of an effect that was cancelled, superseded or answered already.
    case stale = 6
    /// An event that was not admitted.
    case rejected = 7
    /// An event that waits its turn.
    case queued = 8
    /// An event that waits for a state that handles it.
    case deferred = 9
    /// An event that the state ignores on purpose.
    case ignored = 10
    /// An event that nothing handles.
    case unhandled = 11
    /// An event for a finished instance.
    case deadLetter = 12
    /// The instance is blocked.
    case incident = 13
    /// A person had the blocked step tried again.
    case retried = 14
    /// A person had the blocked event dropped.
    case skipped = 15
    /// A person paused the instance.
    case paused = 16
    /// A person resumed the instance.
    case resumed = 17
    /// A person or the parent cancelled the instance.
    case cancelled = 18
    /// Remembered work was undone.
    case compensated = 19
    /// The instance began as a copy of another at some position.
    case forked = 20
    /// The instance moved to another revision.
    case migrated = 21
    /// A child workflow began.
    case childStarted = 22
    /// A child workflow ended.
    case childEnded = 23

    /// The name, as shown and filtered by.
    public var name: String { "\(self)" }
}
