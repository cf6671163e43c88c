import Glibc
package import PawlKit

/// Programs as child processes, each in a process group of its own.
///
/// Two threads belong to a running program: one moves bytes and minds cancellation, one waits for its end. When the program
/// has ended, what it wrote is read, and nobody waits for a grandchild that still holds its outputs. When it is
/// cancelled, the rest of its group is killed as soon as it has ended itself.
package struct DefaultProcesses: Processes {
    /// Creates the port.
    package init() {}

    /// Runs a program and waits for its end.
    package func run(_ command: ProcessCommand) async throws -> ProcessResult {
        try Task.checkCancellation()
        let control = ProcessControl()
        return try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { continuation in
                let started = OwnThread.start {
                    continuation.resume(with: Result { try ProcessRun.run(command, control: control) })
                }
                if !started { continuation.resume(throwing: ProcessError(.other, reason: "no thread could be started for it")) }
            }
        } onCancel: {
            control.cancel()
        }
    }
}
