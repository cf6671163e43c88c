package import PawlKit

/// An expression that was read, checked and made ready to run.
///
/// A class, so that rows and templates pass it on by one reference, however much is known of it; it never changes.
package final class Expression: Sendable {
    /// The text.
    package let text: String
    /// The type of the result; `.any` where it is known only at run time.
    package let type: ValueType
    /// Whether the result may be absent: the expression gives an optional of ``type``.
    package let isOptional: Bool
    /// Whether the type was proven when the expression was checked. Otherwise the result is checked each time it comes.
    package let isStaticallyTyped: Bool
    /// Each variable with the fields read of it, in order of appearance.
    package let reads: [ReadPath]
    /// The optional fields that are present whenever this expression is true.
    package let provesPresent: Set<String>
    /// The result, when it is known already.
    package let constantValue: Value?
    /// The type as CEL has it, also where the workflow language has no word for it.
    package let typeText: String

    let staticType: StaticType
    let code: Compute<Value>
    let truth: Compute<Bool>
    let localCount: Int
    let slotCount: Int
    /// What is done with the result when it comes.
    let arrival: Arrival

    init(
        text: String, type: ValueType, isOptional: Bool, isStaticallyTyped: Bool, reads: [ReadPath], provesPresent: Set<String>,
        constantValue: Value?, typeText: String, staticType: StaticType, code: @escaping Compute<Value>, truth: @escaping Compute<Bool>,
        localCount: Int, slotCount: Int, arrival: Arrival
    ) {
        self.text = text
        self.type = type
        self.isOptional = isOptional
        self.isStaticallyTyped = isStaticallyTyped
        self.reads = reads
        self.provesPresent = provesPresent
        self.constantValue = constantValue
        self.typeText = typeText
        self.staticType = staticType
        self.code = code
        self.truth = truth
        self.localCount = localCount
        self.slotCount = slotCount
        self.arrival = arrival
        isTruth = isStaticallyTyped && !isOptional && type == .bool
    }

    /// Whether the result is known without a frame.
    package var isConstant: Bool { constantValue != nil }
    /// Whether the result is surely a truth value, so that ``isTrue(_:)`` gives it.
    package let isTruth: Bool

    /// Whether every result is a value of just this type and needs no conversion.
    package func alwaysGives(_ wanted: ValueType) -> Bool {
        switch wanted {
        case .bool, .int, .uint, .double, .string, .bytes, .timestamp, .duration:
            isStaticallyTyped && !isOptional && staticType.valueType == wanted
        default: false
        }
    }

    /// Computes the value. An absent result of an ``isOptional`` expression is `.optional(nil)`.
    package func evaluate(_ frame: ExpressionFrame) throws(EvaluationError) -> Value {
        try begin(frame)
        let value = try code(frame)
        switch arrival {
        case .none: return value
        case .measure:
            do throws(EvaluationError) { try Arrival.measure(value, frame) } catch { throw error.at(0..<text.utf8.count) }
            return value
        case .convert(let type): return try arrive(value, type, frame)
        }
    }

    /// Computes the truth of a guard, without wrapping it in a value.
    package func isTrue(_ frame: ExpressionFrame) throws(EvaluationError) -> Bool {
        try begin(frame)
        return try truth(frame)
    }

    /// Computes the value of an expression that may give an optional; nil when it is absent.
    package func evaluateIfPresent(_ frame: ExpressionFrame) throws(EvaluationError) -> Value? {
        let value = try evaluate(frame)
        if case .optional(let wrapped) = value { return wrapped }
        return value
    }

    @inline(__always)
    private func begin(_ frame: ExpressionFrame) throws(EvaluationError) {
        guard slotCount <= frame.slotCount else {
            throw EvaluationError(
                .noSuchVariable, "the frame has \(frame.slotCount) of the \(slotCount) slots that are read", at: 0..<text.utf8.count)
        }
        frame.begin(locals: localCount)
    }

    private func arrive(_ value: Value, _ type: ValueType, _ frame: ExpressionFrame) throws(EvaluationError) -> Value {
        do throws(EvaluationError) {
            if isOptional, case .optional(let wrapped) = value {
                return .optional(try wrapped.map { (value) throws(EvaluationError) in try Arrival.convert(value, to: type, frame) })
            }
            return try Arrival.convert(value, to: type, frame)
        } catch { throw error.at(0..<text.utf8.count) }
    }
}

/// A variable and the fields read of it, such as `state.order.total`.
package struct ReadPath: Sendable, Hashable {
    /// As it is written.
    package let text: String
    /// The variable.
    package let variable: String
    /// The fields, outermost first.
    package let fields: [String]
    /// Where a frame holds the variable.
    package let slot: Int

    /// What is there now; nil when something on the way is absent.
    package func value(in frame: ExpressionFrame) -> Value? {
        guard slot < frame.slotCount, var value = frame[slot] else { return nil }
        for field in fields {
            guard let next = value[field] else { return nil }
            value = next
        }
        return value
    }
}
