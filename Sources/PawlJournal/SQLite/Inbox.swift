import Glibc
import Synchronization

/// A queue of messages to one thread that sleeps while it is empty.
///
/// `@unchecked Sendable`: the messages are behind a mutex, and a POSIX semaphore is made to be used by several threads.
final class Inbox<Message: Sendable>: @unchecked Sendable {
    private struct State {
        var messages: [Message] = []
        /// What the receiver took over and has not been given yet: slices of it cost nothing.
        var taken: ArraySlice<Message> = []
        var isClosed = false
        var isReceiverAsleep = false
    }

    private let state = Mutex(State())
    private let semaphore: UnsafeMutablePointer<sem_t>

    init() {
        semaphore = .allocate(capacity: 1)
        sem_init(semaphore, 0, 0)
    }

    deinit {
        sem_destroy(semaphore)
        semaphore.deallocate()
    }

    /// Leaves a message; false when the inbox is closed.
    func send(_ message: Message) -> Bool {
        let (isTaken, mustWake) = state.withLock { state in
            if state.isClosed { return (false, false) }
            state.messages.append(message)
            defer { state.isReceiverAsleep = false }
            return (true, state.isReceiverAsleep)
        }
        if mustWake { sem_post(semaphore) }
        return isTaken
    }

    /// Takes no more messages. Those that were left before are still received.
    func close() {
        let mustWake = state.withLock { state in
            state.isClosed = true
            defer { state.isReceiverAsleep = false }
            return state.isReceiverAsleep
        }
        if mustWake { sem_post(semaphore) }
    }

    /// All that is there, up to a number; sleeps while there is nothing, and answers nil once closed and empty.
    ///
    /// Only one thread may receive.
    func receive(atMost limit: Int) -> ArraySlice<Message>? {
        while true {
            let (next, isOver) = state.withLock { state -> (ArraySlice<Message>, Bool) in
                if state.taken.isEmpty {
                    state.taken = state.messages[...]
                    state.messages = []
                }
                if state.taken.isEmpty {
                    state.isReceiverAsleep = !state.isClosed
                    return ([], state.isClosed)
                }
                defer { state.taken = state.taken.dropFirst(limit) }
                return (state.taken.prefix(limit), false)
            }
            if !next.isEmpty { return next }
            if isOver { return nil }
            while sem_wait(semaphore) != 0 {}  // Interrupted by a signal: sleep on.
        }
    }
}
