import PawlKit

/// `pawl doctor`: what is not as it should be.
struct DoctorCommand: Command {
    static let shape = CommandShape(
        "doctor", summary: "Look at everything that must be well for workflows to run, and say how to mend what is not.",
        example: "pawl doctor",
        details: [
            "It looks at libraries, pawl.yaml, plugins, every workflow file, secrets, the journal with its folder and disk, and the engine. "
                + "Nothing is changed. The exit code is 1 when there is a problem; a warning is none."
        ],
        options: [OutputFormat.option.declaration])

    private let format: OutputFormat

    init(_ words: ParsedWords) { format = words[OutputFormat.option] ?? .table }

    func run(in session: Session) async throws(CommandFailure) -> ExitCode {
        let stream = session.console.output
        var output = format == .table ? nil : DataOutput(format, to: stream)
        var counts: [Checkup.Level: Int] = [:]
        await Doctor(session: session) { checkup in
            counts[checkup.level, default: 0] += 1
            if output != nil {
                output?.write { checkup.write(to: &$0) }
            } else {
                stream.write(Self.lines(checkup, stream))
            }
        }.examine()
        output?.end()
        let problems = counts[.problem] ?? 0
        let warnings = counts[.warning] ?? 0
        if format == .table {
            let many = [(problems, "problem"), (warnings, "warning")].map { "\($0.0) \($0.1)" + ($0.0 == 1 ? "" : "s") }
            stream.line(problems + warnings == 0 ? "All is well." : many.joined(separator: ", "))
        }
        return problems == 0 ? .done : .negative
    }

    /// The level, the subject and what was found; what to do on a line of its own.
    private static func lines(_ checkup: Checkup, _ stream: ConsoleStream) -> String {
        let style: Style =
            switch checkup.level {
            case .ok: .green
            case .warning: .yellow
            case .problem: .red
            }
        let level = stream.paint(DisplayText.padded(checkup.level.rawValue, to: 8), style)
        let text = "\(level) \(DisplayText.padded(checkup.subject, to: 14)) \(DisplayText.visible(checkup.text))\n"
        return text + (checkup.fix.map { DisplayText.padded("", to: 24) + "→ \(DisplayText.visible($0))\n" } ?? "")
    }
}
