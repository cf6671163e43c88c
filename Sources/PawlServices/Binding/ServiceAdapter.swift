package import PawlKit

/// What the expressions of a binding see of one call.
package struct BoundCall: Sendable {
    /// What the caller gives.
    package var input: Value
    /// What the service gave: its output, or an element.
    package var result: Value?
    /// How the service failed.
    package var failure: ServiceFailure?
    /// The rules of time zones.
    package var timeZones: any TimeZones
}

/// What a binding makes of the input, the result and the failures of the service it stands for.
///
/// The functions come from whoever reads the binding; this room knows no templates.
package struct ServiceAdapter: Sendable {
    /// Makes a value of what is known of a call.
    package typealias Mapping = @Sendable (BoundCall) throws(ServiceFailure) -> Value

    /// Makes a failure of a result or of another failure.
    package struct ErrorRule: Sendable {
        /// Whether it looks at results, not at failures.
        package var isOfResult: Bool
        /// Whether it applies; nil for always.
        package var condition: (@Sendable (BoundCall) throws(ServiceFailure) -> Bool)?
        /// The code of the failure.
        package var code: String
        /// The message of the failure; nil for the one there is.
        package var message: Mapping?
        /// The codes of the service that it surely takes.
        package var replaced: [String] = []

        package init(
            isOfResult: Bool, condition: (@Sendable (BoundCall) throws(ServiceFailure) -> Bool)?, code: String, message: Mapping? = nil
        ) {
            self.isOfResult = isOfResult
            self.condition = condition
            self.code = code
            self.message = message
        }
    }

    /// Makes the service's input; nil when the caller's goes through as it is.
    package var input: Mapping?
    /// The fields that ``input`` gives, with their places.
    package var inputPlaces: [(name: String, place: SourcePlace)] = []
    /// Makes the output of the service's; nil when that goes through.
    package var output: Mapping?
    /// What ``output`` gives, as far as it is known without the caller.
    package var outputType: ServiceOutput?
    /// Makes an element of each of the service's; nil when they go through.
    package var elements: Mapping?
    /// What ``elements`` gives.
    package var elementType: RecordType?
    /// What becomes a failure, the first rule that applies.
    package var errors: [ErrorRule] = []
    /// Checks the expressions against the input that a caller declares; the output, when it is then known better.
    package var check: @Sendable (_ input: RecordType, _ caller: SourcePlace) -> (output: ServiceOutput?, findings: [Diagnostic]) = {
        _, _ in (nil, [])
    }

    package init() {}

    /// Whether every failure gets another code.
    var replacesAllFailures: Bool { errors.contains { !$0.isOfResult && $0.condition == nil } }

    /// The codes that callers must expect, of a service with codes of its own.
    package func codes(over own: [String]) -> [String] {
        let replaced = errors.flatMap(\.replaced)
        var codes = replacesAllFailures ? [] : own.filter { !replaced.contains($0) }
        for rule in errors where !codes.contains(rule.code) && EngineErrorCode(rawValue: rule.code) == nil { codes.append(rule.code) }
        return codes
    }
}
