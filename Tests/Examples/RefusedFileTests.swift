import Foundation
import TestSupport
import Testing

/// Files that do not load.
@Suite struct RefusedFileTests {
    @Test func `twelve mistakes are twelve findings, each at its place with its help`() async throws {
        try await Workplace.with { work in
            let file = BuiltPawl.repository.appending(path: "Tests/PawlDefinitionTests/Golden/twelve.yaml")
            try work.write(Data(contentsOf: file), to: "twelve.yaml")
            // The service that the file needs is there: what is wrong is only the file.
            try work.write(
                "plugins: [mock]\nservices: { pay.charge: { use: mock.return, with: { transactionId: T-1 } } }\n", to: "pawl.yaml")
            let outcome = try await work.pawl("validate", "twelve.yaml")
            #expect(outcome.code == 1, "\(outcome)")
            let findings = (outcome.output + outcome.messages).split(separator: "\n").filter {
                $0.contains(/^twelve\.yaml:\d+:\d+: error\[PWL\d{4}\]/)
            }
            #expect(findings.count == 12, "\(outcome)")
            #expect(Set(findings.map { $0.prefix { $0 != " " } }).count == 12, "each has its own place")
            #expect(try await work.pawl("run", "twelve.yaml").code == 1)
            #expect(work.bytes("pawl.db") == nil, "nothing was begun")
        }
    }

    static let hostile: [(name: String, bytes: Data)] = [
        ("64 KB of [", Data(String(repeating: "[", count: 65_536).utf8)),
        ("aliases that explode", Data(bomb.utf8)),
        ("1 MB of one key", Data((String(repeating: "k", count: (1 << 20) - 4) + ": v").utf8)),
        ("1 MB of %TAG", Data(String(repeating: "%TAG !a! tag:x,2000:\n", count: 49_000).utf8)),
        ("invalid UTF-8", Data([0x61, 0x3A, 0x20, 0xFF])),
        ("NUL", Data([0x61, 0x3A, 0x20, 0x00])),
        ("nothing", Data()),
    ]

    private static let bomb = (1..<9).reduce("a0: &a0 [x, x, x, x, x, x, x, x, x]\n") { text, level in
        text + "a\(level): &a\(level) [" + Array(repeating: "*a\(level - 1)", count: 9).joined(separator: ", ") + "]\n"
    }

    @Test(arguments: hostile)
    func `hostile text is refused in few words`(name: String, bytes: Data) async throws {
        try await Workplace.with { work in
            try work.write(bytes, to: "hostile.yaml")
            for command in ["validate", "run"] {
                let outcome = try await work.pawl(command, "hostile.yaml")
                #expect(outcome.code == 1 && (outcome.output + outcome.messages).contains("hostile.yaml:"), "\(name): \(outcome)")
                #expect(outcome.output.utf8.count + outcome.messages.utf8.count < 20_000, "\(name)")
            }
        }
    }
}
