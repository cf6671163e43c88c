/// Why an expression has no value: what happened, and where in its text.
package struct EvaluationError: Error, Sendable, Hashable {
    /// The kinds of failure.
    package enum Code: String, Sendable {
        case noSuchOverload, noSuchVariable, noSuchFunction, noSuchKey, notAField, indexOutOfRange, divisionByZero, overflow, conversion
        case invalidArgument, invalidPattern, duplicateKey, invalidKey, emptyOptional, typeMismatch, limitExceeded, timeZone
        /// Swift code threw.
        case native
    }

    /// The kind of failure.
    package let code: Code
    /// What happened, with names and types.
    package let message: String
    /// Where, in UTF-8 bytes of the text.
    package private(set) var range: Range<Int>

    init(_ code: Code, _ message: String, at range: Range<Int> = EvaluationError.nowhere) {
        self.code = code
        self.message = message
        self.range = range
    }

    /// The range of an error whose place is not known yet.
    private static let nowhere = -1..<(-1)

    /// The error at a place, unless it has one already.
    func at(_ range: Range<Int>) -> EvaluationError {
        var error = self
        if error.range == Self.nowhere { error.range = range }
        return error
    }

    /// How the message of a function that does not know its own name begins.
    static let unnamed = "does not take"

    /// The error with the name of the function that failed, unless it says more already.
    func naming(_ function: String) -> EvaluationError {
        guard message.hasPrefix(Self.unnamed) else { return self }
        return EvaluationError(code, "'\(function)' \(message)", at: range)
    }

    /// Whether `&&`, `||`, `all` and `exists` may swallow it when the other side decides.
    var isAbsorbable: Bool { code != .limitExceeded }
}
