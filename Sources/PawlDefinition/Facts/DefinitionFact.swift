package import PawlKit

/// What can be the matter with a workflow file, beyond its YAML and its expressions. The words are in another file.
package enum DefinitionFact: DiagnosticFact, Hashable {
    /// A field under another name that was probably meant.
    package struct FieldHint: Hashable, Sendable {
        var source: String
        var field: String
        var expression: String
    }

    /// Why `done` is never raised in a state.
    package enum NeverDone: Hashable, Sendable {
        case noFeedback
        /// Its feedback names another event.
        case namedOutcome
        /// No state inside is final.
        case noFinal
        /// A region that can never be done.
        case region(String)
    }

    // The shape of the file.
    case wrongShape(what: String, expected: String, found: String)
    case unknownKey(String, in: String, suggestion: String?, known: [String])
    case missingKey(String, in: String, help: String?)
    case notSupported(String)
    case missingValue(of: String)
    case unknownWord(String, of: String, suggestion: String?, allowed: [String])
    case listedTwice(String)
    case noStates

    // Names.
    case badName(String, of: String)
    case badWorkflowName(String)
    case badServiceName(String)
    case badCode(String, of: String)
    case reservedName(String, of: String, why: String)
    case unknownState(String, suggestion: String?, states: [String])
    case ambiguousState(String, candidates: [String])
    case unknownEvent(String, suggestion: String?, events: [String])
    case unknownService(String, suggestion: String?)

    // Types.
    case unknownType(String, suggestion: String?)
    case typeSyntax(String, expected: String)
    case recursiveType(String)
    case typeIsNoRecord(String, found: String)
    case notARecord(String, of: String)
    case typeTooLarge

    // Values.
    case wrongValue(String, isQuoted: Bool, expected: ValueType, field: String?)
    case wrongCollection(found: String, expected: String, field: String?)
    case missingScalar(field: String?, type: String, isTilde: Bool)
    case notAMember(String, of: String, suggestion: String?, members: [String])
    case unknownField(String, owner: String, suggestion: String?, fields: [String])
    case missingFields([RecordType.Field], owner: String)
    case unclosedTemplate
    case textInTypedPlace(expected: String, field: String?)
    case notPrintable(type: String)
    case badDuration(String, of: String)
    case badTimestamp(String, of: String)
    case outOfRange(field: String, needs: String)

    // Expressions in YAML.
    case collectionAsExpression(of: String, quoted: String?)
    case commentCutsExpression(of: String, quoted: String)
    case escapeInExpression
    case tooManyExpressions

    // Rows.
    case rowWithoutTrigger
    case besideMap(key: String, trigger: String)
    case severalTriggers([String])
    case updateOfSeveralStates
    case fieldNotGiven(RecordType.Field, owner: String, giver: String, hint: FieldHint?, sources: [String])
    case fieldFromBoth(String, owner: String, giver: String, labels: [String], expressions: [String])
    case fieldOfOtherType(RecordType.Field, owner: String, giver: String, source: String, found: String, expression: String?)
    case rowFromFinal(String)
    case doneImpossible(String, NeverDone)
    case doneOfMachine
    case raisedEngineEvent(String)
    case starInList
    case tooManyRows(limit: Int)

    case targetsNotInRegions(String, String)
    case acrossRegions(String, String, parallel: String)
    case internalImpossible
    case fieldOfSeveralStates(String, [String])
    case fieldOfActiveState(String, String)
    case besideCancel(String)

    // States.
    case outputOfNonFinal(String)
    case outputMissing(String, fields: [RecordType.Field], has: [String])
    case passedByFinal(String, key: String)
    case keysClash(String, String, of: String)
    case strayKey(String, of: String, needs: String)
    case failureInside(String, String)
    case historyWithoutDefault(String, parent: String)
    case historyOfMachine(String)
    case fromHistory(String, what: String)
    case initialOutside(String, String, outer: String)
    case defaultIsHistory(String)
    case outputsDiffer(String, state: String, String, String)
    case deferredEngineEvent(String)

    // Feedbacks.
    case feedbackOnFinal(String)
    case twoWithoutSuccess(String)
    case outlivesWithoutSuccess(String)
    case feedbackNamedTwice(String)
    case missingInput([RecordType.Field], service: String)
    case outputUnknown(String)
    case retryOfAtMostOnce
    case unknownErrorCode(String, suggestion: String?, known: [String])
    case neverRetried(String)
    case outcomeBehindUnguarded(String)
    case compositeWithoutSuccess(String)
    case eventWithoutSuccess(String)
    case nextWithoutElements(String)
    case onBesideEvent
    case startedByDone

    // What may be meant, but probably is not.
    case yaml11Word(String, of: String)
    case rowDoesNothing
    case staysAbsent(RecordType.Field, owner: String, source: String, found: String)
    case commentBehindExpression(of: String, quoted: String)
    case cancelsNothing(String)
    case ignoredAndDeferred(String)

    /// The stable code.
    package var code: DiagnosticCode { DiagnosticCode(number) }

    private var number: Int {
        switch self {
        case .wrongShape: 100
        case .unknownKey: 101
        case .missingKey: 102
        case .notSupported: 103
        case .missingValue: 104
        case .unknownWord: 105
        case .listedTwice: 106
        case .noStates: 107
        case .badName, .badWorkflowName: 110
        case .badServiceName: 111
        case .badCode: 112
        case .reservedName: 113
        case .unknownState: 114
        case .ambiguousState: 115
        case .unknownEvent: 116
        case .unknownService: 117
        case .unknownType: 120
        case .typeSyntax: 121
        case .recursiveType: 122
        case .typeIsNoRecord: 123
        case .notARecord: 124
        case .typeTooLarge: 125
        case .wrongValue: 130
        case .wrongCollection: 131
        case .missingScalar: 132
        case .notAMember: 133
        case .unknownField: 134
        case .missingFields: 135
        case .unclosedTemplate: 136
        case .textInTypedPlace: 137
        case .notPrintable: 138
        case .badDuration: 140
        case .badTimestamp: 141
        case .outOfRange: 142
        case .collectionAsExpression: 150
        case .commentCutsExpression: 151
        case .escapeInExpression: 152
        case .tooManyExpressions: 153
        case .rowWithoutTrigger: 200
        case .besideMap: 201
        case .severalTriggers: 202
        case .updateOfSeveralStates: 203
        case .fieldNotGiven: 204
        case .fieldFromBoth: 205
        case .fieldOfOtherType: 206
        case .rowFromFinal: 207
        case .doneImpossible: 208
        case .doneOfMachine: 209
        case .raisedEngineEvent: 213
        case .starInList: 214
        case .tooManyRows: 215
        case .targetsNotInRegions: 216
        case .acrossRegions: 217
        case .internalImpossible: 218
        case .fieldOfSeveralStates: 219
        case .outputOfNonFinal: 220
        case .outputMissing: 221
        case .passedByFinal: 222
        case .keysClash, .strayKey: 223
        case .failureInside: 224
        case .historyWithoutDefault: 225
        case .historyOfMachine, .defaultIsHistory: 226
        case .fromHistory: 227
        case .initialOutside: 228
        case .outputsDiffer: 229
        case .feedbackOnFinal: 230
        case .twoWithoutSuccess: 231
        case .outlivesWithoutSuccess: 232
        case .feedbackNamedTwice: 233
        case .missingInput: 234
        case .outputUnknown: 235
        case .retryOfAtMostOnce: 236
        case .unknownErrorCode: 237
        case .neverRetried: 238
        case .outcomeBehindUnguarded: 239
        case .compositeWithoutSuccess: 240
        case .eventWithoutSuccess: 241
        case .nextWithoutElements: 242
        case .onBesideEvent, .startedByDone: 243
        case .fieldOfActiveState: 244
        case .besideCancel: 245
        case .deferredEngineEvent: 246
        case .yaml11Word: 420
        case .rowDoesNothing: 421
        case .staysAbsent: 422
        case .commentBehindExpression: 423
        case .cancelsNothing: 424
        case .ignoredAndDeferred: 425
        }
    }

    /// Warnings are what may be meant as it stands.
    package var severity: Severity {
        switch self {
        case .yaml11Word, .rowDoesNothing, .staysAbsent, .commentBehindExpression, .cancelsNothing, .ignoredAndDeferred: .warning
        default: .error
        }
    }
}
