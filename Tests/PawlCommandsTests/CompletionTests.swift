import Foundation
import PawlCommands
import PawlKit
import Testing

@Suite struct `Completions` {
    private func complete(_ words: String..., host: FakeHost = FakeHost()) async -> [String] {
        let captured = CapturedConsole()
        let code = await Dispatcher(Pawl.commands).run(["complete", "--"] + words, console: captured.console, host: host.host)
        #expect(code == .done)
        #expect(captured.messages.text.isEmpty)
        return captured.output.text.split(separator: "\n").map { String($0.prefix { $0 != "\t" }) }
    }

    @Test func `commands`() async {
        #expect(await complete("hi") == ["history"])
        let all = await complete("")
        #expect(all.contains("run") && all.contains("help") && !all.contains("complete"))
        #expect(await complete("help", "expl") == ["explain"])
        #expect(await complete("nothing", "") == [])
    }

    @Test func `options and their values`() async {
        #expect(await complete("list", "--st") == ["--state", "--status", "--store"])
        #expect(await complete("list", "--status", "f") == ["finished", "failed"])
        #expect(await complete("list", "--status=f") == ["--status=finished", "--status=failed"])
        #expect(await complete("list", "-o", "j") == ["json", "jsonl"])
        #expect(await complete("list", "-oj") == [])
        // One that may stand only once is not offered again.
        #expect(await complete("list", "--key", "k", "--ke") == [])
        #expect(await complete("list", "--", "--ke") == [])
        #expect(await complete("validate", "--config", "") == [":files"])
        #expect(await complete("init", "") == [":folders"])
        #expect(await complete("explain", "PWL020").contains("PWL0204"))
    }

    @Test func `what the journal knows`() async {
        #expect(await complete("show", "") == ["order/ORD-17"])
        #expect(await complete("show", "order/O") == ["order/ORD-17"])
        #expect(await complete("show", "7f3a") == ["7f3ak2m9qxw0"])
        #expect(await complete("show", "order/ORD-17", "") == [])
        #expect(await complete("run", "ord") == ["order/ORD-17", ":files"])
        #expect(await complete("list", "--workflow", "") == ["order"])
        #expect(await complete("show", "--store", "other.db", "") == [])
        var keyless = FakeHost()
        keyless.journal.rows[0].instance.key = nil
        #expect(await complete("why", "", host: keyless) == ["7f3a"])
    }

    @Test func `inputs behind an at sign`() async {
        let host = FakeHost()
        try? host.files.write([], to: "order.json", replacing: true)
        #expect(await complete("run", "x.yaml", "--input", "@or", host: host) == ["@order.json"])
        #expect(await complete("run", "x.yaml", "--input", "", host: host) == [])
    }

    @Test(arguments: CompletionScript.allCases)
    func `the script of each shell is one`(script: CompletionScript) async throws {
        let captured = CapturedConsole()
        let code = await Dispatcher(Pawl.commands).run(
            ["completions", script.rawValue], console: captured.console, host: FakeHost().host)
        #expect(code == .done)
        try Golden.expect(captured.output.text, "completions-\(script.rawValue)")
    }

    @Test func `a shell that there is no script for`() async {
        let captured = CapturedConsole()
        let code = await Dispatcher(Pawl.commands).run(["completions", "tcsh"], console: captured.console, host: FakeHost().host)
        #expect(code == .usage && captured.messages.text.contains("bash, zsh and fish, and none for 'tcsh'"))
    }
}
