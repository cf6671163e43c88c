package import PawlKit

/// Something that was seen while an instance was driven.
package enum RunObservation: Sendable, Hashable {
    /// An entry is durable.
    case entry(JournalEntry)
    /// An attempt at an effect started.
    case attempt(EffectID, number: Int, at: Timestamp, deadline: Timestamp?)
    /// Time went by.
    case tick(Timestamp)
}

/// Why an instance is not driven any further.
package enum RunClosing: Sendable, Hashable {
    /// It ended, as its last entry says.
    case ended
    /// It waits for an event from outside: for one of these, until a timer moves it, if one is set.
    case waiting([EventOffer], until: Timestamp?)
    /// An incident blocks it.
    case blocked(Incident)
    /// A person paused it.
    case paused
    /// No event, timer or effect can move it.
    case stuck
    /// Ctrl-C.
    case interrupted
}
