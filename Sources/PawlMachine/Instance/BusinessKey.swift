import PawlExpression
package import PawlKit

extension Machine {
    /// The business key of an instance that begins with an input; nil when the workflow has none.
    package func businessKey(of input: Record, timeZones: (any TimeZones)?) throws(StepFailure) -> String? {
        guard let key else { return nil }
        let frame = ExpressionFrame(slotCount: VariableSlot.count)
        frame.timeZones = timeZones
        frame[VariableSlot.input] = .record(input)
        let value = try key.evaluate(frame, place: "key")
        do { return try ExpressionText.string(of: value) } catch {
            throw StepFailure(.type, error.message, place: "key", expression: key)
        }
    }
}
