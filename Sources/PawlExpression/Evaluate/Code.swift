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

    /// Gives a value of one Swift type; nil when the static type does not promise it.
    func typed<T: Native>(_: T.Type, _ type: StaticType, at range: Range<Int>) -> Compute<T>? {
        if let own = T.compute(of: self) { return own }
        switch self {
        case .constant(let value):
            guard let constant = T.read(value) else { return nil }
            return { _ in constant }
        case .value(let body) where type == T.staticType:
            return { (frame) throws(EvaluationError) in
                let value = try body(frame)
                guard let typed = T.read(value) else { throw Code.mismatch(value, T.staticType, at: range) }
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
