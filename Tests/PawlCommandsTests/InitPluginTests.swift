import PawlKit
import Testing

@testable import PawlCommands

/// `pawl init --plugin swift`: the files. That they build and run is seen by `Tests/Embedding/newcomer`.
struct InitPluginTests {
    private func run(_ words: String..., host: FakeHost) async -> (code: ExitCode, output: String, messages: String) {
        let captured = CapturedConsole()
        let code = await Dispatcher(Pawl.commands).run(["init"] + words, console: captured.console, host: host.host)
        return (code, captured.output.text, captured.messages.text)
    }

    /// A host with a checkout of Pawl.
    private func host(_ checkout: String = "/opt/pawl checkout") throws -> FakeHost {
        let host = FakeHost()
        for name in ["Package.swift", "Sources/PawlKit/Services/Plugin.swift"] {
            try host.files.write([], to: "\(checkout)/\(name)", replacing: false)
        }
        return host
    }

    private static let names = [
        ".gitignore", "Package.swift", "README.md", "Sources/greeter/GreeterPlugin.swift", "Sources/greeter/main.swift",
        "Tests/greeterTests/GreeterPluginTests.swift", "pawl.yaml", "workflows/greeting.yaml",
    ]

    @Test func `a package is written, and nothing is overwritten`() async throws {
        let host = try host()
        let result = await run("--plugin", "swift", "greeter", "--pawl", "/opt/pawl checkout", host: host)
        #expect(result.code == .done)
        #expect(host.files.names.filter { $0.hasPrefix("greeter/") } == Self.names.map { "greeter/\($0)" })
        #expect(
            result.messages.hasPrefix(
                "Try it:\n  cd greeter && swift build\n  .build/debug/greeter call greeter.greet '{\"name\": \"Ada\"}'\n"))
        for name in Self.names {
            let file = name.split(separator: "/").last.map(String.init) ?? name
            try Golden.expect(host.files.text("greeter/\(name)") ?? "", "plugin-starter-\(file == ".gitignore" ? "gitignore" : file)")
        }
        let again = await run("--plugin", "swift", "greeter", "--pawl", "/opt/pawl checkout", host: host)
        #expect(again.code == .negative && again.messages.contains("is there already; nothing was written"))
    }

    @Test func `a repository is depended on by its URL`() async throws {
        let host = FakeHost()
        #expect(await run("--plugin", "swift", "--pawl", "https://example.org/pawl.git", host: host).code == .done)
        let manifest = try #require(host.files.text("Package.swift"))
        #expect(manifest.contains(#".package(url: "https://example.org/pawl.git", branch: "main", traits: ["Codegen"])"#))
    }

    @Test func `a folder that is no checkout is refused`() async throws {
        let host = try host()
        let elsewhere = await run("--plugin", "swift", "--pawl", "/opt/other", host: host)
        #expect(elsewhere.code == .notFound && elsewhere.messages.contains("'/opt/other' is no checkout of Pawl"))
        // The files of this host do not have the checkout that the tests were built from.
        let gone = await run("--plugin", "swift", host: host)
        #expect(gone.code == .notFound && gone.messages.contains("--pawl PATH"))
        #expect(await run("--pawl", "/opt/pawl checkout", host: host).code == .usage)
        #expect(host.files.names.count == 2)
    }
}
