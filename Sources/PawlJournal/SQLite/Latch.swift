import Synchronization

/// Opens once; whoever waits for it goes on then.
final class Latch: Sendable {
    private enum State {
        case closed(waiting: [CheckedContinuation<Void, Never>])
        case open
    }

    private let state = Mutex(State.closed(waiting: []))

    /// Lets all go on, now and later.
    func open() {
        let waiting = state.withLock { state -> [CheckedContinuation<Void, Never>] in
            guard case .closed(let waiting) = state else { return [] }
            state = .open
            return waiting
        }
        for continuation in waiting { continuation.resume() }
    }

    /// Waits until it is open.
    func wait() async {
        await withCheckedContinuation { continuation in
            let isOpen = state.withLock { state -> Bool in
                guard case .closed(let waiting) = state else { return true }
                state = .closed(waiting: waiting + [continuation])
                return false
            }
            if isOpen { continuation.resume() }
        }
    }
}
