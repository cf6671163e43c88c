public import PawlKit

/// A clock that stands until somebody moves it.
///
/// Whoever sleeps is woken in order of deadline, then of arrival, when the clock comes to show the deadline.
public final class VirtualClock: WallClock {
    private enum Ticket: Sendable {
        case deadline(Timestamp)
        /// So many sleep.
        case sleepers(Int)

        var deadline: Timestamp? { if case .deadline(let time) = self { time } else { nil } }
    }

    private let room: WaitingRoom<Timestamp, Ticket>

    /// Creates a clock that shows a time; the default is a Friday at noon, so that days and hours can be told apart.
    public init(_ start: Timestamp = VirtualClock.defaultStart) {
        room = WaitingRoom(start) { now, tickets, ticket in
            switch ticket {
            case .deadline(let time): time <= now
            // Those whose time it is are on their way out, and count no more.
            case .sleepers(let count): tickets.count { $0.deadline.map { $0 > now } ?? false } >= count
            }
        } precedes: { left, right in
            if let left = left.deadline, let right = right.deadline { left < right } else { false }
        }
    }

    /// 2027-01-01T12:00:00Z.
    public static let defaultStart = Timestamp(nanosecondsSince1970: 1_798_804_800_000_000_000)

    public var now: Timestamp { room.content }

    public func sleep(until deadline: Timestamp) async throws { try await room.wait(.deadline(deadline)) }

    /// The deadline of whoever is woken next; nil when nobody sleeps.
    public var nextDeadline: Timestamp? { room.tickets.compactMap(\.deadline).min() }

    /// How many sleep.
    public var sleepers: Int { room.tickets.count { $0.deadline != nil } }

    /// Waits until at least so many sleep, so that a test knows that it may move the clock.
    ///
    /// - Throws: `CancellationError` when the task is cancelled first.
    public func sleeping(atLeast count: Int) async throws { try await room.wait(.sleepers(count)) }

    /// Lets so much time pass.
    ///
    /// - Precondition: the amount is not negative; ``jump(to:)`` sets a clock back.
    public func advance(by amount: TimeAmount) {
        precondition(amount >= .zero, "time does not run backwards")
        room.change { $0 = $0.advanced(by: amount) }
    }

    /// Lets time pass until the clock shows a time; one that is past already changes nothing.
    public func advance(to time: Timestamp) { room.change { $0 = max($0, time) } }

    /// Sets the clock to any time, as a wall clock may be set: who sleeps until a time that is now past is woken, the others sleep on.
    public func jump(to time: Timestamp) { room.change { $0 = time } }
}
