/// A command of the command line: what it takes, and what it does.
package protocol Command: Sendable {
    /// What it takes, and how its help reads.
    static var shape: CommandShape { get }

    /// Creates the command from its words.
    ///
    /// - Throws: ``UsageError`` when words make no sense together; each word by itself was checked before.
    init(_ words: ParsedWords) throws(UsageError)

    /// Does the work.
    func run(in session: Session) async throws(CommandFailure) -> ExitCode
}

/// What a command takes, and how its help reads.
package struct CommandShape: Sendable {
    /// The name.
    package let name: String
    /// What it does, in one sentence with its full stop.
    package let summary: String
    /// What is typed before the example, in a folder made by `pawl init`.
    package let preparation: [String]
    /// A command line that then works.
    package let example: String
    /// What else there is to say, in paragraphs.
    package let details: [String]
    /// The words without names, in order.
    package let arguments: [Positional]
    /// The options of its own.
    package let options: [OptionDeclaration]
    /// Whether it is meant for programs, and help does not list it.
    package let isHidden: Bool

    /// Creates a shape.
    package init(
        _ name: String, summary: String, preparation: [String] = [], example: String, details: [String] = [], arguments: [Positional] = [],
        options: [OptionDeclaration] = [], isHidden: Bool = false
    ) {
        self.name = name
        self.summary = summary
        self.preparation = preparation
        self.example = example
        self.details = details
        self.arguments = arguments
        self.options = options
        self.isHidden = isHidden
    }

    /// The line that shows how it is typed.
    package var usage: String {
        (["pawl", name] + arguments.map(\.usage)).joined(separator: " ") + (options.isEmpty ? "" : " [options]")
    }
}
