import PawlExpression
import PawlKit

/// A condition written in Swift.
struct ConditionDeclaration: Sendable {
    var label: String?
    var place: Place
    var code: FrameCode<Bool>

    /// Both.
    func and(_ other: ConditionDeclaration) -> ConditionDeclaration {
        let (first, second) = (code, other.code)
        let labels = [self, other].compactMap(\.label)
        return ConditionDeclaration(
            label: labels.count == 2 ? labels.joined(separator: " && ") : nil, place: place, code: { try first($0) && second($0) })
    }
}

/// A row of a system before it has a source.
struct RowDeclaration: Sendable {
    enum Trigger: Sendable {
        case event(ShapeFacts)
        case anyEvent
        case always
        case after(TimeAmount)
    }

    enum Target: Sendable {
        /// Enters a state, also the one it leads from.
        case state(ShapeFacts, FrameCode<Value>)
        /// Changes the data of the state, which stays active.
        case update(ShapeFacts, FrameCode<Value>)
        /// Leaves everything as it is.
        case stay
    }

    var trigger: Trigger
    var target: Target
    var when: ConditionDeclaration?
    var disables: [ConditionDeclaration] = []
    var emits: [EmitDeclaration] = []
    var place: Place

    /// The row with all of its code run around a state.
    func seeing(_ state: @escaping FrameCode<any Sendable>) -> RowDeclaration {
        var row = self
        func around(_ condition: ConditionDeclaration) -> ConditionDeclaration {
            var condition = condition
            condition.code = StateInHand.around(condition.code, state)
            return condition
        }
        switch target {
        case .state(let facts, let code): row.target = .state(facts, StateInHand.around(code, state))
        case .update(let facts, let code): row.target = .update(facts, StateInHand.around(code, state))
        case .stay: break
        }
        row.when = when.map(around)
        row.disables = disables.map(around)
        for index in row.emits.indices { row.emits[index].code = StateInHand.around(row.emits[index].code, state) }
        return row
    }
}

/// An event that a row raises.
struct EmitDeclaration: Sendable {
    enum Moment: Sendable {
        case now
        case after(TimeAmount)
        case never
    }

    var event: ShapeFacts
    var moment: Moment
    var code: FrameCode<Value>
    var place: Place
}

/// A feedback of a system.
struct FeedbackDeclaration: Sendable {
    enum Trigger: Sendable {
        case state(ShapeFacts)
        case event(ShapeFacts)
    }

    enum Outcome: Sendable {
        case standard
        case ignore
        case events([OutcomeDeclaration])
    }

    var trigger: Trigger
    var id: String?
    var service: String
    var inputType: Result<RecordType, PluginError>
    var outputType: Result<RecordType, PluginError>
    var input: FrameCode<Value>
    var strategy: FeedbackStrategy
    var timeout: TimeAmount?
    var retry = RetryRule.never
    var success = Outcome.standard
    var failure = Outcome.standard
    var next: [OutcomeDeclaration] = []
    var elementType: Result<RecordType, PluginError>?
    var isAtMostOnce = false
    var disables: [ConditionDeclaration] = []
    var readsState = false
    var place: Place
}

/// An event that the outcome of a feedback raises.
struct OutcomeDeclaration: Sendable {
    var when: ConditionDeclaration?
    var event: ShapeFacts
    var code: FrameCode<Value>
    var place: Place
}

/// What stands in a `From`: rows, and events that a state ignores or keeps for later. Its content is the library's own.
public struct TransitionDeclaration: Sendable {
    enum Content: Sendable {
        case row(RowDeclaration)
        case ignore(ShapeFacts)
        case keep(ShapeFacts)
    }

    var content: Content
    var place: Place
}

/// The rows of one `From`. Its content is the library's own.
public struct TransitionGroup: Sendable {
    /// The states; nil for any.
    var sources: [ShapeFacts]?
    var elements: [TransitionDeclaration]
    var disables: [ConditionDeclaration]
    /// Whether rows depend on the data of a state, which is not there when they are made.
    var readTooEarly: Bool
    var place: Place
}
