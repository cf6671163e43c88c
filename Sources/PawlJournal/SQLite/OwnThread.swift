import Glibc
import PawlKit

/// A thread outside the cooperative pool, for calls that block.
enum OwnThread {
    /// Starts a thread that runs a function to its end. The name is shown by `top -H`; the system keeps 15 bytes of it.
    static func start(_ name: String, _ body: @escaping @Sendable () -> Void) throws(JournalError) {
        let work = Unmanaged.passRetained(Work(name: name, body: body))
        var thread = pthread_t()
        let result = pthread_create(
            &thread, nil,
            { argument in
                guard let argument else { return nil }
                let work = Unmanaged<Work>.fromOpaque(argument).takeRetainedValue()
                pthread_setname_np(pthread_self(), work.name)
                work.body()
                return nil
            }, work.toOpaque())
        guard result == 0 else {
            work.release()
            throw JournalError(.unavailable, "No thread could be started for the journal: \(String(cString: strerror(result))).")
        }
        pthread_detach(thread)
    }

    private final class Work: Sendable {
        let name: String
        let body: @Sendable () -> Void

        init(name: String, body: @escaping @Sendable () -> Void) {
            self.name = name
            self.body = body
        }
    }
}
