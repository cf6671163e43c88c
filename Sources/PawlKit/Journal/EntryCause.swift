/// Who or what brought an entry about.
public enum EntryCause: Hashable, Sendable {
    /// Somebody outside: a person or a program, by the name they go by.
    case outside(String)
    /// An attempt at an effect.
    case effect(EffectID, attempt: Int)
    /// A timer.
    case timer(TimerID)
    /// The machine itself, which raised the event in its entry at that position.
    case raised(at: Int64)
    /// The engine itself, such as at recovery.
    case engine
}
