/// What a command ends with, the same for all commands.
package enum ExitCode: Int32, Sendable, Hashable {
    /// Done, waiting or queued.
    case done = 0
    /// The answer is no: a workflow failed, a check found something, a file does not load.
    case negative = 1
    /// The store or the engine failed.
    case failure = 2
    /// There is no such instance, file or name.
    case notFound = 3
    /// The command line makes no sense, or names an event that cannot be sent.
    case usage = 64
    /// Data that does not fit its type or a limit.
    case badData = 65
    /// Ctrl-C.
    case interrupted = 130
}
