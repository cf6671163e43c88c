@preconcurrency import Dispatch
import Glibc
package import PawlKit
import Synchronization

/// The system's clock.
///
/// Waits are timers against the wall clock, not lengths of time: Dispatch arms them as absolute `CLOCK_REALTIME` timers, so a
/// clock that is set forward, or a computer that wakes up, ends them at once, and one that is set back lets them wait on.
package struct DefaultClock: WallClock {
    /// No single timer is longer, so that a deadline in year 9999 needs no special care.
    private static let longestTimer = TimeAmount.hours(24)

    /// Creates the clock.
    package init() {}

    /// The time now.
    package var now: Timestamp {
        var time = timespec()
        clock_gettime(CLOCK_REALTIME, &time)
        return Timestamp(seconds: Int64(time.tv_sec), nanoseconds: Int32(time.tv_nsec)) ?? .epoch
    }

    /// Waits until the clock shows a time; the clock is asked again after each timer.
    package func sleep(until deadline: Timestamp) async throws {
        try Task.checkCancellation()
        while true {
            let now = now
            if now >= deadline { return }
            try await wait(until: min(deadline, now.advanced(by: Self.longestTimer)))
        }
    }

    private func wait(until deadline: Timestamp) async throws {
        let wait = TimerWait(until: deadline)
        try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { wait.start($0) }
        } onCancel: {
            wait.end(.failure(CancellationError()))
        }
    }
}

/// One wait: it ends once, by its timer or by cancellation, whichever comes first and in whatever order they come.
private final class TimerWait: Sendable {
    private enum State {
        case new
        case waiting(CheckedContinuation<Void, any Error>)
        case ended(Result<Void, any Error>)
    }

    private static let queue = DispatchQueue(label: "pawl.clock", attributes: .concurrent)
    private let state = Mutex(State.new)
    private let timer: any DispatchSourceTimer

    init(until deadline: Timestamp) {
        timer = DispatchSource.makeTimerSource(queue: Self.queue)
        let time = timespec(tv_sec: Int(deadline.seconds), tv_nsec: Int(deadline.nanoseconds))
        timer.schedule(wallDeadline: DispatchWallTime(timespec: time), leeway: .nanoseconds(0))
    }

    func start(_ continuation: CheckedContinuation<Void, any Error>) {
        let early = state.withLock { state -> Result<Void, any Error>? in
            if case .ended(let result) = state { return result }
            state = .waiting(continuation)
            return nil
        }
        timer.setEventHandler { [self] in end(.success(())) }
        timer.activate()
        if let early {
            timer.cancel()
            continuation.resume(with: early)
        }
    }

    func end(_ result: Result<Void, any Error>) {
        let waiting = state.withLock { state -> CheckedContinuation<Void, any Error>? in
            switch state {
            case .ended: return nil
            case .new:
                state = .ended(result)
                return nil
            case .waiting(let continuation):
                state = .ended(result)
                return continuation
            }
        }
        guard let waiting else { return }
        timer.cancel()
        waiting.resume(with: result)
    }
}
