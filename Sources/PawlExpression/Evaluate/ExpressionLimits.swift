/// What an expression may use.
package struct ExpressionLimits: Sendable, Hashable {
    /// The most UTF-8 bytes of an expression's text.
    package var textLength = 100_000
    /// The most levels of an expression's tree. CEL asks for 32 of most things at least.
    package var nesting = 250
    /// The most work of one evaluation: about one unit for each element looked at and each sixteen bytes of text made.
    package var work = 1_000_000
    /// The most elements of a list or a map and, sixteenfold, the most bytes of a text that an expression may make.
    package var size = 100_000

    /// The standard limits.
    package init() {}

    /// The standard limits.
    package static let standard = ExpressionLimits()
}
