/// Where an instance stands in its life.
///
/// The raw values are on disk: append, never renumber.
public enum InstanceStatus: UInt8, Sendable, Hashable, CaseIterable {
    /// It takes events.
    case active = 1
    /// A person paused it; events queue.
    case paused = 2
    /// An incident blocks it; events queue.
    case blocked = 3
    /// It undoes remembered work.
    case compensating = 4
    /// It ended well.
    case finished = 5
    /// It ended in a state `final: failure`.
    case failed = 6
    /// It was cancelled.
    case cancelled = 7

    /// Whether it can never change again.
    public var isEnded: Bool { self == .finished || self == .failed || self == .cancelled }

    /// The name, as shown and filtered by.
    public var name: String { "\(self)" }
}
