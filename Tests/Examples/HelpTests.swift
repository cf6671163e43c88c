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

    @Test func `each example works after pawl init and a first run`() async throws {
        try await Workplace.with { work in
            let folder = URL(fileURLWithPath: try BuiltPawl.path()).deletingLastPathComponent().path
            work.environment["PATH"] = folder + ":/usr/bin:/bin"
            let names = try await commands(work)
            #expect(names.count >= 13 && names.contains("why"), "\(names)")
            // Everything but the answer of `init` itself presupposes what its last line says to type.
            for name in names {
                let place = "fresh-\(name)"
                let made = try await work.pawl("init", place)
                let first = try #require(made.messages.split(separator: "\n").last.map(String.init), "\(made)")
                #expect(try await work.program("/bin/sh", ["-c", first]).outcome().code == 0)
                let help = try await work.pawl(name, "--help")
                let lines = help.output.split(separator: "\n", omittingEmptySubsequences: false)
                let example = try #require(lines.dropFirst().first { $0.hasPrefix("  $ ") }, "\(help)").dropFirst(4)
                #expect(lines[0].hasSuffix(".") && example.hasPrefix("pawl \(name)"), "\(help)")
                let answer = try await work.program("/bin/sh", ["-c", "cd \(place) && \(example)"]).outcome()
                #expect(answer.code == 0, "\(answer)")
            }
        }
    }
}
