import Glibc
import PawlKit

/// The command line.
public enum Pawl {
    /// The commands in the order of help.
    package static let commands: [any Command.Type] = [
        InitCommand.self, ImportCommand.self, CodegenCommand.self, ValidateCommand.self, GraphCommand.self, RunCommand.self,
        ServeCommand.self,
        StartCommand.self, SendCommand.self, ListCommand.self, ShowCommand.self, WhyCommand.self, HistoryCommand.self, PauseCommand.self,
        ResumeCommand.self, RetryCommand.self, SkipCommand.self, CancelCommand.self, ReplayCommand.self, EvalCommand.self,
        PluginsCommand.self, ServicesCommand.self, CallCommand.self, ExplainCommand.self, DoctorCommand.self, CompletionsCommand.self,
        VersionCommand.self,
        CompleteCommand.self,
    ]

    /// Runs the command line that the process was started with.
    ///
    /// - Returns: what the process should end with.
    package static func run(_ words: [String], host: Host) async -> ExitCode {
        // A reader that goes away is an error of `write`, not the end of the process.
        signal(SIGPIPE, SIG_IGN)
        let (console, output) = Console.standard(variable: host.ports.environment.variable)
        let code = await Dispatcher(commands).run(words, console: console, host: host)
        if let failure = output.failure {
            CommandFailure(.failure, "cannot write the output: \(failure)").report(to: console)
            return .failure
        }
        return code
    }
}
