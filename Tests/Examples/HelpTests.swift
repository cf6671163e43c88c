import Foundation
import TestSupport
import Testing

/// The examples of all help texts, each typed as it stands in a folder as `pawl init` leaves it.
@Suite struct HelpTests {
    /// The commands that help lists.
    private func commands(_ work: Workplace) async throws -> [String] {
        let help = try await work.pawl("--help")
        let lines = help.output.split(separator: "\n", omittingEmptySubsequences: false)
        let section = lines.drop { $0 != "Commands:" }.dropFirst().prefix { $0.hasPrefix("  ") }
        return section.filter { !$0.hasPrefix("   ") }.compactMap { $0.split(separator: " ").first.map(String.init) }
    }

    @Test func `each example works in a fresh folder`() async throws {
        try await Workplace.with { work in
            let folder = URL(fileURLWithPath: try BuiltPawl.path()).deletingLastPathComponent().path
            work.environment["PATH"] = folder + ":/usr/bin:/bin"
            let names = try await commands(work)
            #expect(names.count >= 18 && names.contains("why"), "\(names)")
            for name in names {
                let place = "fresh-\(name)"
                #expect(try await work.pawl("init", place).code == 0)
                let help = try await work.pawl(name, "--help")
                let lines = help.output.split(separator: "\n", omittingEmptySubsequences: false)
                let typed = lines.dropFirst(2).prefix { $0.hasPrefix("  $ ") }.map { $0.dropFirst(4) }
                #expect(lines[0].hasSuffix(".") && typed.last?.hasPrefix("pawl \(name)") == true, "\(help)")
                // What comes before the last line may well say no; that is how an instance comes to be blocked.
                let script = "cd \(place); " + typed.dropLast().map { $0 + "; " }.joined() + "exec \(typed.last ?? "false")"
                let program = try work.program("/bin/sh", ["-c", script])
                if name == "serve" {
                    // It stays up until it is told to stop.
                    for _ in 0..<1_500 where !program.messages.contains("ready") { try await Task.sleep(for: .milliseconds(20)) }
                    program.signal(SIGTERM)
                }
                let answer = try await program.outcome()
                #expect(answer.code == 0, "\(answer)")
            }
        }
    }
}
