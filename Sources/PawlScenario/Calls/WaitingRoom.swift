import Synchronization

/// Some content under a lock, and the tasks that wait until it is as they want.
///
/// The check and the wait are one under the lock, so that no change is missed. A cancelled task leaves at once.
final class WaitingRoom<Content: Sendable, Ticket: Sendable>: Sendable {
    private struct Waiting {
        let number: Int
        let ticket: Ticket
        let continuation: CheckedContinuation<Void, any Error>
    }

    private struct Room {
        var content: Content
        /// In order of arrival.
        var waiting: [Waiting] = []
        var nextNumber = 0
        /// Those cancelled before they sat down.
        var cancelled: Set<Int> = []
    }

    private let room: Mutex<Room>
    private let isReady: @Sendable (Content, _ waiting: [Ticket], Ticket) -> Bool
    private let precedes: @Sendable (Ticket, Ticket) -> Bool

    /// Opens a room.
    ///
    /// Those who are ready leave in the order that `precedes` gives, else in order of arrival. Both functions run under the lock.
    init(
        _ content: Content, isReady: @escaping @Sendable (Content, _ waiting: [Ticket], Ticket) -> Bool,
        precedes: @escaping @Sendable (Ticket, Ticket) -> Bool = { _, _ in false }
    ) {
        room = Mutex(Room(content: content))
        self.isReady = isReady
        self.precedes = precedes
    }

    /// The content now.
    var content: Content { room.withLock { $0.content } }

    /// The tickets of those who wait, in order of arrival.
    var tickets: [Ticket] { room.withLock { $0.waiting.map(\.ticket) } }

    /// Changes the content and lets those go for whom it is time.
    func change<Result: Sendable>(_ body: (inout Content) -> Result) -> Result {
        let (result, leaving) = room.withLock { room in
            let result = body(&room.content)
            return (result, release(&room))
        }
        for one in leaving { one.resume() }
        return result
    }

    /// Waits until the content is as the ticket wants.
    ///
    /// - Throws: `CancellationError` when the task is cancelled first.
    func wait(_ ticket: Ticket) async throws {
        let number = room.withLock { room in
            room.nextNumber += 1
            return room.nextNumber
        }
        // A cancellation that comes when the wait is over already leaves its number behind.
        defer { room.withLock { _ = $0.cancelled.remove(number) } }
        try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { (continuation: CheckedContinuation<Void, any Error>) in
                let leaving: [CheckedContinuation<Void, any Error>]? = room.withLock { room in
                    if room.cancelled.contains(number) { return nil }
                    room.waiting.append(Waiting(number: number, ticket: ticket, continuation: continuation))
                    return release(&room)
                }
                guard let leaving else { return continuation.resume(throwing: CancellationError()) }
                for one in leaving { one.resume() }
            }
        } onCancel: {
            let cancelled = room.withLock { room -> CheckedContinuation<Void, any Error>? in
                room.cancelled.insert(number)
                guard let place = room.waiting.firstIndex(where: { $0.number == number }) else { return nil }
                return room.waiting.remove(at: place).continuation
            }
            cancelled?.resume(throwing: CancellationError())
        }
    }

    /// Takes out those who may go, in order. They are resumed without the lock: to resume a task takes a lock of its own, which whoever cancels the
    /// task holds while it waits for this one.
    private func release(_ room: inout Room) -> [CheckedContinuation<Void, any Error>] {
        let tickets = room.waiting.map(\.ticket)
        let ready = room.waiting.filter { isReady(room.content, tickets, $0.ticket) }
        guard !ready.isEmpty else { return [] }
        let leaving = Set(ready.map(\.number))
        room.waiting.removeAll { leaving.contains($0.number) }
        // `sorted` is not promised to be stable, so arrival decides explicitly.
        let ordered = ready.sorted { left, right in
            if precedes(left.ticket, right.ticket) { return true }
            return precedes(right.ticket, left.ticket) ? false : left.number < right.number
        }
        return ordered.map(\.continuation)
    }
}
