import PawlExpression
import PawlKit

/// An expression that has no value, as a finding: the same failure blocks an instance when it happens in a workflow.
struct EvaluationFact: DiagnosticFact {
    /// What went wrong.
    let error: EvaluationError

    var code: DiagnosticCode { DiagnosticCode(701) }
    var severity: Severity { .error }
    var wording: Wording { Wording(error.message, label: "has no value") }
}
