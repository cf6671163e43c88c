import Glibc

/// Runs blocking work on a thread of its own, so that no thread of the cooperative pool waits for the outside world.
enum OwnThread {
    private final class Work {
        let body: @Sendable () -> Void
        init(_ body: @escaping @Sendable () -> Void) { self.body = body }
    }

    /// Starts a thread, and says whether there was one to be had.
    static func start(_ body: @escaping @Sendable () -> Void) -> Bool {
        var thread = pthread_t()
        let work = Unmanaged.passRetained(Work(body))
        let result = pthread_create(
            &thread, nil,
            { argument in
                guard let argument else { return nil }
                OwnThread.blockBrokenPipes()
                Unmanaged<Work>.fromOpaque(argument).takeRetainedValue().body()
                return nil
            }, work.toOpaque())
        if result == 0 { pthread_detach(thread) } else { work.release() }
        return result == 0
    }

    /// Nobody reading on the other side is an error of that write, and no reason for the process to die.
    private static func blockBrokenPipes() {
        var signals = sigset_t()
        sigemptyset(&signals)
        sigaddset(&signals, SIGPIPE)
        pthread_sigmask(SIG_BLOCK, &signals, nil)
    }
}
