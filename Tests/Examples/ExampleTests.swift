import Foundation
import TestSupport
import Testing

/// The workflows that a newcomer reads, as the built program runs them.
@Suite struct ExampleTests {
    struct Example: CustomTestStringConvertible {
        let name: String
        let words: [String]
        var testDescription: String { name }
    }

    static let examples: [Example] = [
        Example(name: "1-hello", words: ["--input", #"{"name": "Ada"}"#]),
        Example(name: "2-approval", words: ["--input", "@workflows/2-approval.input.json", "--send", #"Approve={"by": "Grace"}"#]),
        Example(name: "3-nightly-job", words: ["--input", #"{"day": "2026-11-30"}"#]),
        Example(name: "4-order", words: ["--input", "@workflows/4-order.input.json"]),
        Example(
            name: "5-device",
            words: [
                "--input", #"{"id": "THERMO-7"}"#, "--send", #"Offer={"target": 2}"#, "--send", #"Connect={"address": "10.0.0.7"}"#,
                "--send", "PowerCut", "--send", "PowerBack", "--send", "Retire", "--send", "Install",
            ]),
        Example(
            name: "6-review",
            words: [
                "--input", #"{"title": "Annual report", "author": "Ada"}"#, "--send", "Submit", "--send", "Publish",
                "--send", #"Comment={"by": "Grace", "text": "Which year?"}"#, "--send", #"Approve={"by": "Grace"}"#,
                "--send", #"Return={"by": "Linus"}"#, "--send", "Submit", "--send", #"Approve={"by": "Grace"}"#, "--send", "Pause",
                "--send", "Resume", "--send", #"Approve={"by": "Linus"}"#,
            ]),
    ]

    /// Those that need a server or time: see `ServedExampleTests`.
    static let served = ["7-pages", "8-poller", "9-subscription"]

    @Test(arguments: served)
    func `an example for the engine that stays up validates`(_ name: String) async throws {
        try await Workplace.with { work in
            let validated = try await work.pawl("validate", "workflows/\(name).yaml", "--strict", "--config", "workflows/pawl.yaml")
            #expect(validated.code == 0, "\(validated)")
        }
    }

    @Test func `every example is run`() throws {
        let files = try FileManager.default.contentsOfDirectory(atPath: BuiltPawl.repository.appending(path: "workflows").path)
        let workflows = files.filter { $0.hasSuffix(".yaml") && $0 != "pawl.yaml" }.map { String($0.dropLast(5)) }
        #expect(workflows.sorted() == Self.examples.map(\.name) + Self.served)
    }

    @Test(arguments: examples)
    func `validates, runs to its end and replays`(_ example: Example) async throws {
        try await Workplace.with { work in
            work.options = ["--config", "workflows/pawl.yaml"]
            let file = "workflows/\(example.name).yaml"
            let validated = try await work.pawl("validate", file)
            #expect(validated.code == 0, "\(validated)")
            let run = try await work.start(["run", file] + example.words).outcome()
            #expect(run.code == 0, "\(run)")
            try GoldenFile.expect(GoldenFile.normalised(run.output), example.name)
            let json = try await work.start(["run", file, "-o", "json"] + example.words).outcome()
            #expect(json.code == 0, "\(json)")
            try GoldenFile.expect(GoldenFile.normalised(json.output), "\(example.name)-json")
            let replayed = try await work.pawl("replay", "--all", "--verify")
            #expect(replayed.code == 0, "\(replayed)")
        }
    }

    @Test func `the starter runs as it is`() async throws {
        try await Workplace.with { work in
            let made = try await work.pawl("init", "fresh")
            #expect(made.code == 0, "\(made)")
            let command = try #require(made.messages.split(separator: "\n").last.map(String.init), "\(made)")
            let folder = URL(fileURLWithPath: try BuiltPawl.path()).deletingLastPathComponent().path
            work.environment["PATH"] = folder + ":/usr/bin:/bin"
            let run = try await work.program("/bin/sh", ["-c", command]).outcome()
            #expect(run.code == 0, "\(run)")
            #expect(run.output.contains("Hello, Ada!"), "\(run)")
            let again = try await work.pawl("init", "fresh")
            #expect(again.code == 1 && again.messages.contains("nothing was written"), "\(again)")
        }
    }

    @Test func `a person reads the history with sqlite3`() async throws {
        try await Workplace.with { work in
            _ = try await work.pawl(
                "run", "workflows/4-order.yaml", "--config", "workflows/pawl.yaml", "--input", "@workflows/4-order.input.json")
            let sqlite = "/usr/bin/sqlite3"
            try #require(FileManager.default.isExecutableFile(atPath: sqlite), "install the package sqlite3")
            let read = try await work.program(sqlite, ["-readonly", "pawl.db", "select * from history"]).outcome()
            #expect(read.code == 0, "\(read)")
            let lines = read.output.split(separator: "\n")
            #expect(lines.count == 3, "\(read)")
            #expect(lines.last?.contains("|event|done|Shipping|Done|effect 2/Shipping/warehouse.ship attempt 1|") == true, "\(read)")
        }
    }
}
