import PawlCommands
import PawlKit
import Testing

@Suite struct `Many files at once` {
    private func validate(_ words: String...) async throws -> (code: ExitCode, output: String, messages: String) {
        let captured = CapturedConsole()
        let fake = FakeHost()
        for (name, text) in [
            ("good.yaml", "workflow: good\nstates: { A: { final: true } }\ninitial: A\n"), ("bad.yaml", "workflow: bad\n"),
            ("workflows/pawl.yaml", "store: sqlite:x.db\n"), ("broken/pawl.yaml", "stores: x\n"),
        ] { try fake.files.write(Array(text.utf8), to: name, replacing: true) }
        let code = await Dispatcher(Pawl.commands).run(["validate"] + words, console: captured.console, host: fake.host)
        return (code, captured.output.text, captured.messages.text)
    }

    @Test func `a file that is missing keeps no other from being checked`() async throws {
        let result = try await validate("missing.yaml", "bad.yaml", "good.yaml")
        #expect(result.code == .notFound)
        #expect(result.messages.contains("missing.yaml"))
        #expect(result.output.contains("bad.yaml:1:1: error[PWL0102]") && result.output.contains("good.yaml: no errors, no warnings\n"))
        let json = try await validate("bad.yaml", "missing.yaml", "good.yaml", "-o", "json")
        #expect(json.code == .notFound)
        let value = try JSONCodec.decode(Array(json.output.utf8), as: .list(.any), dialect: .plain)
        guard case .list(let findings) = value else { return #expect(Bool(false), "\(value)") }
        #expect(!findings.isEmpty)
    }

    @Test func `a configuration among workflows is checked as one`() async throws {
        let good = try await validate("workflows/pawl.yaml", "good.yaml")
        #expect(good.code == .done)
        #expect(good.output == "workflows/pawl.yaml: no errors, no warnings\ngood.yaml: no errors, no warnings\n")
        let broken = try await validate("broken/pawl.yaml")
        #expect(broken.code == .negative)
        #expect(broken.output.contains("'stores'") && broken.output.contains("did you mean 'store'?"))
    }
}
