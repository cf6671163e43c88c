package import PawlKit

/// Why an SCXML file, or a part of it, does not become a workflow.
package enum SCXMLFact: DiagnosticFact, Hashable {
    case notSCXML(String)
    case element(String, reason: String)
    case attribute(String, of: String)
    case missingAttribute(String, of: String)
    case badValue(String, of: String, expected: String)
    case unknownState(String, suggestion: String?)
    case duplicateState(String)
    case expression(String, problem: String)
    case dataModel(String)
    case actionsThere(String)
    case sendTarget(String)
    case location(String)
    case nothingToEnter(String)
    case readAfterChange(String)
    case neverRaised(String)
    case resultDoesNotLoad(String)
    case sharedVariable(String)

    /// The stable code. Numbers are never used again for something else.
    package var code: DiagnosticCode {
        switch self {
        case .notSCXML: .init(820)
        case .element: .init(821)
        case .attribute: .init(822)
        case .missingAttribute: .init(823)
        case .badValue: .init(824)
        case .unknownState: .init(825)
        case .duplicateState: .init(826)
        case .expression: .init(827)
        case .dataModel: .init(828)
        case .actionsThere: .init(829)
        case .sendTarget: .init(830)
        case .location: .init(831)
        case .nothingToEnter: .init(832)
        case .readAfterChange: .init(833)
        case .neverRaised: .init(834)
        case .resultDoesNotLoad: .init(835)
        case .sharedVariable: .init(836)
        }
    }

    /// A row that can never be taken may be left out.
    package var severity: Severity { if case .neverRaised = self { .warning } else { .error } }
}
