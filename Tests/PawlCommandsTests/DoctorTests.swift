import PawlCommands
import PawlJournal
import PawlKit
import Testing

@Suite struct `The doctor` {
    private func examine(_ host: FakeHost, _ words: String...) async -> (code: ExitCode, output: String) {
        let captured = CapturedConsole()
        let code = await Dispatcher(Pawl.commands).run(["doctor"] + words, console: captured.console, host: host.host)
        return (code, captured.output.text)
    }

    @Test func `an empty folder is well`() async {
        let result = await examine(FakeHost())
        #expect(result.code == .done, "\(result.output)")
        #expect(result.output.contains("every setting has its default"))
        #expect(result.output.contains("there is no 'pawl.db' yet"))
    }

    @Test func `a configuration that does not load is a problem`() async throws {
        let host = FakeHost()
        try host.files.write(Array("stoer: x\n".utf8), to: "pawl.yaml", replacing: true)
        let result = await examine(host)
        #expect(result.code == .negative)
        #expect(result.output.contains("problem  configuration"), "\(result.output)")
        #expect(result.output.contains("pawl.yaml:1:1: PWL"), "\(result.output)")
        let json = await examine(host, "-o", "jsonl")
        #expect(json.output.contains(#""level":"problem""#))
        #expect(json.output.split(separator: "\n").allSatisfy { $0.hasPrefix("{") })
    }

    @Test func `an old SQLite is a warning, an owner is told`() async throws {
        var host = FakeHost()
        host.libraries = [.sqlite("3.40.1"), .sqlite("3.51.3")]
        host.journal.owner = StoreOwner(process: 4711, command: "pawl serve")
        try host.files.write([], to: "pawl.db", replacing: true)
        let result = await examine(host)
        #expect(result.code == .done, "\(result.output)")
        #expect(result.output.contains("warning  SQLite         version 3.40.1 has the WAL-reset bug"))
        #expect(result.output.contains("process 4711 (pawl serve) owns the journal"))
    }

    @Test func `a journal that cannot be read is a problem`() async throws {
        let host = FakeHost()
        try host.files.write([], to: "broken.db", replacing: true)
        let result = await examine(host, "--store", "broken.db")
        #expect(result.code == .negative)
        #expect(result.output.contains("problem  journal        there is no journal at 'broken.db'"), "\(result.output)")
    }

    @Test(arguments: [
        (#"x: "Bearer ${ secret('PAY_KEY') }""#, ["PAY_KEY"]), (#"secret("A") + secret( 'B' ) + secret('A')"#, ["A", "B"]),
        ("  # secret('A')", []), ("secrets('A')", []), ("secret(name)", []),
    ])
    func `secrets that a text mentions`(text: String, names: [String]) { #expect(SecretNames.mentioned(in: text) == names) }
}
