package import PawlKit

/// Why a step was rolled back: something failed at run time that load could not rule out.
package struct StepFailure: Error, Sendable {
    /// The kind of failure.
    package enum Code: String, Sendable {
        /// A condition, a mapping or a deadline failed to evaluate.
        case evaluation = "PWL0701"
        /// Eventless rows or raised events never come to rest.
        case livelock = "PWL0702"
        /// A feedback gave up, and nothing takes its `failed`.
        case unhandledFailure = "PWL0703"
        /// A computed value does not fit the type of its place.
        case type = "PWL0704"
        /// More events would be kept for later than the machine allows.
        case deferredLimit = "PWL0705"
    }

    /// The kind of failure.
    package var code: Code
    /// What happened, for people.
    package var message: String
    /// The row, state or feedback.
    package var place: String
    /// The expression, when one failed.
    package var expression: SourcedExpression?
    /// The values that the expression read.
    package var values: [(path: String, value: Value?)]

    package init(
        _ code: Code, _ message: String, place: String, expression: SourcedExpression? = nil, values: [(path: String, value: Value?)] = []
    ) {
        self.code = code
        self.message = message
        self.place = place
        self.expression = expression
        self.values = values
    }
}
