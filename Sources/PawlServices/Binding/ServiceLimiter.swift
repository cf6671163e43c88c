import PawlKit
import Synchronization

/// Lets calls begin as limits allow, in the order in which they came.
///
/// Who is first in line and has to wait for the clock sleeps; all others wait for a signal. A call that is cancelled
/// leaves the line, and costs nothing of the rate.
final class ServiceLimiter: Sendable {
    private struct Waiter {
        let id: Int
        var continuation: CheckedContinuation<Void, any Error>?
        /// Whether something happened since it looked last.
        var isSignalled = false
        var isCancelled = false
    }

    private struct State {
        var running = 0
        var line: [Waiter] = []
        var nextID = 0
        /// When the latest calls began, as a ring as long as the rate's count.
        var starts: [Timestamp] = []
        var oldest = 0
    }

    private enum Turn {
        /// It begins now; what is resumed is the next in line.
        case begin(CheckedContinuation<Void, any Error>?)
        case sleep(until: Timestamp)
        case await
    }

    let limits: ServiceLimits
    private let state = Mutex(State())

    init(_ limits: ServiceLimits) { self.limits = limits }

    /// Runs a call when its turn has come.
    ///
    /// - Throws: `CancellationError` when the task is cancelled while it waits, else what the call throws.
    func run(clock: any WallClock, _ call: () async throws -> Value) async throws -> Value {
        try await enter(clock)
        defer { leave() }
        return try await call()
    }

    private func enter(_ clock: any WallClock) async throws {
        try Task.checkCancellation()
        let id = state.withLock { state in
            state.nextID += 1
            state.line.append(Waiter(id: state.nextID))
            return state.nextID
        }
        do {
            while true {
                let now = clock.now
                switch state.withLock({ turn(of: id, at: now, &$0) }) {
                case .begin(let next):
                    next?.resume()
                    return
                case .sleep(let time): try await clock.sleep(until: time)
                case .await: try await signal(to: id)
                }
            }
        } catch {
            let next = state.withLock { state in
                state.line.removeAll { $0.id == id }
                return Self.signalFirst(&state)
            }
            next?.resume()
            throw error
        }
    }

    private func turn(of id: Int, at now: Timestamp, _ state: inout State) -> Turn {
        guard state.line.first?.id == id, state.running < limits.concurrency ?? .max else { return .await }
        if let rate = limits.rate {
            if state.starts.count < rate.count {
                state.starts.append(now)
            } else {
                let free = state.starts[state.oldest].advanced(by: rate.unit.length)
                // A clock that was set back would have it wait for longer than the unit.
                if free > now, free <= now.advanced(by: rate.unit.length) { return .sleep(until: free) }
                state.starts[state.oldest] = now
                state.oldest = (state.oldest + 1) % rate.count
            }
        }
        state.line.removeFirst()
        state.running += 1
        return .begin(Self.signalFirst(&state))
    }

    /// Tells the first in line to look again; the continuation is to be resumed without the lock.
    private static func signalFirst(_ state: inout State) -> CheckedContinuation<Void, any Error>? {
        guard !state.line.isEmpty else { return nil }
        let continuation = state.line[0].continuation
        state.line[0].continuation = nil
        if continuation == nil { state.line[0].isSignalled = true }
        return continuation
    }

    private func signal(to id: Int) async throws {
        try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { (continuation: CheckedContinuation<Void, any Error>) in
                let result: Result<Void, any Error>? = state.withLock { state in
                    guard let index = state.line.firstIndex(where: { $0.id == id }) else { return .success(()) }
                    if state.line[index].isCancelled { return .failure(CancellationError()) }
                    if state.line[index].isSignalled {
                        state.line[index].isSignalled = false
                        return .success(())
                    }
                    state.line[index].continuation = continuation
                    return nil
                }
                if let result { continuation.resume(with: result) }
            }
        } onCancel: {
            let continuation = state.withLock { state -> CheckedContinuation<Void, any Error>? in
                guard let index = state.line.firstIndex(where: { $0.id == id }) else { return nil }
                state.line[index].isCancelled = true
                defer { state.line[index].continuation = nil }
                return state.line[index].continuation
            }
            continuation?.resume(throwing: CancellationError())
        }
    }

    private func leave() {
        let next = state.withLock { state in
            state.running -= 1
            return Self.signalFirst(&state)
        }
        next?.resume()
    }
}
