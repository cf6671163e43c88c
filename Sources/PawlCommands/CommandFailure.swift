/// Why a command could not do what it was asked for: a sentence, what to do, and the exit code.
package struct CommandFailure: Error, Sendable, Hashable {
    /// What the process ends with.
    package let exitCode: ExitCode
    /// What happened, in one sentence without a full stop.
    package let message: String
    /// What to do, one line each.
    package let help: [String]

    /// Creates a failure.
    package init(_ exitCode: ExitCode, _ message: String, help: [String] = []) {
        self.exitCode = exitCode
        self.message = message
        self.help = help
    }
}

extension CommandFailure {
    /// Writes the failure to the messages of a console.
    package func report(to console: Console) {
        let stream = console.messages
        stream.line(stream.paint("error:", .red, .bold) + " " + DisplayText.visible(message))
        for line in help { stream.line("  " + DisplayText.visible(line)) }
    }
}
