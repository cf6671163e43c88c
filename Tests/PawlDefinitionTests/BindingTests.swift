import PawlDefinition
import PawlKit
import PawlServices
import Synchronization
import Testing

/// What pawl.yaml makes of services: adapters, secrets, limits, profiles.
@Suite struct BindingTests {
    // MARK: A small world

    /// The services of plugins: one that answers as `body.answer` says, a stream, and a mock.
    private func registrations() -> [PluginRegistry.Registration] {
        var registry = PluginRegistry()
        registry.plugin = "http"
        registry.provide(
            "http.request",
            interface: ServiceInterface(
                input: RecordType(fields: [
                    .init("method", .string), .init("url", .string), .init("headers", .map(.string), isOptional: true),
                    .init("body", .any, isOptional: true),
                ]), output: .record(RecordType(fields: [.init("status", .int), .init("body", .any)])), errors: ["refused"]),
            metadata: ServiceMetadata(summary: "Sends a request.")
        ) {
            { input, context in
                context.log.write(.info, "\(input)", [])
                if input["body"]?["fail"] == true { throw ServiceFailure("refused", "not \(input["headers"]?["Authorization"] ?? "")") }
                let status = input["body"]?["status"] ?? 200
                return ["status": status, "body": ["id": "T-1", "sent": input["headers"] ?? .null, "echo": input["body"] ?? .null]]
            }
        }
        registry.provide(
            "lines.read",
            interface: ServiceInterface(
                input: RecordType(fields: [.init("count", .int)]), output: .record(RecordType(fields: [.init("total", .int)])),
                elements: RecordType(fields: [.init("text", .string)])), metadata: ServiceMetadata(summary: "Reads lines.")
        ) {
            { input, context in
                let count = input["count"]?.intValue ?? 0
                for line in 0..<count { try await context.emit(["text": .string("line \(line)")]) }
                return ["total": .int(count)]
            }
        }
        registry.plugin = "mock"
        registry.provide(
            "mock.return", interface: ServiceInterface(output: .any),
            metadata: ServiceMetadata(summary: "", takesAnyInput: true, standsIn: true)
        ) { { input, _ in input } }
        return registry.registrations
    }

    private func load(_ text: String, profile: String? = nil) -> Configuration {
        ConfigurationLoader.load(
            Array(text.utf8), file: "pawl.yaml",
            plugins: [
                "http": RecordType(fields: [.init("timeout", .duration, isOptional: true), .init("limit", .int, isOptional: true)]),
                "log": .empty,
            ], profile: profile)
    }

    private func build(
        _ text: String, profile: String? = nil, workflow: String? = nil
    ) -> (services: Services?, findings: [String]) {
        let configuration = load(text, profile: profile)
        let registrations = registrations()
        let bound = configuration.serviceBindings { name in
            registrations.first { $0.name == name }.map {
                ServiceCatalog.Entry(interface: $0.interface, metadata: $0.metadata, origin: $0.plugin)
            }
        }
        let built = ServiceContainer.build(registrations: registrations, bindings: bound.bindings)
        var findings = configuration.diagnostics + bound.diagnostics + built.diagnostics
        if let workflow, let services = built.services {
            let loaded = DefinitionLoader.load(Array(workflow.utf8), file: "order.yaml", catalog: ServiceCatalog())
            findings += loaded.diagnostics.filter { $0.severity == .error } + services.check(loaded.requirements)
        }
        let texts = findings.map { finding in
            let related = finding.related.map { " < \(finding.relatedFile ?? finding.file):\($0.start.line)" } ?? ""
            return "\(finding.file):\(finding.range.start.line):\(finding.range.start.column) \(finding.code) \(finding.wording.message)"
                + (finding.wording.label.isEmpty ? "" : " | \(finding.wording.label)") + related
        }
        return (built.services, texts)
    }

    private static let charge = #"""
        services:
          payments.charge:
            use: http.request
            with: { method: POST, url: "https://pay.example/charges", headers: { Authorization: "Bearer ${ secret('PAY_KEY') }" } }
            input:  { body: "${ input }" }
            output: { transaction: "${ result.body.id }" }
            errors: [ { when: result.status == 402, code: card_declined }, { when: error.code == 'refused', code: unavailable } ]
            limits: { concurrency: 20, rate: 100/s }
        """#

    private static func workflow(
        input: String = "{ order: string, amount: double }", output: String = "{ transaction: string }",
        errors: String = "[card_declined]"
    ) -> String {
        """
        workflow: order
        services:
          payments.charge:
            input: \(input)
            output: \(output)
            errors: \(errors)
        states: { A: , B: { final: true } }
        initial: A
        feedbacks: [{ on: A, perform: payments.charge, with: { order: x, amount: 1.5 } }]
        transitions: [{ from: A, on: { done: B, failed: B } }]
        """
    }

    // MARK: Adapters

    @Test func `the binding of the design does what it says`() async throws {
        let (built, findings) = build(Self.charge, workflow: Self.workflow())
        #expect(findings == [])
        let services = try #require(built)
        let entry = try #require(services["payments.charge"])
        #expect(entry.interface.errors == ["card_declined"])
        #expect(entry.bindings.first?.limits?.description == "concurrency 20, rate 100/s")
        let world = World(secrets: ["PAY_KEY": "k3y-value"])
        let call = try services.function("payments.charge")
        let result = try await call(["order": "A", "amount": 2.5], world.context)
        #expect(result["transaction"] == "T-1")
        // The service got the secret, and the log did not.
        #expect(world.log.lines.count == 1 && world.log.lines[0].contains("Bearer •••") && !world.log.lines[0].contains("k3y"))
        let declined = await #expect(throws: ServiceFailure.self) { _ = try await call(["status": 402], world.context) }
        #expect(declined == ServiceFailure("card_declined", "payments.charge answered with 'card_declined'"))
        let refused = await #expect(throws: ServiceFailure.self) { _ = try await call(["fail": true], world.context) }
        #expect(refused?.code == "unavailable")
        #expect(refused?.message.contains("k3y") == false && refused?.message.contains("•••") == true)
        let unset = await #expect(throws: ServiceFailure.self) { _ = try await call([:], World().context) }
        #expect(unset?.code == "unavailable" && unset?.message.contains("PAY_KEY") == true)
    }

    @Test func `a secret that comes back is covered, in elements and results`() async throws {
        let (services, findings) = build(
            #"""
            services:
              a: { use: http.request, with: { method: GET, url: u, headers: { k: "${ secret('PAY_KEY') }" } } }
              b: { use: a, output: { got: "${ result.body.sent.k }" } }
            """#)
        #expect(findings == [])
        let world = World(secrets: ["PAY_KEY": "k3y-value"])
        #expect(try await services?.function("b")([:], world.context)["got"] == "•••")
    }

    @Test func `bindings of bindings, each with what it gives and makes`() async throws {
        let (services, findings) = build(
            #"""
            services:
              post: { use: http.request, with: { method: POST, url: u } }
              pay: { use: post, input: { body: { sum: "${ input.amount }", who: "${ input.who }" } }, output: { id: "${ result.body.echo.sum }", who: "${ result.body.echo.who }" } }
              pay.ada: { use: pay, with: { who: Ada } }
              pay.text: { use: pay.ada, output: { text: "${ result.who } paid ${ input.amount }" } }
            """#)
        #expect(findings == [])
        let result = try await services?.function("pay.text")(["amount": 7], World().context)
        #expect(result?["text"] == "Ada paid 7")
        #expect(services?["pay.text"]?.bindings.map(\.name) == ["pay.text", "pay.ada", "pay", "post"])
    }

    @Test func `elements go through bindings, and may be made others`() async throws {
        let (services, findings) = build(
            #"""
            services:
              read.two: { use: lines.read, with: { count: 2 } }
              read.loud: { use: read.two, elements: { loud: "${ result.text }!" } }
            """#)
        #expect(findings == [])
        #expect(services?["read.loud"]?.interface.elements == RecordType(fields: [.init("loud", .string)]))
        for (name, expected) in [("read.two", ["text", "line 0", "line 1"]), ("read.loud", ["loud", "line 0!", "line 1!"])] {
            let world = World()
            let result = try await services?.function(name)([:], world.context)
            #expect(result == ["total": 2])
            #expect(world.elements.map { $0[expected[0]] } == expected.dropFirst().map { .string($0) })
        }
    }

    @Test func `a mock may see the input when the binding says so`() async throws {
        let (services, findings) = build(
            #"services: { a: { use: mock.return, with: { x: 1 }, input: { y: "${ input.n + 1 }" } }, b: { use: mock.return, with: { x: 1 } } }"#
        )
        #expect(findings == [])
        #expect(try await services?.function("a")(["n": 2], World().context) == ["y": 3, "x": 1])
        #expect(try await services?.function("b")(["n": 2], World().context) == ["x": 1])
    }

    @Test func `an expression without a value fails with a code`() async throws {
        let (services, _) = build(
            #"services: { a: { use: http.request, with: { method: GET, url: u }, input: { body: "${ input.x }" }, output: { y: "${ result.body.no }" } } }"#
        )
        let call = try #require(try services?.function("a"))
        let input = await #expect(throws: ServiceFailure.self) { _ = try await call([:], World().context) }
        #expect(input?.code == "internal" && input?.message.hasPrefix("`input` of the binding 'a' has no value: ") == true)
        let output = await #expect(throws: ServiceFailure.self) { _ = try await call(["x": 1], World().context) }
        #expect(output?.code == "invalid_output")
    }

    @Test func `every failure can get one code`() async throws {
        let (services, findings) = build(
            #"services: { a: { use: http.request, with: { method: GET, url: u }, errors: [{ code: down, message: "was ${ error.code }" }] } }"#
        )
        #expect(findings == [] && services?["a"]?.interface.errors == ["down"])
        let call = try #require(try services?.function("a"))
        let failure = await #expect(throws: ServiceFailure.self) { _ = try await call(["body": ["fail": true]], World().context) }
        #expect(failure == ServiceFailure("down", "was refused"))
    }

    // MARK: Mistakes

    @Test func `mistakes of bindings are told with their places`() {
        let (_, findings) = build(
            #"""
            services:
              a: { use: http.request, with: { method: GET }, input: { ulr: x, method: "${ input.m }" } }
              b: { use: http.request, output: { x: "${ result.stats }", y: "${ inptu.a }" } }
              c: { use: http.request, errors: [{ when: result.status == 1 && error.code == 'x', code: a }, { when: "true", code: b }, { when: error.code == 'x' }] }
              d: { use: http.request, errors: [{ code: cancelled }, { code: "no good" }], elements: { a: 1 } }
              e: { use: http.request, limits: { rate: 5, concurrency: 0 } }
              f: { use: http.request, limits: { rate: 5/d, speed: 1 } }
              g: { use: http.request, output: "${ result.status }" }
              h: { use: http.request, with: { method: "${ input.x }", url: "${ string([1][3]) }" } }
              i: { use: http.request, input: { body: "${ secret('A') }" } }
              j: { use: mock.return, input: [] }
              k: { use: http.request, errors: { code: a } }
            """#)
        #expect(
            findings.map { String($0.prefix { $0 != "|" }).trimmed }.joined(separator: "\n") == """
                pawl.yaml:6:43 PWL0553 '5' is no rate
                pawl.yaml:6:59 PWL0142 'concurrency' must be a whole number from 1 to 100000
                pawl.yaml:7:43 PWL0553 '5/d' is no rate
                pawl.yaml:7:48 PWL0101 'speed' is not a key of `limits` of a binding
                pawl.yaml:2:59 PWL0134 service 'http.request' has no field 'ulr'
                pawl.yaml:3:51 PWL0321 the result of 'http.request' has no field 'stats'
                pawl.yaml:3:68 PWL0320 unknown name 'inptu'
                pawl.yaml:4:44 PWL0554 a condition reads `result` or `error`, not both
                pawl.yaml:4:104 PWL0554 the condition reads neither `result` nor `error`
                pawl.yaml:4:125 PWL0102 an error of a binding needs `code`
                pawl.yaml:5:44 PWL0556 the code 'cancelled' is the engine's to give
                pawl.yaml:5:65 PWL0112 'no good' cannot be an error code
                pawl.yaml:5:79 PWL0555 'http.request' gives no elements
                pawl.yaml:8:35 PWL0557 an output is a record, and the expression gives int
                pawl.yaml:9:47 PWL0320 unknown name 'input'
                pawl.yaml:9:64 PWL0552 the expression has no value: 3 is not a place in a list of 1 elements
                pawl.yaml:9:75 PWL0370 this always fails: 3 is not a place in a list of 1 elements
                pawl.yaml:10:46 PWL0360 secret() is not allowed here
                pawl.yaml:11:33 PWL0100 `input` must be a mapping, and this is a list
                pawl.yaml:12:35 PWL0100 `errors` must be a list, and this is a mapping
                pawl.yaml:2:67 PWL0524 'method' is given already by the binding of 'http.request' < pawl.yaml:2
                """)
    }

    @Test func `expressions are checked against the input that a workflow declares`() {
        let (_, findings) = build(
            #"""
            services:
              payments.charge:
                use: http.request
                with: { method: POST, url: u }
                input: { body: "${ { 'sum': input.amout, 'by': input.order } }" }
                output: { transaction: "${ result.status }", kind: "${ input.order }" }
                errors: [{ when: "input.amount > 5 && result.status == 1", code: big }]
            """#, workflow: Self.workflow())
        #expect(
            findings == [
                "pawl.yaml:5:39 PWL0321 the input of 'payments.charge' has no field 'amout' | no such field < order.yaml:3",
                "pawl.yaml:7:23 PWL0331 '>' does not take (double, int) | wrong types < order.yaml:3",
                "order.yaml:3:3 PWL0537 the output 'transaction' of 'payments.charge' is declared string here, but the service gives int"
                    + " < pawl.yaml:2",
                "order.yaml:3:3 PWL0536 'payments.charge' gives the output 'kind' (string), which this file does not declare"
                    + " < pawl.yaml:2",
                "order.yaml:3:3 PWL0538 'payments.charge' may fail with 'refused', 'big', which this file does not declare"
                    + " < pawl.yaml:2",
            ])
    }

    // MARK: Profiles

    private static let profiled = #"""
        store: sqlite:live.db
        settings: { open: true, limit: 5 }
        plugins: [log, http: { timeout: 10s, limit: 7 }]
        services:
          pay: { use: http.request, with: { method: POST, url: live } }
          other: { use: http.request, with: { method: GET } }
        profiles:
          test:
            store: sqlite:test.db
            settings: { open: false }
            plugins: [http: { timeout: 1s }]
            services: { pay: { use: mock.return, with: { id: T-1 } }, other: { use: other, with: { url: test } } }
          idle:
        """#

    @Test func `a profile lies over the file`() async throws {
        let live = load(Self.profiled)
        #expect(live.diagnostics.isEmpty && live.profiles == ["test", "idle"] && live.listsPlugins)
        #expect(live.plugins[1].configuration["timeout"] == .duration(.seconds(10)))
        let test = load(Self.profiled, profile: "test")
        #expect(test.diagnostics.isEmpty)
        #expect(test.store?.text == "sqlite:test.db")
        #expect(test.plugins.map(\.name) == ["log", "http"])
        #expect(test.plugins[1].configuration["timeout"] == .duration(.seconds(1)) && test.plugins[1].configuration["limit"] == 7)
        let type = RecordType(fields: [.init("open", .bool), .init("limit", .int)])
        let settings = test.settings(for: type, of: "w").settings
        #expect(settings?["open"] == false && settings?["limit"] == 5)
        let (services, findings) = build(Self.profiled, profile: "test")
        #expect(findings == [])
        #expect(try await services?.function("pay")([:], World().context) == ["id": "T-1"])
        // It uses the binding of its name below it.
        #expect(services?["other"]?.bindings.map(\.layer) == [1, 0])
        #expect(services?["other"]?.interface.input.fields.map(\.name) == ["headers", "body"])
        #expect(build(Self.profiled).services?["pay"]?.bindings.map(\.layer) == [0])
    }

    @Test func `a slip in a profile is told without it`() {
        #expect(
            load("profiles: { a: { services: { x: { us: y } }, plugins: 5 }, b: [] }").diagnostics.map(Rendering.line).map {
                String($0.prefix { $0 != "|" }).trimmed
            } == [
                "1:30: error[PWL0102]: a binding needs `use`", "1:35-36: error[PWL0101]: 'us' is not a key of a binding",
                "1:55: error[PWL0100]: `plugins` must be a list, and this is a text",
                "1:63: error[PWL0100]: a profile must be a mapping, and this is a list",
            ])
    }
}

/// What handlers of these tests see of the outside.
private struct World {
    final class KeptLog: Log {
        private let kept = Mutex<[String]>([])
        var lines: [String] { kept.withLock { $0 } }
        func write(_ level: LogLevel, _ message: String, _ fields: [(name: String, value: String)]) {
            kept.withLock { $0.append(message) }
        }
    }

    private struct Outside: WallClock, Identifiers, Files, Processes, HTTPClient, Environment, TimeZones {
        var secrets: [String: String]
        var now: Timestamp { .epoch }
        func sleep(until deadline: Timestamp) async throws {}
        func makeInstanceID() -> InstanceID { InstanceID(randomBits: 0) }
        func read(_ path: String, limit: Int) throws(FileError) -> [UInt8] { throw FileError(.notFound, path: path, reason: "no files") }
        func write(_ bytes: [UInt8], to path: String, replacing: Bool) throws(FileError) {}
        func makeDirectory(_ path: String) throws(FileError) {}
        func list(_ path: String) throws(FileError) -> [String] { [] }
        func kind(of path: String) -> FileKind? { nil }
        func run(_ command: ProcessCommand) async throws -> ProcessResult { throw PluginError("no processes") }
        func send(_ request: HTTPRequest) async throws -> HTTPResponse { throw PluginError("no network") }
        func variable(_ name: String) -> String? { secrets[name] }
        func offset(ofZone name: String, at moment: Timestamp) -> Int32? { nil }
    }

    final class Kept: Sendable {
        let values = Mutex<[Value]>([])
    }

    let log = KeptLog()
    private let kept = Kept()
    private let outside: Outside

    init(secrets: [String: String] = [:]) { outside = Outside(secrets: secrets) }

    var elements: [Value] { kept.values.withLock { $0 } }

    var context: ServiceContext {
        let ports = Ports(
            clock: outside, identifiers: outside, files: outside, processes: outside, http: outside, environment: outside,
            timeZones: outside, log: log)
        return ServiceContext(
            idempotencyKey: "i/1/f", attempt: 1, deadline: nil, ports: ports,
            elements: { [kept] element in kept.values.withLock { $0.append(element) } }
        )
    }
}

extension String {
    /// Without the spaces at its end.
    fileprivate var trimmed: String {
        var text = self[...]
        while text.last == " " { text.removeLast() }
        return String(text)
    }
}
