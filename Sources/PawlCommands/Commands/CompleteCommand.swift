import PawlKit

/// `pawl complete`: what the scripts of ``CompletionsCommand`` ask.
struct CompleteCommand: Command {
    private static let words = Positional(
        "WORD", help: "The words after the program, the last one unfinished.", isOptional: true, isRepeatable: true)

    static let shape = CommandShape(
        "complete", summary: "Print what may stand at the end of a command line, a word and its meaning on each line.",
        example: "pawl complete -- hist", arguments: [words], isHidden: true)

    private let words: [String]

    init(_ words: ParsedWords) { self.words = words.all(Self.words) }

    func run(in session: Session) async throws(CommandFailure) -> ExitCode {
        let shapes = Pawl.commands.map { $0.shape }
        let point = CompletionPoint(words, among: shapes)
        // The options that are typed say which store is meant; nobody is to be told of anything that is wrong.
        let options = GlobalOptions(point.parsed, variable: session.host.ports.environment.variable)
        let silence = Console(output: .silent, messages: .silent, time: session.console.time)
        var candidates = Candidates(point, shapes, Session(console: silence, host: session.host, options: options))
        await candidates.find()
        for line in candidates.lines { session.console.output.line(line) }
        return .done
    }
}

extension ConsoleStream {
    /// A stream that writes nothing.
    fileprivate static let silent = ConsoleStream(sink: Silence())

    private struct Silence: TextSink {
        func write(_ text: String) {}
    }
}
