import PawlCommands
import PawlKit
import Testing

@Suite struct `The value of an expression` {
    static let types = """
        types:
          Currency: [EUR, USD]
          Item: { sku: string, price: double, note: string? }
        variables:
          items: list(Item)
          currency: Currency
          limit: double
        """

    static let workflow = """
        workflow: order
        types: { Item: { sku: string, price: double } }
        input: { items: list(Item), note: string? }
        settings: { limit: double }
        states: not looked at
        """

    func run(_ words: String...) async -> (code: ExitCode, output: String, messages: String) {
        let host = FakeHost()
        for (name, text) in [
            ("types.yaml", Self.types), ("order.yaml", Self.workflow), ("bad.yaml", "types: { A: { x: strin } }\nvariable: {}\n"),
            ("optional.yaml", "variables: { note: string? }\n"), ("vars.json", #"{"x": 5}"#), ("/dev/stdin", #"{"x": 7}"#),
        ] { try? host.files.write(Array(text.utf8), to: name, replacing: true) }
        let captured = CapturedConsole()
        let code = await Dispatcher(Pawl.commands).run(["eval"] + words, console: captured.console, host: host.host)
        return (code, captured.output.text, captured.messages.text)
    }

    @Test(arguments: [
        ("1 + 2", "3"), ("1.0 + 2.0", "3.0"), ("1u", "1u"), ("'it\\'s'", "'it\\'s'"), ("b'\\xff'", "b'\\xff'"), ("[1, 2]", "[1, 2]"),
        ("{'a': 1, 2: null}", "{'a': 1, 2: null}"), ("type(1)", "int"), ("optional.of(1)", "optional.of(1)"),
        ("optional.none()", "optional.none()"), ("duration('90m')", "duration('5400s')"), ("0.0 / 0.0", "double('NaN')"),
        ("timestamp('2026-11-30T10:00:00+01:00')", "timestamp('2026-11-30T09:00:00Z')"), ("-0.0", "-0.0"), ("1e21", "1e+21"),
    ])
    func `a value is printed as an expression that has it`(text: String, printed: String) async {
        let result = await run("--", text)
        #expect(result == (.done, printed + "\n", ""))
        #expect(await run("--", printed).output == printed + "\n")
    }

    @Test(arguments: [
        (#"{"x": 1}"#, "x", "int"), (#"{"x": 1.5}"#, "x", "double"), (#"{"x": "a"}"#, "x", "string"), (#"{"x": true}"#, "x", "bool"),
        (#"{"x": [1, 2]}"#, "x", "list(int)"), (#"{"x": [1, "a"]}"#, "x", "list(any)"), (#"{"x": []}"#, "x", "list(any)"),
        (#"{"x": {"y": 1}}"#, "x", "map(any)"), (#"{"x": {"y": 1}}"#, "x.y", "any"), (#"{"x": null}"#, "x", "any"),
        (#"{"x": [{"y": 1}]}"#, "x.exists(e, e.y > 0.5)", "bool"),
    ])
    func `a variable has the type of its value`(vars: String, text: String, type: String) async {
        #expect(await run(text, "--vars", vars, "--check") == (.done, type + "\n", ""))
    }

    @Test func `variables come from everywhere`() async {
        #expect(await run("x", "--vars", "@vars.json").output == "5\n")
        #expect(await run("x", "--vars", "-").output == "7\n")
        #expect(await run("x", "--vars", "@none.json").code == .notFound)
        #expect(await run("x == null", "--vars", #"{"x": null}"#).output == "true\n")
        #expect(await run("x.y", "--vars", #"{"x": {"y": 2.5}}"#).output == "2.5\n")
    }

    @Test func `declared variables are read as their types`() async {
        let vars = #"{"items": [{"sku": "a", "price": 2}], "currency": "EUR", "limit": 1, "extra": 3}"#
        #expect(await run("items[0].price > limit", "--types", "types.yaml", "--vars", vars) == (.done, "true\n", ""))
        #expect(await run("items", "--types", "types.yaml", "--vars", vars).output == "[Item{sku: 'a', price: 2.0}]\n")
        #expect(await run("extra + 1", "--types", "types.yaml", "--vars", vars).output == "4\n")
        #expect(await run("items.map(i, i.price)", "--types", "types.yaml", "--check").output == "list(double)\n")
        #expect(await run("Item{sku: 'x', price: 1.0}", "--types", "types.yaml").output == "Item{sku: 'x', price: 1.0}\n")
        #expect(await run("input.items[0].price > settings.limit", "--types", "order.yaml", "--check").output == "bool\n")
    }

    @Test(arguments: [
        ([#"{"limit": "high"}"#, "--types", "types.yaml"], "1:11: limit: expected double, found string"),
        ([#"{"currency": "GBP"}"#, "--types", "types.yaml"], "currency: "), (["[1]"], "expected an object"), (["{"], "1:2: "),
        (["{}", "--types", "types.yaml"], "the expression reads 'limit', and --vars does not give it"),
    ])
    func `variables that are wrong are bad data`(words: [String], message: String) async {
        let captured = CapturedConsole()
        let host = FakeHost()
        try? host.files.write(Array(Self.types.utf8), to: "types.yaml", replacing: true)
        let code = await Dispatcher(Pawl.commands).run(
            ["eval", words.count > 1 ? "limit" : "1", "--vars"] + words, console: captured.console, host: host.host)
        #expect(code == .badData)
        #expect(captured.output.text.isEmpty)
        #expect(captured.messages.text.contains(message), "\(captured.messages.text)")
    }

    @Test func `a file of types that is wrong`() async {
        let bad = await run("1", "--types", "bad.yaml")
        #expect(bad.code == .negative)
        #expect(bad.messages.contains("bad.yaml:1:18: error[PWL0120]: there is no type 'strin'"), "\(bad.messages)")
        #expect(bad.messages.contains("did you mean 'variables'?"))
        let optional = await run("1", "--types", "optional.yaml")
        #expect(optional.code == .negative)
        #expect(optional.messages.contains("only a field may be absent"))
        #expect(await run("1", "--types", "none.yaml").code == .notFound)
    }

    @Test func `what is wrong with an expression`() async throws {
        var text = ""
        for words in [
            ["1 + 'a'"], ["items[0].prise > limit", "--types", "types.yaml"], ["currency == 'GPB'", "--types", "types.yaml"],
            ["items[0].note", "--types", "types.yaml"], ["[1, 2][2]"], ["true &&\n  (1 / 0 > 2)"], ["'é' + 5"], ["1 +"],
            ["x.a.b", "--vars", #"{"x": {"a": {"c": 1}}}"#], ["uuid()"], ["foo(1)"], ["math.foo(1)"], ["'a'.foo()"], ["'a'.lenght()"],
            ["length('a')"],
            ["'a'.matches('(')"],
            ["1 / 0 > 1 || true"],
        ] {
            let captured = CapturedConsole()
            let host = FakeHost()
            try? host.files.write(Array(Self.types.utf8), to: "types.yaml", replacing: true)
            let code = await Dispatcher(Pawl.commands).run(["eval"] + words, console: captured.console, host: host.host)
            text += "$ pawl eval \(words.joined(separator: " "))\n"
            text += "\(captured.messages.text)\(captured.output.text)[exit \(code.rawValue)]\n\n"
        }
        try Golden.expect(text, "eval")
    }

    @Test func `as data`() async {
        #expect(await run("[1, 2]", "-o", "json").output == #"{"type":"list(int)","text":"[1, 2]","value":[1,2]}"# + "\n")
        #expect(await run("type(1)", "-o", "jsonl").output == #"{"type":"type(int)","text":"int"}"# + "\n")
        #expect(await run("1", "--check", "-o", "json").output == #"{"type":"int"}"# + "\n")
        let wrong = await run("1 + x", "-o", "json")
        #expect(wrong.code == .negative && wrong.messages.isEmpty)
        #expect(wrong.output.hasPrefix(#"{"diagnostics":[{"file":"expression","code":"PWL0320","severity":"error""#), "\(wrong.output)")
        let failed = await run("[1][1]", "-o", "json")
        #expect(failed.output.contains(#""code":"PWL0701""#) && !failed.output.contains("PWL0370"), "\(failed.output)")
    }
}
