import PawlKit

/// A function, a method or an operator of the language: everything that checker, evaluator, documentation and completion
/// know of it. A class, because calls hold on to theirs and it never changes.
final class Function: Sendable {
    /// How it is written.
    enum Style: String, Sendable {
        /// `name(a, b)`
        case global
        /// `a.name(b)`
        case receiver
        /// `a + b`
        case binary
        /// `!a`
        case prefix
        /// `a[b]`, `a ? b : c` and the like, which have a syntax of their own.
        case syntax
        /// `a.name(x, …)`: the parser knows it.
        case macro
    }

    /// An expression and the text of the value that it has.
    struct Example: Sendable {
        let expression: String
        let result: String
    }

    /// The chapters of the documentation.
    enum Chapter: String, CaseIterable, Sendable {
        case operators = "Operators"
        case macros = "Macros"
        case conversions = "Types and conversions"
        case text = "Text"
        case bytes = "Bytes"
        case lists = "Lists and maps"
        case numbers = "Numbers"
        case time = "Time"
        case optionals = "Optional values"
        case workflow = "Workflows"
    }

    let name: String
    let style: Style
    let chapter: Chapter
    let summary: String
    let examples: [Example]
    let overloads: [Overload]
    /// What a caller must allow before it can be used.
    let capability: ExpressionCapabilities
    /// What runs when the types are known only at run time, for operators that mean more then.
    let dynamic: Implementation?
    /// Whether the same arguments always give the same value, so that constants can be computed at load.
    let isPure: Bool

    init(
        name: String, style: Style, chapter: Chapter, summary: String, examples: [Example], overloads: [Overload],
        capability: ExpressionCapabilities = [], dynamic: Implementation? = nil, isPure: Bool = true
    ) {
        self.name = name
        self.style = style
        self.chapter = chapter
        self.summary = summary
        self.examples = examples
        self.overloads = overloads
        self.capability = capability
        self.dynamic = dynamic
        self.isPure = isPure
    }
}

/// One signature of a function.
struct Overload: Sendable {
    let parameters: [StaticType]
    let result: StaticType
    let implementation: Implementation
    /// Whether the result is of one known type without parts.
    let isPlain: Bool

    init(parameters: [StaticType], result: StaticType, implementation: Implementation) {
        self.parameters = parameters
        self.result = result
        self.implementation = implementation
        isPlain = result.inner.isEmpty && result.isProven
    }
}

/// How a function runs. The place of an error is filled in by whoever calls.
enum Implementation: Sendable {
    case none(@Sendable (ExpressionFrame) throws(EvaluationError) -> Value)
    case one(@Sendable (Value, ExpressionFrame) throws(EvaluationError) -> Value)
    case two(@Sendable (Value, Value, ExpressionFrame) throws(EvaluationError) -> Value)
    case many(@Sendable ([Value], ExpressionFrame) throws(EvaluationError) -> Value)
    /// Only its types matter: the emitter knows how it runs.
    case builtIn
}

extension Overload {
    /// The signature as text: `string.contains(string) -> bool`.
    func signature(of name: String, style: Function.Style) -> String {
        let types = parameters.map(\.description)
        switch style {
        case .global: return "\(name)(\(types.joined(separator: ", "))) -> \(result)"
        case .receiver, .macro: return "\(types[0]).\(name)(\(types.dropFirst().joined(separator: ", "))) -> \(result)"
        case .binary: return "\(types[0]) \(Operator(rawValue: name)?.symbol ?? name) \(types[1]) -> \(result)"
        case .prefix: return "\(Operator(rawValue: name)?.symbol ?? name)\(types[0]) -> \(result)"
        case .syntax: return "\(types.joined(separator: ", ")) -> \(result)"
        }
    }
}

/// Makes signatures from Swift closures.
enum Make {
    typealias Failure = EvaluationError

    static func mismatch(_ values: Value...) -> EvaluationError {
        EvaluationError(.noSuchOverload, "\(EvaluationError.unnamed) (\(values.map(\.typeText).joined(separator: ", ")))")
    }

    static func overload<A: Native, R: Native>(
        _ body: @escaping @Sendable (A, ExpressionFrame) throws(EvaluationError) -> R
    ) -> Overload {
        Overload(
            parameters: [A.staticType], result: R.staticType,
            implementation: .one { (value, frame) throws(EvaluationError) in
                guard let a = A.read(value) else { throw mismatch(value) }
                return try body(a, frame).asValue
            })
    }

    static func overload<A: Native, B: Native, R: Native>(
        _ body: @escaping @Sendable (A, B, ExpressionFrame) throws(EvaluationError) -> R
    ) -> Overload {
        Overload(
            parameters: [A.staticType, B.staticType], result: R.staticType,
            implementation: .two { (left, right, frame) throws(EvaluationError) in
                guard let a = A.read(left), let b = B.read(right) else { throw mismatch(left, right) }
                return try body(a, b, frame).asValue
            })
    }

    static func overload<A: Native, B: Native, C: Native, R: Native>(
        _ body: @escaping @Sendable (A, B, C, ExpressionFrame) throws(EvaluationError) -> R
    ) -> Overload {
        Overload(
            parameters: [A.staticType, B.staticType, C.staticType], result: R.staticType,
            implementation: .many { (values, frame) throws(EvaluationError) in
                guard let a = A.read(values[0]), let b = B.read(values[1]), let c = C.read(values[2]) else {
                    throw mismatch(values[0], values[1], values[2])
                }
                return try body(a, b, c, frame).asValue
            })
    }

    static func overload<A: Native, B: Native, C: Native, D: Native, R: Native>(
        _ body: @escaping @Sendable (A, B, C, D, ExpressionFrame) throws(EvaluationError) -> R
    ) -> Overload {
        Overload(
            parameters: [A.staticType, B.staticType, C.staticType, D.staticType], result: R.staticType,
            implementation: .many { (values, frame) throws(EvaluationError) in
                guard let a = A.read(values[0]), let b = B.read(values[1]), let c = C.read(values[2]), let d = D.read(values[3]) else {
                    throw mismatch(values[0], values[1], values[2], values[3])
                }
                return try body(a, b, c, d, frame).asValue
            })
    }
}

extension Overload {
    /// The same overload with other types, where a Swift signature cannot say them.
    func typed(_ parameters: [StaticType], _ result: StaticType) -> Overload {
        Overload(parameters: parameters, result: result, implementation: implementation)
    }

    /// An overload of which only the types matter here.
    static func types(_ parameters: [StaticType], _ result: StaticType) -> Overload {
        Overload(parameters: parameters, result: result, implementation: .builtIn)
    }
}

extension Value {
    /// The name of a value's type at run time, as `type()` gives it.
    var typeName: String {
        switch self {
        case .null: "null_type"
        case .bool: "bool"
        case .int: "int"
        case .uint: "uint"
        case .double: "double"
        case .string, .secret: "string"
        case .bytes: "bytes"
        case .timestamp: "google.protobuf.Timestamp"
        case .duration: "google.protobuf.Duration"
        case .list: "list"
        case .map: "map"
        case .record(let record): record.type.name ?? "record"
        case .type: "type"
        case .optional: "optional_type"
        }
    }

    /// The type for an error message, in the words of the workflow language.
    var typeText: String {
        switch self {
        case .null: "null"
        case .timestamp: "timestamp"
        case .duration: "duration"
        case .optional(let wrapped): wrapped.map { "optional(\($0.typeText))" } ?? "optional"
        default: typeName
        }
    }
}
