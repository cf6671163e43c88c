import PawlEngine
import PawlKit

/// What the driver of a run reacts to.
enum RunSignal: Sendable {
    /// The engine did something.
    case notice(EngineNotice)
    /// Somebody wrote to the log.
    case log(LogLevel, String)
    /// Time went by.
    case tick
    /// The engine that drove the instance is gone.
    case gone
}

/// A log whose messages come out between the lines of the run.
struct RunLog: Log {
    private let continuation: AsyncStream<RunSignal>.Continuation

    init(_ continuation: AsyncStream<RunSignal>.Continuation) { self.continuation = continuation }

    func write(_ level: LogLevel, _ message: String, _ fields: [(name: String, value: String)]) {
        guard level > .debug else { return }
        let tail = fields.map { " \($0.name)=\($0.value)" }.joined()
        continuation.yield(.log(level, "\(message)\(tail)"))
    }
}
