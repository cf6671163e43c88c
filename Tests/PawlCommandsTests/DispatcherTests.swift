import PawlCommands
import PawlKit
import Testing

@Suite struct `The command line` {
    func run(_ words: String..., host: FakeHost = FakeHost()) async -> (code: ExitCode, output: String, messages: String) {
        let captured = CapturedConsole()
        let code = await Dispatcher(Pawl.commands).run(words, console: captured.console, host: host.host)
        return (code, captured.output.text, captured.messages.text)
    }

    @Test func `help of the whole`() async throws {
        let result = await run("--help")
        #expect(result.code == .done)
        try Golden.expect(result.output, "help")
        #expect(await run("help").output == result.output)
    }

    @Test(arguments: Pawl.commands.map { $0.shape.name })
    func `help of each command`(name: String) async throws {
        let result = await run(name, "--help")
        #expect(result.code == .done)
        try Golden.expect(result.output, "help-\(name)")
        #expect(await run("help", name).output == result.output)
        let lines = result.output.split(separator: "\n")
        #expect(lines.allSatisfy { DisplayText.width(String($0)) <= 100 })
        #expect(lines[0].hasSuffix("."))
        #expect(lines.dropFirst().prefix { $0.hasPrefix("  $ ") }.last?.hasPrefix("  $ pawl \(name)") == true)
    }

    @Test func `no word at all is a usage error that shows help`() async {
        let result = await run()
        #expect(result.code == .usage)
        #expect(result.output.isEmpty)
        #expect(result.messages.contains("Commands:"))
    }

    @Test func `mistakes`() async throws {
        var text = ""
        for words in [
            ["explian"], ["deploy"], ["--store", "x"], ["explain", "--ouptut", "json"], ["explain", "a", "b"], ["help", "verison"],
            ["explain", "-o", "xml"], ["version", "\u{1B}[2J"],
        ] {
            let captured = CapturedConsole()
            let code = await Dispatcher(Pawl.commands).run(words, console: captured.console, host: FakeHost().host)
            #expect(code == .usage)
            #expect(captured.output.text.isEmpty)
            text += "$ pawl \(DisplayText.visible(words.joined(separator: " ")))\n\(captured.messages.text)\n"
        }
        try Golden.expect(text, "mistakes")
    }

    @Test func `version`() async throws {
        var host = FakeHost()
        host.libraries = [.sqlite("3.40.1"), LibraryVersion("libyaml", "0.2.5"), LibraryVersion("RE2", "10")]
        let result = await run("version", host: host)
        #expect(result.output.hasPrefix("pawl 0.1.0\nSwift 6."))
        #expect(result.output.hasSuffix("SQLite 3.40.1\nlibyaml 0.2.5\nRE2 10\n"))
        #expect(result.messages.hasPrefix("note: SQLite 3.40.1 has the WAL-reset bug"))
        let json = await run("version", "-o", "json", host: host)
        #expect(json.output.contains(#""sqlite":"3.40.1""#))
        #expect(json.messages.isEmpty)
    }

    @Test(arguments: [
        ("3.6.23", false), ("3.7.0", true), ("3.40.1", true), ("3.44.5", true), ("3.44.6", false), ("3.45.0", true),
        ("3.50.6", true), ("3.50.7", false), ("3.51.2", true), ("3.51.3", false), ("3.52.0", false), ("4.0.0", false), ("what", false),
    ])
    func `which SQLite has the bug`(version: String, hasNote: Bool) {
        #expect((LibraryVersion.sqlite(version).note != nil) == hasNote)
    }

    @Test func `init writes files that say what to do, and overwrites none`() async throws {
        let host = FakeHost()
        let result = await run("init", "demo dir", host: host)
        #expect(result.code == .done)
        #expect(host.files.names == ["demo dir/pawl.yaml", "demo dir/workflows/approval.yaml", "demo dir/workflows/hello.yaml"])
        #expect(result.output == "wrote demo dir/pawl.yaml\nwrote demo dir/workflows/hello.yaml\nwrote demo dir/workflows/approval.yaml\n")
        #expect(
            result.messages
                == "Try it:\n  cd 'demo dir' && pawl run workflows/hello.yaml --input '{\"name\": \"Ada\"}'\n")
        let again = await run("init", "demo dir", host: host)
        #expect(again.code == .negative)
        #expect(again.messages.contains("'demo dir/pawl.yaml' is there already; nothing was written"))
        try Golden.expect(host.files.text("demo dir/pawl.yaml") ?? "", "starter-pawl.yaml")
        try Golden.expect(host.files.text("demo dir/workflows/hello.yaml") ?? "", "starter-hello.yaml")
        try Golden.expect(host.files.text("demo dir/workflows/approval.yaml") ?? "", "starter-approval.yaml")
    }

    @Test func `init says why it cannot write`() async {
        let host = FakeHost()
        host.files.refuse(FileError(.notPermitted, path: "demo", reason: "permission denied"))
        let result = await run("init", "demo", host: host)
        #expect(result.code == .failure)
        #expect(result.messages == "error: cannot write 'demo': permission denied\n")
    }
}
