/// `pawl completions`: a script for a shell.
struct CompletionsCommand: Command {
    private static let shell = Positional(
        "SHELL", help: "bash, zsh or fish.", completion: .words(CompletionScript.allCases.map(\.rawValue)))

    static let shape = CommandShape(
        "completions", summary: "Print a script that has a shell complete commands, options, instances and events.",
        example: "pawl completions bash",
        details: CompletionScript.allCases.map { "\($0.rawValue): \($0.usage)" }, arguments: [shell])

    private let script: CompletionScript

    init(_ words: ParsedWords) throws(UsageError) {
        let name = words.required(Self.shell)
        guard let script = CompletionScript(rawValue: name) else {
            throw .contradiction("there are completions for bash, zsh and fish, and none for '\(name)'")
        }
        self.script = script
    }

    func run(in session: Session) throws(CommandFailure) -> ExitCode {
        session.console.output.write(script.text)
        return .done
    }
}
