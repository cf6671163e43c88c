import PawlCommands
import PawlKit
import Testing

@Suite struct `Commands that look at a journal` {
    private func run(_ words: String..., host: FakeHost = FakeHost()) async -> (code: ExitCode, output: String, messages: String) {
        let captured = CapturedConsole()
        let code = await Dispatcher(Pawl.commands).run(words, console: captured.console, host: host.host)
        return (code, captured.output.text, captured.messages.text)
    }

    private func host(_ ids: String...) -> FakeHost {
        var host = FakeHost()
        host.journal.rows = ids.map { id in
            var stored = SampleRun.stored
            stored.instance.id = InstanceID(rawValue: id)
            return stored
        }
        return host
    }

    @Test func `list prints a table, a document or lines`() async throws {
        #expect(await run("list").output.contains(" 7f3a      order     ORD-17  active  Shipping"))
        #expect(await run("list", "-o", "json").output.hasPrefix("[\n{\"id\":\"7f3ak2m9qxw0\""))
        #expect(await run("list", "-o", "jsonl", "--status", "active", "--status", "failed").output.split(separator: "\n").count == 1)
        let none = await run("list", "--workflow", "other")
        #expect(none.code == .done && none.output.isEmpty && none.messages == "No instance matches.\n")
        #expect(await run("list", "-o", "json", "--workflow", "other").output == "[]\n")
    }

    @Test func `list says when there is more`() async {
        let result = await run("list", "--limit", "1", host: host("7f3ak2m9qxw0", "7f3bk2m9qxw0"))
        #expect(result.output.split(separator: "\n").count == 2)
        #expect(result.messages == "There are more: --limit COUNT shows them.\n")
    }

    @Test func `a status that is none is a usage error`() async {
        let result = await run("list", "--status", "done")
        #expect(result.code == .usage)
        #expect(result.messages.contains("active, paused, blocked, compensating, finished, failed or cancelled, not 'done'"))
    }

    @Test func `history is found by id, beginning and key`() async {
        for name in ["7f3ak2m9qxw0", "7f", "7F3A", "order/ORD-17"] {
            let result = await run("history", name)
            #expect(result.code == .done)
            #expect(result.output.contains("PaymentAccepted { transaction: T-1 }"))
        }
        #expect(await run("history", "7f3a", "--from", "5").output.split(separator: "\n").count == 3)
        #expect(await run("history", "7f3a", "-o", "jsonl").output.split(separator: "\n").count == 5)
    }

    @Test func `history that is followed ends with the instance`() async {
        let result = await run("history", "7f3a", "-f")
        #expect(result.code == .done)
        #expect(result.output.contains("↳ finished"))
    }

    @Test func `what cannot be found`() async throws {
        let cases: [([String], FakeHost, ExitCode)] = [
            (["history", "zzzz"], FakeHost(), .notFound), (["history", "order/none"], FakeHost(), .notFound),
            (["history", ""], FakeHost(), .notFound), (["history", "7f3a", "--from", "9"], FakeHost(), .notFound),
            (["history", "7f"], host("7f3ak2m9qxw0", "7f3bk2m9qxw0"), .usage),
            (["list", "--store", "other.db"], FakeHost(), .notFound),
        ]
        var text = ""
        for (words, host, expected) in cases {
            let captured = CapturedConsole()
            let code = await Dispatcher(Pawl.commands).run(words, console: captured.console, host: host.host)
            #expect(code == expected, "\(words)")
            #expect(captured.output.text.isEmpty)
            text += "$ pawl \(words.map(ShellWord.quoted).joined(separator: " "))\n\(captured.messages.text)\n"
        }
        try Golden.expect(text, "not-found")
    }
}
