import PawlKit
import Testing

@testable import PawlCommands

/// `pawl import` at work.
struct ImportTests {
    private static let machine = """
        <scxml xmlns="http://www.w3.org/2005/07/scxml" version="1.0">
          <state id="locked"><transition event="coin" target="open"/></state>
          <state id="open"><transition event="push" target="locked"/></state>
        </scxml>
        """

    private func run(_ words: String..., host: FakeHost) async -> (code: ExitCode, output: String, messages: String) {
        let captured = CapturedConsole()
        let code = await Dispatcher(Pawl.commands).run(["import"] + words, console: captured.console, host: host.host)
        return (code, captured.output.text, captured.messages.text)
    }

    private func host(_ text: String) throws -> FakeHost {
        let host = FakeHost()
        try host.files.write(Array(text.utf8), to: "machines/turnstile.scxml", replacing: false)
        return host
    }

    @Test func `the workflow goes to the output, or to a file that is not there yet`() async throws {
        let host = try host(Self.machine)
        let shown = await run("scxml", "machines/turnstile.scxml", host: host)
        #expect(shown.code == .done && shown.messages.isEmpty)
        #expect(shown.output.contains("workflow: turnstile\n") && shown.output.contains("{ from: locked, on: coin, to: open }"))
        let written = await run("scxml", "machines/turnstile.scxml", "--out", "t.yaml", host: host)
        #expect(written.code == .done && written.output == "wrote t.yaml\n")
        #expect(host.files.text("t.yaml") == shown.output)
        let again = await run("scxml", "machines/turnstile.scxml", "--out", "t.yaml", host: host)
        #expect(again.code == .negative && again.messages.contains("'t.yaml' is there already"))
    }

    @Test func `an event that comes from outside besides is declared`() async throws {
        let result = await run("scxml", "machines/turnstile.scxml", "--event", "coin.euro", "--event", "kick", host: try host(Self.machine))
        #expect(result.output.contains("  coin_euro:   # SCXML: coin.euro\n  kick:\n"))
        #expect(result.output.contains("      coin_euro: open\n"))
    }

    @Test func `what cannot be translated is listed, and nothing is written`() async throws {
        let host = try host(Self.machine.replacing("\"coin\"", with: "\"coin\" cond=\"f()\""))
        let result = await run("scxml", "machines/turnstile.scxml", "--out", "t.yaml", host: host)
        #expect(result.code == .negative && result.output.isEmpty)
        #expect(result.messages.contains("machines/turnstile.scxml:2:53: error[PWL0827]"))
        #expect(result.messages.contains("machines/turnstile.scxml: 1 error"))
        #expect(host.files.text("t.yaml") == nil)
    }

    @Test func `another kind and a file that is not there`() async throws {
        let host = try host(Self.machine)
        let kind = await run("xstate", "machines/turnstile.scxml", host: host)
        #expect(kind.code == .usage && kind.messages.contains("'xstate' cannot be imported; KIND is scxml"))
        #expect(await run("scxml", "nowhere.scxml", host: host).code == .notFound)
    }
}
