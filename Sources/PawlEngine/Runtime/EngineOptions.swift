package import PawlKit

/// How much an engine takes on at one time. What goes beyond waits, or is told to come back; nothing grows.
package struct EngineOptions: Sendable {
    /// Idle instances that are kept at hand; the others are read from the store when they are needed.
    package var residents = 2_048
    /// Revisions of workflows that are kept at hand; the others are read from the store when they are needed.
    package var definitions = 64
    /// Events and starts from outside that are on their way. More are refused with `busy`; timers, answers and people never are.
    package var stimuli = 4_096
    /// Handlers that run. One service has at most as many as are left free beside it, so that a slow one leaves room for the others.
    package var handlers = 1_024
    /// Notices that a watcher may leave unread before it loses its stream.
    package var notices = 4_096

    package init() {}
}

/// What an engine is doing, in figures.
package struct EngineFigures: Sendable, Hashable {
    /// The instances at hand.
    package var residents: Int
    /// The revisions of workflows at hand.
    package var definitions: Int
    /// The handlers that run.
    package var runningEffects: Int
    /// The attempts that wait for a handler to end.
    package var waitingEffects: Int
    /// The events and starts from outside that are on their way.
    package var stimuli: Int
    /// The events and starts from outside that were refused because there were too many.
    package var refused: Int
    /// The instances whose last change the journal did not confirm yet.
    package var unsettled: Int
    /// The instances that cannot be driven, because their definition is missing or does not fit.
    package var broken: Int
    /// Those who watch.
    package var watchers: Int
    /// When the next timer or retry is due, as far as it is known.
    package var nextAlarm: Timestamp?
}

/// A way to divide places: whoever asks has a share of what is left free, so that one who wants all leaves room for others.
///
/// The dynamic threshold of Choudhury and Hahne (https://doi.org/10.1109/90.664262): with one that wants all, it gets
/// `limit / (1 + divisor)` places; with `n`, each gets `limit / (n + divisor)`.
struct FairShare: Sendable {
    let limit: Int
    var divisor = 1

    /// Whether one that has so many places may have another, when so many are taken in all.
    func allows(holding own: Int, of taken: Int) -> Bool { own * divisor < limit - taken }
}
