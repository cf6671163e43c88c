/// Puts a ``System`` together: exactly one `InitialState`, and `Feedbacks` and `Transitions` as many as wanted, in any order.
///
/// A system without an initial state, or with two, does not compile.
@resultBuilder
public enum SystemBuilder {
    /// The state it begins in.
    public static func buildExpression(_ initial: InitialState) -> InitialState { initial }
    /// Side effects.
    public static func buildExpression(_ feedbacks: Feedbacks) -> SystemParts { SystemParts(feedbacks: feedbacks.feedbacks) }
    /// Rows.
    public static func buildExpression(_ transitions: Transitions) -> SystemParts { SystemParts(groups: transitions.groups) }

    /// Begins with the initial state.
    public static func buildPartialBlock(first initial: InitialState) -> SystemContent {
        SystemContent(initial: initial, parts: SystemParts())
    }
    /// Begins with an `if` that has an initial state in both branches.
    public static func buildPartialBlock(first content: SystemContent) -> SystemContent { content }
    /// Adds an `if` that has an initial state in both branches.
    public static func buildPartialBlock(accumulated: SystemParts, next: SystemContent) -> SystemContent {
        SystemContent(initial: next.initial, parts: accumulated.adding(next.parts))
    }
    /// Begins with something else.
    public static func buildPartialBlock(first parts: SystemParts) -> SystemParts { parts }
    /// Adds to what has an initial state.
    public static func buildPartialBlock(accumulated: SystemContent, next: SystemParts) -> SystemContent {
        SystemContent(initial: accumulated.initial, parts: accumulated.parts.adding(next))
    }
    /// Adds the initial state.
    public static func buildPartialBlock(accumulated: SystemParts, next initial: InitialState) -> SystemContent {
        SystemContent(initial: initial, parts: accumulated)
    }
    /// Adds to what has no initial state yet.
    public static func buildPartialBlock(accumulated: SystemParts, next: SystemParts) -> SystemParts { accumulated.adding(next) }

    /// `if` without `else`.
    public static func buildOptional(_ parts: SystemParts?) -> SystemParts { parts ?? SystemParts() }
    /// The first branch.
    public static func buildEither(first parts: SystemParts) -> SystemParts { parts }
    /// The other branch.
    public static func buildEither(second parts: SystemParts) -> SystemParts { parts }
    /// The first branch, with the initial state in both.
    public static func buildEither(first content: SystemContent) -> SystemContent { content }
    /// The other branch, with the initial state in both.
    public static func buildEither(second content: SystemContent) -> SystemContent { content }
    /// `for`.
    public static func buildArray(_ parts: [SystemParts]) -> SystemParts { parts.reduce(SystemParts()) { $0.adding($1) } }
    /// `if #available`.
    public static func buildLimitedAvailability(_ parts: SystemParts) -> SystemParts { parts }

    /// The whole, which has an initial state.
    public static func buildFinalResult(_ content: SystemContent) -> SystemContent { content }
}

/// Feedbacks and rows. Its content is the library's own.
public struct SystemParts: Sendable {
    var feedbacks: [FeedbackPart] = []
    var groups: [TransitionGroup] = []

    func adding(_ other: SystemParts) -> SystemParts {
        SystemParts(feedbacks: feedbacks + other.feedbacks, groups: groups + other.groups)
    }
}

/// All that a system is made of. Its content is the library's own.
public struct SystemContent: Sendable {
    let initial: InitialState
    let parts: SystemParts
}
