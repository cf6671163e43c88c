import PawlExpression
import Synchronization

/// The state that rows lead from, as it is when one of them is asked or taken: `state.page`.
///
/// Rows are made once, when there is no state yet; only inside the closures of `On`, `.when` and `.disable` does it have a value.
@dynamicMemberLookup
public struct Current<State: Sendable>: Sendable {
    let sample: State
    let reading: EarlyReading

    /// The state as a whole.
    public var value: State {
        if let value = StateInHand.value as? State { return value }
        reading.note()
        return sample
    }

    /// A property of the state.
    public subscript<Field>(dynamicMember path: KeyPath<State, Field>) -> Field { value[keyPath: path] }
}

/// Notes that a state was read when there was none, which makes rows that depend on a sample.
final class EarlyReading: Sendable {
    private let phase = Mutex((isBuilding: true, hasRead: false))

    func note() {
        let isBuilding = phase.withLock { phase in
            phase.hasRead = true
            return phase.isBuilding
        }
        precondition(isBuilding, "the state of a row can be read only while the row is asked or taken, not from elsewhere later")
    }

    /// Ends the building of rows; tells whether a state was read in it.
    func finish() -> Bool {
        phase.withLock { phase in
            phase.isBuilding = false
            return phase.hasRead
        }
    }
}

/// The state that the code of a row sees.
enum StateInHand {
    @TaskLocal static var value: (any Sendable)?

    /// The code with a state in hand.
    static func around<Result>(
        _ code: @escaping FrameCode<Result>, _ state: @escaping FrameCode<any Sendable>
    ) -> FrameCode<Result> {
        { frame in
            let value = try state(frame)
            return try $value.withValue(value) { try code(frame) }
        }
    }
}
