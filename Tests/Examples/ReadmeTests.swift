import Foundation
import TestSupport
import Testing

/// The terminal session of the README, typed again.
@Suite struct ReadmeTests {
    private static func readme() throws -> String {
        try String(contentsOf: BuiltPawl.repository.appending(path: "README.md"), encoding: .utf8)
    }

    /// The commands of the session with what follows each.
    private static func session() throws -> [(command: String, answer: String)] {
        let block = try #require(try readme().components(separatedBy: "```").first { $0.hasPrefix("\n$ ") })
        return block.components(separatedBy: "\n$ ").dropFirst().map { part in
            let lines = part.split(separator: "\n", maxSplits: 1, omittingEmptySubsequences: false)
            return (String(lines[0]), lines.count > 1 ? lines[1].trimmingCharacters(in: .newlines) : "")
        }
    }

    /// The text without what is never the same twice: times, and lengths of time.
    private static func normalised(_ text: String) -> String {
        text.replacing(/\d\d:\d\d(:\d\d)?/) { _ in "TIME" }
            .replacing(/\d{4}-\d\d-\d\d TIME/) { _ in "TIME" }
            .replacing(/\d+(\.\d)? (s|min)\b/) { _ in "LENGTH" }
            .replacing(/\(in [^)]*\)/) { _ in "(in LENGTH)" }
            .replacing(/[ ]+\n/) { _ in "\n" }
    }

    @Test func `the session runs as it is written`() async throws {
        try await Workplace.with { work in
            let folder = URL(fileURLWithPath: try BuiltPawl.path()).deletingLastPathComponent().path
            work.environment["PATH"] = folder + ":/usr/bin:/bin"
            work.environment["USER"] = "ada"
            let session = try Self.session()
            #expect(session.count >= 5)
            // One shell, so that what one command sets the next one has.
            let script = session.map { "echo '=== next'\n\($0.command)\n" }.joined()
            let run = try await work.program("/bin/sh", ["-c", "exec 2>&1\n" + script]).outcome()
            let answers = run.output.components(separatedBy: "=== next\n").dropFirst()
            let told = zip(session, answers).map { "$ \($0.command)\n\($1.trimmingCharacters(in: .newlines))\n" }.joined()
            let written = session.map { "$ \($0.command)\n\($0.answer)\n" }.joined()
            #expect(Self.normalised(told) == Self.normalised(written), "the README says:\n\(written)\nand it was:\n\(told)")
            #expect(answers.count == session.count)
        }
    }

    @Test func `the README is short`() throws {
        #expect(try Self.readme().split(separator: "\n", omittingEmptySubsequences: false).count <= 120)
    }
}
