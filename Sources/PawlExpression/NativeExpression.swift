package import PawlKit

extension Expression {
    /// A value that Swift code computes from a frame; the text is for people.
    package static func native(
        _ text: String, type: ValueType, _ code: @escaping @Sendable (ExpressionFrame) throws -> Value
    ) -> Expression {
        let compute: Compute<Value> = { (frame) throws(EvaluationError) in
            do { return try code(frame) } catch { throw EvaluationError(.native, "\(error)", at: 0..<0) }
        }
        return native(text, type, compute) { (frame) throws(EvaluationError) in
            guard case .bool(let truth) = try compute(frame) else { throw EvaluationError(.native, "it is no truth value", at: 0..<0) }
            return truth
        }
    }

    /// A condition that Swift code decides from a frame. It is asked once; see ``GuardMemory``.
    package static func nativeCondition(
        _ text: String, _ code: @escaping @Sendable (ExpressionFrame) throws -> Bool
    ) -> Expression {
        let truth: Compute<Bool> = { (frame) throws(EvaluationError) in
            let outcome = try frame.guards.recorded() ?? Self.ask(code, frame)
            frame.guards.note(outcome)
            switch outcome {
            case .answered(let answer): return answer
            case .failed(let message): throw EvaluationError(.native, message, at: 0..<0)
            }
        }
        return native(text, .bool, { (frame) throws(EvaluationError) in .bool(try truth(frame)) }, truth)
    }

    private static func ask(_ code: @Sendable (ExpressionFrame) throws -> Bool, _ frame: ExpressionFrame) -> GuardOutcome {
        do { return .answered(try code(frame)) } catch { return .failed("\(error)") }
    }

    private static func native(
        _ text: String, _ type: ValueType, _ code: @escaping Compute<Value>, _ truth: @escaping Compute<Bool>
    ) -> Expression {
        Expression(
            text: text, type: type, isOptional: false, isStaticallyTyped: true, reads: [], provesPresent: [], constantValue: nil,
            typeText: "\(type)", staticType: StaticType(type), code: code, truth: truth, localCount: 0, slotCount: 0, arrival: .none)
    }
}

/// What the conditions written in Swift said in one step, and in a replay what they said then.
package struct GuardMemory: Sendable {
    /// What they said in this step, in order.
    package private(set) var outcomes: [GuardOutcome] = []
    /// What the journal has of them; nil when they are asked.
    private var journal: [GuardOutcome]?

    /// Begins a step, live or with what the journal has of it.
    package mutating func begin(journal: [GuardOutcome]?) {
        self.journal = journal
        if !outcomes.isEmpty { outcomes.removeAll() }
    }

    /// What the journal says that the next condition came to; nil when it is to be asked.
    fileprivate func recorded() throws(EvaluationError) -> GuardOutcome? {
        guard let journal else { return nil }
        guard outcomes.count < journal.count else {
            throw EvaluationError(.native, "the journal does not say what this condition came to", at: 0..<0)
        }
        return journal[outcomes.count]
    }

    fileprivate mutating func note(_ outcome: GuardOutcome) { outcomes.append(outcome) }
}
