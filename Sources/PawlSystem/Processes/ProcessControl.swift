import Glibc
import Synchronization

/// Wakes the thread of a running program: the program has ended, or is to end.
final class ProcessControl: Sendable {
    private struct State {
        var isCancelled = false
        var hasEnded = false
        var wakeUp: Int32 = -1
    }

    private let state = Mutex(State())

    /// Whether the program is to end.
    var isCancelled: Bool { state.withLock { $0.isCancelled } }
    /// Whether the program has ended.
    var hasEnded: Bool { state.withLock { $0.hasEnded } }

    /// Asks the program to end.
    func cancel() {
        state.withLock {
            $0.isCancelled = true
            wake($0)
        }
    }

    /// Notes that the program has ended.
    func ended() {
        state.withLock {
            $0.hasEnded = true
            wake($0)
        }
    }

    /// Takes the pipe to write to when something has changed.
    func attach(_ wakeUp: Int32) { state.withLock { $0.wakeUp = wakeUp } }

    /// Lets go of the pipe; after that it may be closed.
    func detach() { state.withLock { $0.wakeUp = -1 } }

    private func wake(_ state: State) {
        guard state.wakeUp >= 0 else { return }
        var byte: UInt8 = 0
        // A full pipe wakes as well.
        _ = write(state.wakeUp, &byte, 1)
    }
}
