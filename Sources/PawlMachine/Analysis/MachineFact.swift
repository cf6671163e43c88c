package import PawlKit

/// What can be the matter with a machine as a whole. The words are in another file.
package enum MachineFact: DiagnosticFact, Hashable {
    // It cannot run as written.
    case duplicateRows(trigger: String, state: String)
    case rowBehindUnguarded(trigger: String, state: String)
    case alwaysCycle([String])
    case regionConflict(field: String, state: String, trigger: String, regions: [String])

    // It can, but probably not as meant.
    case unreachableState(String)
    case deadEnd(String)
    case noWayToEnd([String])
    case eventNotTaken(String, isInternal: Bool)
    case failureImpossible(state: String)
    case deadlineNeverSet(state: String)
    case feedbackNeverStarts(state: String)
    case outcomeNotTaken(event: String, state: String)
    case rowShadowed(trigger: String)
    case eventTakenOnlyIn(event: String, states: [String], isRejected: Bool)
    case guardGap(path: String, values: [String], state: String)
    case guardTaken(path: String)
    case guardNeverHolds(String)
    case guardRepeated(String)
    case silenceImpossible(event: String, state: String, isDeferred: Bool)
    case looseEnd(String, of: String)

    /// The stable code.
    package var code: DiagnosticCode { DiagnosticCode(number) }

    private var number: Int {
        switch self {
        case .duplicateRows: 210
        case .rowBehindUnguarded: 211
        case .alwaysCycle: 212
        case .regionConflict: 247
        case .unreachableState: 401
        case .deadEnd: 402
        case .noWayToEnd: 403
        case .eventNotTaken: 404
        case .failureImpossible: 405
        case .deadlineNeverSet: 406
        case .feedbackNeverStarts: 407
        case .outcomeNotTaken: 408
        case .rowShadowed: 411
        case .eventTakenOnlyIn: 412
        case .guardGap: 413
        case .guardNeverHolds, .guardTaken, .guardRepeated: 414
        case .silenceImpossible: 415
        case .looseEnd: 416
        }
    }

    /// Errors keep a machine from running as written.
    package var severity: Severity {
        switch self {
        case .duplicateRows, .rowBehindUnguarded, .alwaysCycle, .regionConflict: .error
        default: .warning
        }
    }
}
