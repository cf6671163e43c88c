import PawlKit

/// What a mock does when it is called, and the record of the calls: the one mechanism behind all mocks.
///
/// Rules are tried in the order in which they were given; the first whose occasion it is decides. Where none is, the mock does
/// what it does by itself. How to wait and how to answer are decided apart, so that a delay and a failure combine. `Style`
/// says whether the mocked function can wait: the rules `delay` and `hang` exist only where it can.
public final class CallScript<Argument: Sendable, Result: Sendable, Failure: Error, Style: Sendable>: Sendable {
    /// How a call is answered.
    typealias Answer = @Sendable (Argument) throws(Failure) -> Result

    /// What a call has to wait for.
    enum Pause: Sendable {
        case delay(TimeAmount)
        case hang
    }

    struct Rule<Action: Sendable>: Sendable {
        let occasion: Occasion<Argument>
        let action: Action
        var uses = 0

        mutating func apply(to argument: Argument, number: Int) -> Action? {
            if let limit = occasion.limit, uses >= limit { return nil }
            guard occasion.matches(argument, number) else { return nil }
            uses += 1
            return action
        }
    }

    struct Content: Sendable {
        var calls: [Argument] = []
        var answers: [Rule<Answer>] = []
        var pauses: [Rule<Pause>] = []
        /// The calls up to this number no longer hang.
        var released = 0

        static func first<Action>(of rules: inout [Rule<Action>], _ argument: Argument, _ number: Int) -> Action? {
            for index in rules.indices {
                if let action = rules[index].apply(to: argument, number: number) { return action }
            }
            return nil
        }
    }

    enum Ticket: Sendable {
        /// So many calls came.
        case calls(Int)
        /// The call of that number is let go.
        case release(Int)
    }

    let room: WaitingRoom<Content, Ticket>
    let style: Style

    init(style: Style) {
        self.style = style
        room = WaitingRoom(Content()) { content, _, ticket in
            switch ticket {
            case .calls(let count): content.calls.count >= count
            case .release(let number): content.released >= number
            }
        }
    }

    /// The arguments of all calls, in order.
    public var calls: [Argument] { room.content.calls }

    /// Waits until there were so many calls.
    ///
    /// - Throws: `CancellationError` when the task is cancelled first.
    public func called(times count: Int) async throws { try await room.wait(.calls(count)) }

    /// Has calls answered by a function.
    public func answer(_ occasion: Occasion<Argument>, with answer: @escaping @Sendable (Argument) throws(Failure) -> Result) {
        room.change { $0.answers.append(Rule(occasion: occasion, action: answer)) }
    }

    /// Has calls give a result.
    public func succeed(_ occasion: Occasion<Argument>, with result: Result) { answer(occasion) { _ in result } }

    /// Has calls fail.
    public func fail(_ occasion: Occasion<Argument>, with failure: Failure) {
        answer(occasion) { (_) throws(Failure) in throw failure }
    }

    /// Forgets all rules; the record of the calls stays, and calls that hang go on hanging.
    public func reset() {
        room.change { content in
            content.answers = []
            content.pauses = []
        }
    }

    /// Records a call and finds the rules for it.
    func note(_ argument: Argument) -> (number: Int, pause: Pause?, answer: Answer?) {
        room.change { content in
            content.calls.append(argument)
            let number = content.calls.count
            return (
                number, Content.first(of: &content.pauses, argument, number), Content.first(of: &content.answers, argument, number)
            )
        }
    }
}
