package import PawlKit

/// What can be wrong with a system that a workflow file cannot have. The words are in another file.
package enum SystemFact: DiagnosticFact, Hashable {
    case duplicateName(String, kind: String, types: [String])
    case badName(String, kind: String)
    case unreadableType(String, reason: String)
    case stateReadTooEarly(String)
    case fromFinal(String, what: String)
    case updateOfOther(String, source: String)
    case feedbackTwice(String)
    case retryAtMostOnce(String)
    case doneMismatch(String, state: String)
    case noOutcome(service: String)
    case unreadableTable(String)

    /// The stable code.
    package var code: DiagnosticCode { DiagnosticCode(number) }

    private var number: Int {
        switch self {
        case .duplicateName: 901
        case .badName: 902
        case .unreadableType: 903
        case .stateReadTooEarly: 904
        case .fromFinal: 905
        case .updateOfOther: 906
        case .feedbackTwice: 907
        case .retryAtMostOnce: 908
        case .doneMismatch: 909
        case .noOutcome: 910
        case .unreadableTable: 911
        }
    }

    /// All of them keep a system from running.
    package var severity: Severity { .error }
}
