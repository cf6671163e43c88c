package import PawlKit

/// What can be wrong with an expression. The codes are PWL0300 to PWL0399; the words are in another file.
package enum ExpressionFact: DiagnosticFact, Hashable {
    // Syntax
    case emptyExpression
    case unexpectedCharacter(String)
    case unexpectedToken(String, expected: String)
    case unexpectedEnd(expected: String)
    case unterminatedText(hasTypographicQuote: Bool)
    case badEscape(String, isBytes: Bool)
    case malformedQuotedName
    case numberOutOfRange(type: String)
    case reservedWord(String)
    case nestedTooDeeply(limit: Int)
    case textTooLong(limit: Int)
    case hasNeedsField
    case macroNeedsName
    // Names
    case unknownName(String, nearest: String?, candidates: [String])
    case unknownField(String, of: String, nearest: String?, candidates: [String])
    case unknownFunction(String, isMethod: Bool, nearest: String?, otherStyle: String?, candidates: [String])
    case unknownType(String, nearest: String?, candidates: [String])
    case notANamespaceValue(String)
    // Types
    case wrongArgumentCount(String, found: Int, signatures: [String])
    case wrongArgumentTypes(String, found: [String], signatures: [String], hint: String?)
    case noFields(type: String, field: String)
    case notIndexable(type: String)
    case wrongIndexType(expected: String, found: String)
    case notWalkable(type: String, macro: String)
    case branchesDiffer(String, String, hint: String?)
    case notBool(type: String, what: String)
    case notOptional(type: String, what: String)
    case wrongResultType(expected: String, found: String, hint: String?)
    case notAMember(text: String, of: String, nearest: String?, members: [String])
    case optionalResult(expected: String)
    case notData(type: String)
    // Records
    case missingFields([String], of: String)
    case repeatedField(String)
    case wrongFieldType(String, expected: String, found: String, hint: String?)
    case unprovenField(path: String, receiver: String, field: String, type: String, canBeProven: Bool)
    // Workflows
    case notAllowedHere(function: String)
    case needsConstant(function: String)
    case unknownState(String, nearest: String?)
    case ambiguousState(String, candidates: [String])
    case secretNotAlone
    case badPattern(reason: String)
    // Warnings
    case alwaysFails(message: String)

    /// The stable code.
    package var code: DiagnosticCode { DiagnosticCode(number) }

    private var number: Int {
        switch self {
        case .emptyExpression: 300
        case .unexpectedCharacter: 301
        case .unexpectedToken: 302
        case .unexpectedEnd: 303
        case .unterminatedText: 304
        case .badEscape: 305
        case .malformedQuotedName: 306
        case .numberOutOfRange: 307
        case .reservedWord: 308
        case .nestedTooDeeply: 309
        case .textTooLong: 310
        case .hasNeedsField: 311
        case .macroNeedsName: 312
        case .unknownName: 320
        case .unknownField: 321
        case .unknownFunction: 322
        case .unknownType: 323
        case .notANamespaceValue: 324
        case .wrongArgumentCount: 330
        case .wrongArgumentTypes: 331
        case .noFields: 332
        case .notIndexable: 333
        case .wrongIndexType: 334
        case .notWalkable: 335
        case .branchesDiffer: 336
        case .notBool: 337
        case .notOptional: 338
        case .wrongResultType: 339
        case .notAMember: 340
        case .optionalResult: 341
        case .notData: 342
        case .missingFields: 350
        case .repeatedField: 351
        case .wrongFieldType: 352
        case .unprovenField: 353
        case .notAllowedHere: 360
        case .needsConstant: 361
        case .unknownState: 362
        case .ambiguousState: 363
        case .secretNotAlone: 364
        case .badPattern: 365
        case .alwaysFails: 370
        }
    }

    /// How bad it is.
    package var severity: Severity { if case .alwaysFails = self { .warning } else { .error } }
}

/// A finding in an expression: a fact and the UTF-8 bytes of the text that it is about.
package struct ExpressionFinding: Error, Sendable, Hashable {
    /// The fact.
    package let fact: ExpressionFact
    /// The place, in UTF-8 bytes of the expression's text.
    package let range: Range<Int>
}
