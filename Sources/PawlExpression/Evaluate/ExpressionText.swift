package import PawlKit

/// Values as text.
package enum ExpressionText {
    /// What CEL's `string()` makes of a scalar, for interpolation.
    package static func string(of value: Value) throws(EvaluationError) -> String {
        switch value {
        case .string(let text): return text
        case .int(let number): return String(number)
        case .uint(let number): return String(number)
        case .double(let number): return NumberText.text(number)
        case .bool(let truth): return truth ? "true" : "false"
        case .timestamp(let time): return time.text
        case .duration(let amount): return amount.celText
        case .bytes(let bytes):
            guard let text = String(validating: bytes, as: UTF8.self) else {
                throw EvaluationError(.conversion, "the bytes are not valid UTF-8", at: 0..<0)
            }
            return text
        default: throw EvaluationError(.conversion, "\(value.typeText) has no text", at: 0..<0)
        }
    }

    /// A value as an expression that has it: `'text'`, `1.0`, `[1, 2]`, `duration('60s')`.
    package static func literal(of value: Value) -> String { LiteralText.text(value) }
}
