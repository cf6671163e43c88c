import PawlKit
import PawlServices
import Testing

private struct Charge: Codable, Sendable {
    var order: String
    var amount: Double
}

private struct Receipt: Codable, Sendable, Equatable { var transaction: String }

extension ServiceName where Input == Charge, Output == Receipt {
    fileprivate static var charge: Self { "payments.charge" }
    fileprivate static var refund: Self { "payments.refund" }
}

@Suite("The container")
struct ContainerTests {
    @Test("Two services of one signature live side by side under their names, and are called with Swift values")
    func typed() async throws {
        var registry = PluginRegistry()
        registry.plugin = "payments"
        for name in [ServiceName<Charge, Receipt>.charge, .refund] {
            try registry.provide(name, errors: ["declined"], metadata: ServiceMetadata(summary: "")) {
                { charge, _ in Receipt(transaction: "\(name.rawValue) \(charge.order) \(charge.amount)") }
            }
        }
        let services = try #require(ServiceContainer.build(registrations: registry.registrations).services)
        #expect(services.names == ["payments.charge", "payments.refund"])
        let entry = try #require(services["payments.charge"])
        #expect(entry.plugin == "payments")
        #expect(entry.interface.input == RecordType(fields: [.init("order", .string), .init("amount", .double)]))
        #expect(entry.interface.errors == ["declined"])
        let charged = try await services.call(.charge, Charge(order: "A", amount: 1.5), context: .test)
        #expect(charged == Receipt(transaction: "payments.charge A 1.5"))
        let refunded = try await services.call(.refund, Charge(order: "B", amount: 2), context: .test)
        #expect(refunded == Receipt(transaction: "payments.refund B 2.0"))
    }

    @Test("A factory runs when its service is first needed, once for all names and tasks")
    func lazy() async throws {
        let made = Counter()
        var registrations = Registrations()
        registrations.add("a", input: [.init("x", .int), .init("y", .int, isOptional: true)]) {
            made.increment()
            return { input, _ in input }
        }
        let services = try #require(build(registrations, [bind("b", "a", ["x": 1])], [require("b")]).services)
        _ = services.entries
        #expect(made.value == 0)
        try await withThrowingTaskGroup(of: Value.self) { group in
            for name in ["a", "b", "a", "b", "a", "b"] {
                group.addTask { try await services.function(name)(name == "a" ? ["x": 1] : [:], .test) }
            }
            for try await value in group { #expect(value["x"] == 1) }
        }
        #expect(made.value == 1)
    }

    @Test("A factory that fails is not run again, and its error says whose it is")
    func failingFactory() throws {
        let made = Counter()
        var registrations = Registrations()
        registrations.add("a", plugin: "http") {
            made.increment()
            throw PluginError("no certificate; set `certificate`")
        }
        let services = try #require(build(registrations).services)
        for _ in 0..<2 {
            let error = try #require(throws: ServiceError.self) { _ = try services.function("a") }
            #expect(error.code == .notMade)
            #expect(error.message == "the plugin 'http' cannot make the service 'a': no certificate; set `certificate`")
        }
        #expect(made.value == 1)
    }

    @Test("An unknown service is an error with the nearest name")
    func unknown() throws {
        let services = try #require(build().services)
        let error = try #require(throws: ServiceError.self) { _ = try services.function("http.reqest") }
        #expect(error.code == .unknown)
        #expect(error.message == "nothing provides the service 'http.reqest'; did you mean 'http.request'?")
    }

    @Test("A handler gets its input in the layout it declared, and nothing that does not fit")
    func input() async throws {
        var registrations = Registrations()
        registrations.add("a", input: [.init("x", .int), .init("y", .int, isOptional: true)])
        let services = try #require(build(registrations).services)
        let function = try services.function("a")
        let got = try await function(["y": 2, "x": 1], .test)
        guard case .record(let record) = got else {
            Issue.record("no record: \(got)")
            return
        }
        #expect(record.fields == [1, 2])
        let error = try await #require(throws: ServiceError.self) { _ = try await function(["x": "1"], .test) }
        #expect(error.code == .badInput)
        #expect(error.message == #"the input of 'a' does not fit: x: expected int, found string "1""#)
    }

    @Test("A handler reaches the services that it declared, bound ones too, and no others")
    func scope() async throws {
        struct Text: Codable, Sendable { var text: String }
        struct Nothing: Codable, Sendable {}
        var registrations = Registrations()
        registrations.add("say", input: [.init("text", .string)])
        registrations.add("secret.read", input: [])
        registrations.add("a", uses: ["greet"]) {
            { _, context in
                let greeting = try await context.services.call(ServiceName<Nothing, Text>("greet"), Nothing(), context: context)
                do {
                    _ = try await context.services.call(ServiceName<Nothing, Text>("secret.read"), Nothing(), context: context)
                } catch let failure as ServiceFailure {
                    return ["text": .string(greeting.text), "failure": .string(failure.code)]
                }
                return .null
            }
        }
        let services = try #require(build(registrations, [bind("greet", "say", ["text": "hello"])]).services)
        let value = try await services.function("a")([:], .test)
        #expect(value == ["text": "hello", "failure": "internal"])
    }
}

@Suite("Bindings")
struct BindingTests {
    private let charge = bind("payments.charge", "http.request", ["method": "POST", "url": "https://pay.example"])

    @Test("What a binding gives is gone from the interface; the rest comes from the caller")
    func partial() async throws {
        let services = try #require(build(.usual, [charge]).services)
        let entry = try #require(services["payments.charge"])
        #expect(entry.interface.input.fields.map(\.name) == ["body", "timeout"])
        #expect(entry.plugin == "http")
        #expect(entry.bindings.map(\.use) == ["http.request"])
        #expect(entry.metadata.summary == "Does http.request.")
        let got = try await services.function("payments.charge")(["body": 5], .test)
        #expect(got == .record(Record(type: services["http.request"]!.interface.input, fields: ["POST", "https://pay.example", 5, nil])))
        // The service below is still there, as it was.
        #expect(services["http.request"]?.interface.input.fields.count == 4)
    }

    @Test("A bound service can be bound again, in any order")
    func chain() async throws {
        let bindings = [bind("c", "b", ["body": [1]]), bind("b", "a", ["url": "u"]), bind("a", "http.request", ["method": "GET"])]
        let services = try #require(build(.usual, bindings).services)
        #expect(services["c"]?.bindings.map(\.name) == ["c", "b", "a"])
        #expect(services["c"]?.interface.input.fields.map(\.name) == ["timeout"])
        let got = try await services.function("c")(["timeout": .duration(.seconds(1))], .test)
        #expect(got["method"] == "GET" && got["url"] == "u" && got["body"] == [1] && got["timeout"] == .duration(.seconds(1)))
    }

    @Test("A binding may take the name of the service that it uses; handlers and other bindings then get the bound one")
    func override() async throws {
        let bindings = [
            bind("http.request", "http.request", ["timeout": .duration(.seconds(9))]), bind("get", "http.request", ["method": "GET"]),
        ]
        let services = try #require(build(.usual, bindings).services)
        let got = try await services.function("get")(["url": "u"], .test)
        #expect(got["timeout"] == .duration(.seconds(9)) && got["method"] == "GET")
        #expect(services["http.request"]?.interface.input.fields.map(\.name) == ["method", "url", "body"])
    }

    @Test("A binding may replace a plugin's service by another")
    func replace() async throws {
        let services = try #require(build(.usual, [bind("http.request", "mock.return", ["status": 200])]).services)
        let got = try await services.function("http.request")(["method": "GET", "url": "u"], .test)
        #expect(got == ["status": 200])
        #expect(services["http.request"]?.plugin == "mock")
    }

    @Test("A service that takes any input gets the caller's fields too; what the binding gives wins")
    func anyInput() async throws {
        let binding = bind("report", "exec.run", ["program": "./report", "region": "EU"])
        let required = require("report", [.init("date", .string), .init("region", .string)])
        let services = try #require(build(.usual, [binding], [required]).services)
        let got = try await services.function("report")(["date": "today", "region": "US"], .test)
        #expect(got == ["program": "./report", "region": "EU", "date": "today"])
    }

    @Test("A stand-in gets what its binding gives and nothing from the caller")
    func standIn() async throws {
        let required = require(
            "payments.charge", [.init("order", .string), .init("code", .int)],
            output: .record(RecordType(fields: [.init("transaction", .string)])))
        let returned = try #require(build(.usual, [bind("payments.charge", "mock.return", ["transaction": "T-1"])], [required]).services)
        let value = try await returned.function("payments.charge")(["order": "A", "code": 5], .test)
        #expect(value == ["transaction": "T-1"])
        let failing = try #require(build(.usual, [bind("payments.charge", "mock.fail", ["code": "declined"])], [required]).services)
        let failure = try await failing.function("payments.charge")(["order": "A", "code": 5], .test)
        #expect(failure == ["code": "declined"])
        // Called by its own name it takes its input from the caller.
        let direct = try await returned.function("mock.return")(["transaction": "T-2"], .test)
        #expect(direct == ["transaction": "T-2"])
    }

    @Test("An optional input can be given as absent")
    func absent() async throws {
        let services = try #require(build(.usual, [bind("a", "http.request", ["timeout": .null])]).services)
        #expect(services["a"]?.interface.input.field("timeout") == nil)
        let got = try await services.function("a")(["method": "GET", "url": "u"], .test)
        #expect(got["timeout"] == nil)
    }
}
