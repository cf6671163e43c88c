public import PawlKit

/// Programs that are run on paper only: what a rule does not answer is not found.
public final class MockProcesses: Processes {
    /// The calls.
    public let runs: CallScript<ProcessCommand, ProcessResult, any Error, Suspending<any Error>>

    public init(clock: any WallClock) { runs = CallScript(clock: clock) }

    public func run(_ command: ProcessCommand) async throws -> ProcessResult {
        guard let result = try await runs.call(command) else {
            throw ProcessError(.notFound, reason: "no rule of the mock answers '\(command.program)'")
        }
        if max(result.output.count, result.errorOutput.count) > command.outputLimit {
            throw ProcessError(.tooMuchOutput, reason: "wrote more than \(command.outputLimit) bytes")
        }
        return result
    }
}
