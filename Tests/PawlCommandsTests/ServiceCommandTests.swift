import PawlCommands
import PawlKit
import Testing

/// `pawl plugins`, `pawl services` and `pawl call`.
@Suite struct `The commands of services` {
    struct PaymentsPlugin: Plugin {
        static let name = "payments"
        static let version = "2.1"
        static let summary = "Takes money."
        static let configuration = RecordType(fields: [.init("currency", .string, isOptional: true)])
        init(configuration: Record) throws {}
        func register(in registry: inout PluginRegistry) throws {
            registry.provide(
                "payments.charge",
                interface: ServiceInterface(
                    input: RecordType(fields: [
                        .init("order", .string), .init("amount", .double), .init("wait", .duration, isOptional: true),
                    ]),
                    output: .record(RecordType(fields: [.init("transaction", .string)])), errors: ["declined"],
                    elements: RecordType(fields: [.init("step", .string)])),
                metadata: ServiceMetadata(
                    summary: "Charges a card.", version: "3", isIdempotent: true, suggestedTimeout: .seconds(20)), uses: ["payments.log"]
            ) {
                { input, context in
                    switch input["order"]?.stringValue {
                    case "poor": throw ServiceFailure("declined", "no money")
                    case "odd": throw ServiceFailure("weather", "rain")
                    case "broken": throw PluginError("no line")
                    case "wrong": return ["transaction": 5]
                    case "slow": try await Task.sleep(for: .seconds(3_600))
                    default: break
                    }
                    try await context.emit(["step": "asked"])
                    return ["transaction": .string("T-\(input["order"]?.stringValue ?? "")")]
                }
            }
            registry.provide(
                "payments.log", interface: ServiceInterface(input: RecordType(fields: [.init("text", .string)])),
                metadata: ServiceMetadata(summary: "Notes something.")
            ) { { _, _ in [:] } }
        }
    }

    struct SparePlugin: Plugin {
        static let name = "spare"
        init(configuration: Record) throws {}
        func register(in registry: inout PluginRegistry) throws {}
    }

    static let configuration = """
        workflows: .
        plugins:
          - payments: { currency: EUR }
        services:
          pay.small:
            use: payments.charge
            with: { amount: 1.0 }
            limits: { concurrency: 2, rate: 10/m }
          pay.by_name:
            use: pay.small
            input: { order: "${ input.name }" }
            output: { id: "${ result.transaction }" }
        profiles:
          test: { services: { pay.small: { use: payments.charge, with: { amount: 2.0 } } } }
        """

    static let workflow = """
        workflow: shop
        states: { A: , B: { final: true } }
        initial: A
        feedbacks: [{ on: A, perform: pay.small, with: { order: x } }]
        transitions: [{ from: A, on: { done: B, failed: B } }]
        """

    static let withDefault = """
        workflow: gift
        services:
          gift.wrap: { input: { paper: string }, default: { use: payments.log, input: { text: "${ input.paper }" } } }
        states: { A: , B: { final: true } }
        initial: A
        feedbacks: [{ on: A, perform: gift.wrap, with: { paper: red } }]
        transitions: [{ from: A, on: { done: B, failed: B } }]
        """

    @Test func `what they show`() async throws {
        var text = ""
        for words in [
            ["plugins"], ["plugins", "-o", "json"], ["services"], ["services", "pay.by_name"],
            ["services", "payments.charge", "-o", "json"],
            ["services", "gift.wrap"], ["services", "gift.wrap", "-o", "json"], ["services", "pay.small", "-o", "jsonl"],
            ["services", "pay.small", "--profile", "test"], ["services", "pay.smal"],
            ["services", "--profile", "tset"], ["call", "pay.by_name", #"{"name": "ada"}"#],
            ["call", "payments.charge", #"{"order": "A", "amount": 2, "wait": "5s"}"#],
            ["call", "payments.charge", #"{"order": "A", "amount": 2}"#, "-o", "json"],
            ["call", "payments.charge", #"{"order": "A", "amont": 2}"#], ["call", "payments.charge", #"{"order": "poor", "amount": 2.0}"#],
            ["call", "payments.charge", #"{"order": "odd", "amount": 2.0}"#],
            ["call", "payments.charge", #"{"order": "broken", "amount": 2.0}"#],
            ["call", "payments.charge", #"{"order": "wrong", "amount": 2.0}"#],
            ["call", "payments.charge", #"{"order": "slow", "amount": 2.0}"#, "--timeout", "1s"], ["call", "payments.chrage"],
            ["call", "payments.log", "[]"], ["call", "payments.log", ""], ["call", "payments.log", "@none"],
            ["call", "payments.log", "{}", "--timeout", "0s"],
        ] {
            let fake = FakeHost()
            try fake.files.write(Array(Self.configuration.utf8), to: "pawl.yaml", replacing: true)
            try fake.files.write(Array(Self.workflow.utf8), to: "shop.yaml", replacing: true)
            try fake.files.write(Array(Self.withDefault.utf8), to: "gift.yaml", replacing: true)
            var host = fake.host
            host.plugins = [SparePlugin.self, PaymentsPlugin.self]
            let captured = CapturedConsole()
            let code = await Dispatcher(Pawl.commands).run(words, console: captured.console, host: host)
            text += "$ pawl \(words.joined(separator: " "))\n\(captured.output.text)\(captured.messages.text)exit \(code.rawValue)\n\n"
        }
        try Golden.expect(text, "services")
    }

    @Test func `each profile of a configuration is validated`() async throws {
        let fake = FakeHost()
        let text = Self.configuration.replacing("{ amount: 2.0 }", with: "{ amuont: 2.0 }")
        try fake.files.write(Array(text.utf8), to: "pawl.yaml", replacing: true)
        var host = fake.host
        host.plugins = [PaymentsPlugin.self]
        let captured = CapturedConsole()
        let code = await Dispatcher(Pawl.commands).run(["validate", "pawl.yaml"], console: captured.console, host: host)
        #expect(code == .negative)
        #expect(captured.output.text.contains("'amuont' is not an input of 'payments.charge'"), "\(captured.output.text)")
        #expect(captured.output.text.contains("pawl.yaml: 2 errors"), "\(captured.output.text)")
    }
}
