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
        let none = await run("list", "--workflow", "order", "--key", "other")
        #expect(none.code == .done && none.output.isEmpty && none.messages == "No instance matches.\n")
        #expect(await run("list", "-o", "json", "--workflow", "other").output == "[]\n")
    }

    @Test func `list says when there is more`() async {
        let result = await run("list", "--limit", "1", host: host("7f3ak2m9qxw0", "7f3bk2m9qxw0"))
        #expect(result.output.split(separator: "\n").count == 2)
        #expect(result.messages == "There are more: pawl list --limit 1 --after 7f3a\n")
        let next = await run("list", "--limit", "1", "--after", "7f3a", host: host("7f3ak2m9qxw0", "7f3bk2m9qxw0"))
        #expect(next.output.contains(" 7f3b") && next.messages.isEmpty)
        let json = await run("list", "--limit", "1", "-o", "jsonl", "--status", "active", host: host("7f3ak2m9qxw0", "7f3bk2m9qxw0"))
        #expect(json.messages == "There are more: pawl list --status active --limit 1 --output jsonl --after 7f3ak2m9qxw0\n")
        let last = await run("list", "--after", "7f3b", host: host("7f3ak2m9qxw0", "7f3bk2m9qxw0"))
        #expect(last.code == .done && last.output.isEmpty && last.messages == "No more instances match.\n")
    }

    @Test func `data comes in pages, however much there is`() async {
        var many = FakeHost()
        many.journal.rows = (0..<1_203).map { number in
            var stored = SampleRun.stored
            stored.instance.id = InstanceID(rawValue: "id\(100_000 + number)")
            return stored
        }
        let lines = await run("list", "-o", "jsonl", host: many).output.split(separator: "\n")
        #expect(lines.count == 1_203 && Set(lines).count == 1_203)
    }

    @Test func `a folder without a journal has no instances`() async {
        var empty = FakeHost()
        empty.variables["PAWL_CONFIG"] = "other/pawl.yaml"
        try? empty.files.write(Array("store: none.db\n".utf8), to: "other/pawl.yaml", replacing: true)
        let table = await run("list", host: empty)
        #expect(table.code == .done && table.output.isEmpty)
        #expect(table.messages == "There are no instances yet. pawl run FILE begins one.\n")
        #expect(await run("list", "-o", "json", host: empty).output == "[]\n")
        #expect(await run("show", "x", host: empty).code == .notFound)
    }

    @Test func `a name with a slip in it is not found, and the right one is named`() async {
        for (text, meant) in [("ordr/ORD-17", "order/ORD-17"), ("ORD-17", "order/ORD-17"), ("order/ord-17", "order/ORD-17")] {
            let result = await run("show", text)
            #expect(result.code == .notFound && result.messages.contains("did you mean '\(meant)'?"), "\(result.messages)")
        }
        // Another number is another instance.
        #expect(await !run("show", "order/ORD-18").messages.contains("did you mean"))
        let list = await run("list", "--workflow", "ordr")
        #expect(list.messages == "No instance matches: no workflow 'ordr' has run here; did you mean 'order'?\n")
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
