/// Collects what the closures of a ``System`` list: `if`, `else`, `switch`, `for` and `#available` are welcome in them.
@resultBuilder
public enum ListBuilder<Element> {
    /// One element.
    public static func buildExpression(_ element: Element) -> [Element] { [element] }
    /// A list that was made elsewhere.
    public static func buildExpression(_ elements: [Element]) -> [Element] { elements }
    /// One after the other.
    public static func buildBlock(_ parts: [Element]...) -> [Element] { parts.flatMap(\.self) }
    /// `if` without `else`.
    public static func buildOptional(_ part: [Element]?) -> [Element] { part ?? [] }
    /// The first branch.
    public static func buildEither(first part: [Element]) -> [Element] { part }
    /// The other branch.
    public static func buildEither(second part: [Element]) -> [Element] { part }
    /// `for`.
    public static func buildArray(_ parts: [[Element]]) -> [Element] { parts.flatMap(\.self) }
    /// `if #available`.
    public static func buildLimitedAvailability(_ part: [Element]) -> [Element] { part }
}

/// What can stand in a `From`.
public protocol TransitionElement: Sendable {
    /// What it declares.
    var declarations: [TransitionDeclaration] { get }
}

/// What can stand in `Transitions`: `From`, and `Transitions` from elsewhere.
public protocol TransitionsElement: Sendable {
    /// What it declares.
    var groups: [TransitionGroup] { get }
}

/// What can stand in `Feedbacks`: `Feedback`, and `Feedbacks` from elsewhere.
public protocol FeedbacksElement: Sendable {
    /// What it declares.
    var feedbacks: [FeedbackPart] { get }
}

/// A feedback without its types. Its content is the library's own.
public struct FeedbackPart: Sendable {
    var declaration: FeedbackDeclaration
}
