@preconcurrency import Dispatch
import Glibc
import Synchronization

/// Turns Ctrl-C into the cancellation of a task.
package enum Interrupts {
    /// Runs work that is cancelled by the first SIGINT or SIGTERM; the second ends the process at once.
    ///
    /// - Returns: what the work gives, which decides itself what an interrupted run means.
    package static func cancelling<Success: Sendable, Failure: Error>(
        _ work: @escaping @Sendable () async throws(Failure) -> Success
    ) async throws(Failure) -> Success {
        let task = Task { () async -> Result<Success, Failure> in
            do throws(Failure) { return .success(try await work()) } catch { return .failure(error) }
        }
        let sources = watch { count in
            if count > 1 { _exit(ExitCode.interrupted.rawValue) }
            task.cancel()
        }
        defer { sources.forEach { $0.cancel() } }
        return try await task.value.get()
    }

    /// Calls a function with the number of signals so far, each time one arrives, on a queue of Dispatch.
    private static func watch(_ signalled: @escaping @Sendable (Int) -> Void) -> [any DispatchSourceSignal] {
        let count = SignalCount()
        return [SIGINT, SIGTERM].map { number in
            // A source sees a signal only when its default action does not end the process first.
            signal(number, SIG_IGN)
            let source = DispatchSource.makeSignalSource(signal: number, queue: .global())
            // `@Sendable` keeps the handler from inheriting an actor, which would trap on the queue's thread.
            source.setEventHandler { @Sendable in signalled(count.next()) }
            source.resume()
            return source
        }
    }

    private final class SignalCount: Sendable {
        private let value = Atomic<Int>(0)
        func next() -> Int { value.add(1, ordering: .relaxed).newValue }
    }
}
