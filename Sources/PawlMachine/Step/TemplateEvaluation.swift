package import PawlExpression
package import PawlKit

extension Template {
    /// The value of the template, of the type that its place declares.
    package func evaluate(_ frame: ExpressionFrame, place: @autoclosure () -> String) throws(StepFailure) -> Value {
        switch self {
        case .constant(let value):
            return value
        case .expression(let sourced, let type):
            return try Self.convert(try sourced.evaluate(frame, place: place()), to: type, sourced, frame, place: place())
        case .text(let parts):
            return try Self.text(parts, frame, place: place())
        case .list(let elements):
            var values: [Value] = []
            values.reserveCapacity(elements.count)
            for element in elements { values.append(try element.evaluate(frame, place: place())) }
            return .list(values)
        case .map(let entries):
            var map = ValueMap()
            for (key, template) in entries { map[key] = try template.evaluate(frame, place: place()) }
            return .map(map)
        case .record(let type, let fields):
            var values: [Value?] = []
            values.reserveCapacity(fields.count)
            for field in fields {
                guard let field else {
                    values.append(nil)
                    continue
                }
                values.append(try field.evaluateField(frame, place: place()))
            }
            return .record(Record(type: type, fields: values))
        }
    }

    /// The value of a field of a record: an empty optional means that the field is absent.
    package func evaluateField(_ frame: ExpressionFrame, place: @autoclosure () -> String) throws(StepFailure) -> Value? {
        guard case .expression(let sourced, let type) = self else { return try evaluate(frame, place: place()) }
        var value = try sourced.evaluate(frame, place: place())
        if case .optional(let inner) = value {
            guard let inner else { return nil }
            value = inner
        }
        return try Self.convert(value, to: type, sourced, frame, place: place())
    }

    private static func convert(
        _ value: Value, to type: ValueType, _ sourced: SourcedExpression, _ frame: ExpressionFrame, place: @autoclosure () -> String
    ) throws(StepFailure) -> Value {
        do {
            return try type.convert(value)
        } catch {
            throw StepFailure(.type, error.message, place: place(), expression: sourced, values: sourced.readings(frame))
        }
    }

    private static func text(_ parts: [TextPart], _ frame: ExpressionFrame, place: @autoclosure () -> String) throws(StepFailure) -> Value {
        var pieces: [Secret.Part] = []
        var text = ""
        for part in parts {
            switch part {
            case .literal(let literal): text += literal
            case .expression(let sourced):
                let value = try sourced.evaluate(frame, place: place())
                if case .secret(let secret) = value {
                    pieces.append(.text(text))
                    pieces.append(contentsOf: secret.parts)
                    text = ""
                    continue
                }
                do {
                    text += try ExpressionText.string(of: value)
                } catch {
                    throw StepFailure(.evaluation, error.message, place: place(), expression: sourced, values: sourced.readings(frame))
                }
            }
        }
        if pieces.isEmpty { return .string(text) }
        pieces.append(.text(text))
        return .secret(Secret(parts: pieces.filter { $0 != .text("") }))
    }
}

extension SourcedExpression {
    /// The value of the expression, or the failure with all that helps to understand it.
    package func evaluate(_ frame: ExpressionFrame, place: @autoclosure () -> String) throws(StepFailure) -> Value {
        do { return try expression.evaluate(frame) } catch { throw failure(error, frame, place: place()) }
    }

    /// What becomes of the step when the expression fails.
    @inline(never)
    func failure(_ error: EvaluationError, _ frame: ExpressionFrame, place: @autoclosure () -> String) -> StepFailure {
        StepFailure(.evaluation, error.message, place: place(), expression: self, values: readings(frame))
    }

    /// The values that the expression reads.
    package func readings(_ frame: ExpressionFrame) -> [(path: String, value: Value?)] {
        expression.reads.map { ($0.text, $0.value(in: frame)) }
    }
}
