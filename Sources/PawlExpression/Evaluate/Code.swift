import PawlKit

/// What a node computes from a frame.
typealias Compute<Result> = @Sendable (ExpressionFrame) throws(EvaluationError) -> Result

/// A node made ready to run: a closure over its operands' closures, of the Swift type that its static type allows.
///
/// Closures that give a Bool, an Int64, a Double or a String spare wrapping each result in a ``Value``.
enum Code: Sendable {
    case constant(Value)
    case bool(Compute<Bool>)
    case int(Compute<Int64>)
    case double(Compute<Double>)
    case string(Compute<String>)
    case value(Compute<Value>)
}

extension Code {
    /// Gives any value.
    var compute: Compute<Value> {
        switch self {
        case .constant(let value): return { _ in value }
        case .bool(let body): return { (frame) throws(EvaluationError) in .bool(try body(frame)) }
        case .int(let body): return { (frame) throws(EvaluationError) in .int(try body(frame)) }
        case .double(let body): return { (frame) throws(EvaluationError) in .double(try body(frame)) }
        case .string(let body): return { (frame) throws(EvaluationError) in .string(try body(frame)) }
        case .value(let body): return body
        }
    }

    /// Gives a truth value, and fails for any other, naming what needed one.
    func truth(_ what: String, at range: Range<Int>) -> Compute<Bool> {
        if case .bool(let body) = self { return body }
        if case .constant(.bool(let truth)) = self { return { _ in truth } }
        let body = compute
        return { (frame) throws(EvaluationError) in
            let value = try body(frame)
            guard case .bool(let truth) = value else {
                throw EvaluationError(.noSuchOverload, "\(what) must be bool, not \(value.typeText)", at: range)
            }
            return truth
        }
    }

    // Not one generic function: a closure of a generic type is called through a thunk, which costs more than most operators do.

    /// Gives Bool; nil when the static type does not promise it.
    func asBool(_ type: StaticType, at range: Range<Int>) -> Compute<Bool>? {
        switch self {
        case .bool(let body): return body
        case .constant(.bool(let constant)): return { _ in constant }
        case .value(let body) where type == .bool:
            return { (frame) throws(EvaluationError) in
                let value = try body(frame)
                guard case .bool(let typed) = value else { throw Code.mismatch(value, .bool, at: range) }
                return typed
            }
        default: return nil
        }
    }

    /// Gives Int64; nil when the static type does not promise it.
    func asInt(_ type: StaticType, at range: Range<Int>) -> Compute<Int64>? {
        switch self {
        case .int(let body): return body
        case .constant(.int(let constant)): return { _ in constant }
        case .value(let body) where type == .int:
            return { (frame) throws(EvaluationError) in
                let value = try body(frame)
                guard case .int(let typed) = value else { throw Code.mismatch(value, .int, at: range) }
                return typed
            }
        default: return nil
        }
    }

    /// Gives Double; nil when the static type does not promise it.
    func asDouble(_ type: StaticType, at range: Range<Int>) -> Compute<Double>? {
        switch self {
        case .double(let body): return body
        case .constant(.double(let constant)): return { _ in constant }
        case .value(let body) where type == .double:
            return { (frame) throws(EvaluationError) in
                let value = try body(frame)
                guard case .double(let typed) = value else { throw Code.mismatch(value, .double, at: range) }
                return typed
            }
        default: return nil
        }
    }

    /// Gives String; nil when the static type does not promise it.
    func asString(_ type: StaticType, at range: Range<Int>) -> Compute<String>? {
        switch self {
        case .string(let body): return body
        case .constant(.string(let constant)): return { _ in constant }
        case .value(let body) where type == .string:
            return { (frame) throws(EvaluationError) in
                let value = try body(frame)
                guard case .string(let typed) = value else { throw Code.mismatch(value, .string, at: range) }
                return typed
            }
        default: return nil
        }
    }

    static func mismatch(_ value: Value, _ type: StaticType, at range: Range<Int>) -> EvaluationError {
        EvaluationError(.typeMismatch, "expected \(type), got \(value.typeText)", at: range)
    }

    /// Code that always fails.
    static func failing(_ error: EvaluationError) -> Code { .value { (_) throws(EvaluationError) in throw error } }
}
