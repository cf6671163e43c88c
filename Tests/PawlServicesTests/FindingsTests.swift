import PawlKit
import PawlServices
import Testing

@Suite("Findings of the container")
struct FindingsTests {
    @Test("Everything wrong with registrations is reported at once, before any factory runs")
    func registrations() {
        let made = Counter()
        let make: @Sendable () throws -> ServiceFunction = {
            made.increment()
            return { input, _ in input }
        }
        var registrations = Registrations()
        registrations.add("a.b", plugin: "one", uses: ["a.c"], make: make)
        registrations.add("a.b", plugin: "two", make: make)
        registrations.add("a.c", plugin: "two", uses: ["a.d", "a.bb"], make: make)
        registrations.add("a.d", plugin: "two", uses: ["a.b"], make: make)
        registrations.add("self", plugin: "two", uses: ["self"], make: make)
        registrations.add("9lives", plugin: "two", make: make)
        registrations.add("workflow.run", plugin: "two", make: make)
        let outcome = build(registrations)
        #expect(outcome.services == nil)
        #expect(made.value == 0)
        #expect(
            outcome.texts == [
                "plugin one:1 PWL0514 services use each other in a circle: a.b → a.c → a.d → a.b",
                "plugin two:1 PWL0512 the service 'a.b' is registered twice: by the plugin 'one' and by the plugin 'two'",
                "plugin two:1 PWL0510 '9lives' of the plugin 'two' is no name of a service",
                "plugin two:1 PWL0511 'workflow.run' of the plugin 'two' is reserved",
                "plugin two:1 PWL0513 the service 'a.c' of the plugin 'two' uses 'a.bb', which nothing provides",
                "plugin two:1 PWL0514 services use each other in a circle: self → self",
            ])
        #expect(outcome.diagnostics[1].relatedFile == "plugin one")
        #expect(outcome.diagnostics[4].wording.label == "did you mean 'a.b'?")
    }

    @Test("A circle through a binding is found")
    func circleThroughBinding() {
        var registrations = Registrations()
        registrations.add("a", uses: ["alias"])
        registrations.add("b", uses: ["a"])
        #expect(
            build(registrations, [bind("alias", "b")]).texts == ["plugin test:1 PWL0514 services use each other in a circle: a → b → a"])
    }

    @Test("Everything wrong with bindings is reported at once, each at its own place")
    func bindings() {
        let bindings = [
            bind("x.unknown", "http.reqest", line: 1), bind("a", "b", line: 2), bind("b", "c", line: 3), bind("c", "a", line: 4),
            bind("d", "a", line: 5), bind("e", "http.request", ["urll": "u", "timeout": "soon", "method": 5], line: 6),
            bind("f", "exec.run", line: 7), bind("f", "exec.run", line: 8), bind("g", "get", ["method": "PUT"], line: 9),
            bind("get", "http.request", ["method": "GET"], line: 10), bind("h", "mock.fail", line: 11), bind("i", "i", line: 12),
            bind("bad name", "exec.run", line: 13), bind("nowhere", "zzzzzz", line: 14),
        ]
        let outcome = build(.usual, bindings, [require("d"), require("x.unknown")])
        #expect(outcome.services == nil)
        #expect(
            outcome.texts == [
                "pawl.yaml:1 PWL0521 'x.unknown' is bound to 'http.reqest', which nothing provides",
                "pawl.yaml:2 PWL0522 services are bound to each other in a circle: a → b → c → a",
                "pawl.yaml:6 PWL0523 'urll' is not an input of 'http.request'",
                "pawl.yaml:6 PWL0525 'timeout' does not fit the input of 'http.request': expected duration, found string \"soon\"",
                "pawl.yaml:6 PWL0525 'method' does not fit the input of 'http.request': expected string, found int 5",
                "pawl.yaml:8 PWL0520 the service 'f' is bound twice",
                "pawl.yaml:9 PWL0524 'method' is given already by the binding of 'get'",
                "pawl.yaml:11 PWL0526 'mock.fail' needs 'code' (string), and only its binding can give it",
                "pawl.yaml:12 PWL0521 'i' is bound to 'i', which nothing provides",
                "pawl.yaml:13 PWL0510 'bad name' of a binding is no name of a service",
                "pawl.yaml:14 PWL0521 'nowhere' is bound to 'zzzzzz', which nothing provides",
            ])
        #expect(outcome.diagnostics[0].wording.label == "did you mean 'http.request'?")
        #expect(outcome.diagnostics[2].wording.label == "did you mean 'url'?")
        #expect(outcome.diagnostics[5].related?.start.line == 7)
        #expect(outcome.diagnostics[5].relatedFile == nil)
        #expect(outcome.diagnostics[6].related?.start.line == 10)
    }

    @Test("An argument is reported where it stands")
    func argumentPlace() {
        var binding = bind("a", "http.request", ["urll": "u"], line: 3)
        binding.argumentPlaces["urll"] = place("pawl.yaml", 5)
        #expect(build(.usual, [binding]).diagnostics.map(\.range.start.line) == [5])
        var target = bind("a", "nothing", line: 3)
        target.usePlace = place("pawl.yaml", 4)
        #expect(build(.usual, [target]).diagnostics.map(\.range.start.line) == [4])
    }

    @Test("What a workflow needs is compared with what is provided, both places named")
    func requirements() throws {
        let charge = bind("payments.charge", "http.request", ["method": "POST", "url": "u"], line: 20)
        let required = [
            require("payments.chrge", line: 1),
            require(
                "payments.charge", [.init("method", .string), .init("boddy", .any), .init("timeout", .string)],
                output: .record(RecordType(fields: [.init("status", .string), .init("transaction", .string)])), line: 2),
            require(
                "http.request", [.init("method", .string, isOptional: true)], output: .record(RecordType(fields: [.init("status", .int)])),
                line: 3),
        ]
        let outcome = build(.usual, [charge], required)
        #expect(outcome.services == nil)
        #expect(
            outcome.texts == [
                "order.yaml:1 PWL0530 nothing provides the service 'payments.chrge'",
                "order.yaml:2 PWL0532 the input 'method' of 'payments.charge' is given by its binding, so this file cannot give it",
                "order.yaml:2 PWL0531 'payments.charge' does not take the input 'boddy' that this file declares",
                "order.yaml:2 PWL0534 the input 'timeout' of 'payments.charge' is declared string here, but the service takes duration?",
                "order.yaml:2 PWL0537 the output 'status' of 'payments.charge' is declared string here, but the service gives int",
                "order.yaml:2 PWL0535 'payments.charge' does not give the output 'transaction' (string) that this file declares",
                "order.yaml:2 PWL0536 'payments.charge' gives the output 'body' (any), which this file does not declare",
                "order.yaml:2 PWL0538 'payments.charge' may fail with 'refused', which this file does not declare",
                "order.yaml:3 PWL0534 the input 'method' of 'http.request' is declared string? here, but the service takes string",
                "order.yaml:3 PWL0533 'http.request' needs the input 'url' (string), which this file does not declare",
                "order.yaml:3 PWL0536 'http.request' gives the output 'body' (any), which this file does not declare",
                "order.yaml:3 PWL0538 'http.request' may fail with 'refused', which this file does not declare",
            ])
        #expect(outcome.diagnostics[0].wording.label == "did you mean 'payments.charge'?")
        #expect(outcome.diagnostics[1].related?.start.line == 20)
        #expect(outcome.diagnostics[1].relatedFile == "pawl.yaml")
        #expect(outcome.diagnostics[2].wording.label == "did you mean 'body'?")
        #expect(outcome.diagnostics[7].severity == .warning)
    }

    @Test("What fits passes: any on arrival, more optional input, fewer errors")
    func fitting() throws {
        let body = RecordType(fields: [.init("id", .string)])
        let output = ServiceOutput.record(RecordType(fields: [.init("status", .int), .init("body", .record(body))]))
        let required = [
            require(
                "http.request", [.init("method", .enumeration(EnumType(members: ["GET"]))), .init("url", .string)], output: output,
                errors: ["refused", "more"]),
            require("exec.run", [.init("program", .string), .init("free", .list(.int))], output: output),
        ]
        let outcome = build(.usual, [], required)
        #expect(outcome.texts == [])
        let services = try #require(outcome.services)
        // A workflow that is loaded later is checked against the same services.
        #expect(services.check([require("nothing")]).map(\.code) == [DiagnosticCode(530)])
    }

    @Test("A warning alone does not keep the services from being built")
    func warning() {
        let body = ServiceOutput.record(RecordType(fields: [.init("status", .int), .init("body", .any)]))
        let outcome = build(.usual, [], [require("http.request", [.init("method", .string), .init("url", .string)], output: body)])
        #expect(outcome.diagnostics.map(\.severity) == [.warning])
        #expect(outcome.services != nil)
    }

    @Test("A finding about a plugin stands where pawl.yaml names it")
    func pluginPlace() {
        var registrations = Registrations()
        registrations.add("a", uses: ["nothing"])
        let outcome = ServiceContainer.build(registrations: registrations.all, pluginPlaces: ["test": place("pawl.yaml", 7)])
        #expect(outcome.texts == ["pawl.yaml:7 PWL0513 the service 'a' of the plugin 'test' uses 'nothing', which nothing provides"])
    }
}
