import Glibc
import PawlKit

/// A thread outside the cooperative pool, for calls that block.
enum OwnThread {
    /// Starts a thread that runs a function to its end.
    static func start(_ body: @escaping @Sendable () -> Void) throws(JournalError) {
        let work = Unmanaged.passRetained(Work(body))
        var thread = pthread_t()
        let result = pthread_create(
            &thread, nil,
            { argument in
                guard let argument else { return nil }
                Unmanaged<Work>.fromOpaque(argument).takeRetainedValue().body()
                return nil
            }, work.toOpaque())
        guard result == 0 else {
            work.release()
            throw JournalError(.unavailable, "No thread could be started for the journal: \(String(cString: strerror(result))).")
        }
        pthread_detach(thread)
    }

    private final class Work: Sendable {
        let body: @Sendable () -> Void

        init(_ body: @escaping @Sendable () -> Void) { self.body = body }
    }
}
