import PawlExpression
import PawlKit

/// The rules by which a record is made, with all that can be known of them before any step.
final class PlannedRecord {
    private let type: RecordType
    /// What the rules belong to, for messages.
    private let place: String
    private let rules: [FieldRule]
    /// The expression of the only field, when its results need no conversion.
    private let only: Expression?

    init(_ type: RecordType, _ rules: [FieldRule], place: String) {
        self.type = type
        self.place = place
        self.rules = rules
        if type.fields.count == 1, rules.count == 1, case .template(.expression(let sourced, let wanted)) = rules[0].source,
            sourced.expression.alwaysGives(wanted)
        {
            only = sourced.expression
        } else {
            only = nil
        }
    }

    /// The record, in a list of its own; `state` and `event` are already set.
    func make(_ stepper: Stepper) throws(StepFailure) -> Record {
        // The list is a literal, which is made at once; for a number of elements known only now Swift looks for its metadata each time.
        if let only {
            let value: Value
            do { value = try only.evaluate(stepper.frame) } catch { throw failure(error, stepper) }
            return Record(type: type, fields: [value])
        }
        return try stepper.record(rules, type: type, place: place)
    }

    @inline(never)
    private func failure(_ error: EvaluationError, _ stepper: Stepper) -> StepFailure {
        guard case .template(.expression(let sourced, _))? = rules.first?.source else {
            return StepFailure(.evaluation, error.message, place: place)
        }
        return sourced.failure(error, stepper.frame, place: place)
    }
}
