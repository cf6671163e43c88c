import PawlKit
import PawlScenario
import Testing

@Suite("Mocked ports")
struct MockPortTests {
    let world = ScenarioPorts()
    var files: MockFiles { world.files }

    static func code(_ body: () throws(FileError) -> Void) -> FileError.Code? {
        do {
            try body()
            return nil
        } catch { return error.code }
    }

    @Test("files behave like files")
    func storage() throws {
        files.put("a/b.txt", [1, 2, 3])
        #expect(try files.read("a/b.txt", limit: 3) == [1, 2, 3])
        #expect(Self.code { () throws(FileError) in _ = try files.read("a/b.txt", limit: 2) } == .tooLarge)
        #expect(Self.code { () throws(FileError) in _ = try files.read("a", limit: 9) } == .wrongKind)
        #expect(Self.code { () throws(FileError) in _ = try files.read("c", limit: 9) } == .notFound)
        #expect(Self.code { () throws(FileError) in try files.write([4], to: "a/b.txt", replacing: false) } == .exists)
        #expect(Self.code { () throws(FileError) in try files.write([4], to: "d/e", replacing: true) } == .notFound)
        #expect(Self.code { () throws(FileError) in try files.makeDirectory("a/b.txt/c") } == .wrongKind)
        try files.makeDirectory("d/deep")
        try files.write([4], to: "d/e", replacing: false)
        #expect(try files.list("d") == ["deep", "e"])
        #expect(try files.list(".") == ["a", "d"])
        #expect(Self.code { () throws(FileError) in _ = try files.list("x") } == .notFound)
        #expect(files.kind(of: "d") == .directory)
        #expect(files.kind(of: "d/e") == .file)
        #expect(files.kind(of: "x") == nil)
        #expect(files.reads.calls == ["a/b.txt", "a/b.txt", "a", "c"])
        #expect(files.writes.calls.last == .some(files.writes.calls[2]))
    }

    @Test("each operation on files can fail")
    func fileFaults() {
        let full = FileError(.full, path: "x", reason: "no room")
        files.reads.fail(.always, with: full)
        files.writes.fail(.always, with: full)
        files.directories.fail(.always, with: full)
        files.lists.fail(.always, with: full)
        files.kinds.succeed(.always, with: .other)
        #expect(Self.code { () throws(FileError) in _ = try files.read("x", limit: 1) } == .full)
        #expect(Self.code { () throws(FileError) in try files.write([], to: "x", replacing: true) } == .full)
        #expect(Self.code { () throws(FileError) in try files.makeDirectory("x") } == .full)
        #expect(Self.code { () throws(FileError) in _ = try files.list("x") } == .full)
        #expect(files.kind(of: "x") == .other)
        #expect(files.contents(of: "x") == nil)
    }

    @Test("identifiers are the same in each run, and can be made to clash")
    func identifiers() {
        let taken = InstanceID(rawValue: "taken0000000")
        world.identifiers.instances.succeed(.call(2), with: taken)
        let made = (1...3).map { _ in world.identifiers.makeInstanceID() }
        #expect(made.map(\.rawValue) == ["100000000000", "taken0000000", "300000000000"])
    }

    @Test("programs run by rule, within their limit")
    func processes() async throws {
        let result = ProcessResult(end: .exited(0), output: [1, 2], errorOutput: [])
        world.processes.runs.succeed(.when { $0.program == "echo" }, with: result)
        #expect(try await world.processes.run(ProcessCommand(program: "echo")) == result)
        await #expect(throws: ProcessError(.tooMuchOutput, reason: "wrote more than 1 bytes")) {
            try await world.processes.run(ProcessCommand(program: "echo", outputLimit: 1))
        }
        await #expect(throws: ProcessError.self) { try await world.processes.run(ProcessCommand(program: "rm")) }
        #expect(world.processes.runs.calls.map(\.program) == ["echo", "echo", "rm"])
    }

    @Test("requests are answered by rule, within their limit")
    func http() async throws {
        world.http.requests.succeed(.when { $0.url.hasSuffix("/ok") }, with: HTTPResponse(status: 200, body: [1, 2]))
        #expect(try await world.http.send(HTTPRequest(method: "GET", url: "http://h/ok")).status == 200)
        await #expect(throws: HTTPError(.limit, reason: "the response has more than 1 bytes")) {
            try await world.http.send(HTTPRequest(method: "GET", url: "http://h/ok", responseLimit: 1))
        }
        await #expect(throws: HTTPError.self) { try await world.http.send(HTTPRequest(method: "GET", url: "http://h/no")) }
    }

    @Test("environment, time zones and log")
    func rest() {
        let environment = MockEnvironment(["HOME": "/h"], secrets: ["KEY": "s3cret"])
        #expect(environment.variable("HOME") == "/h")
        #expect(environment.variable("KEY") == nil)
        #expect(environment.secret("KEY") == "s3cret")
        environment.set("HOME", to: nil)
        environment.secrets.succeed(.once, with: nil)
        #expect(environment.variable("HOME") == nil)
        #expect(environment.secret("KEY") == nil)
        #expect(environment.secret("KEY") == "s3cret")
        #expect(environment.secrets.calls == ["KEY", "KEY", "KEY"])

        let zones = MockTimeZones(["Europe/Berlin": 3600])
        zones.queries.succeed(.when { $0.moment > .epoch }, with: 7200)
        #expect(zones.offset(ofZone: "Europe/Berlin", at: .epoch) == 3600)
        #expect(zones.offset(ofZone: "Europe/Berlin", at: Timestamp(nanosecondsSince1970: 1)) == 7200)
        #expect(zones.offset(ofZone: "Mars", at: .epoch) == nil)

        world.ports.log.write(.warning, "odd", [("a", "1")])
        #expect(world.log.messages.calls.map(\.text) == ["odd"])
        #expect(world.log.messages.calls.first?.fields == ["a": "1"])
    }

    @Test("a service without a rule fails by name")
    func services() async throws {
        let services = MockServices(clock: world.clock)
        let context = ServiceContext(idempotencyKey: "i/1/f", attempt: 2, deadline: nil, ports: world.ports)
        services["pay"].succeed(.always, with: ["transaction": "T-1"])
        #expect(try await services.function("pay")(["amount": 5], context) == ["transaction": "T-1"])
        #expect(services["pay"].calls.map(\.attempt) == [2])
        #expect(services["pay"].calls.map(\.input) == [["amount": 5]])
        await #expect(throws: ServiceFailure.self) { try await services.function("ship")([:], context) }
        #expect(services.unreplaced == ["ship"])
    }

    @Test("services are registered under their interface")
    func registration() throws {
        let services = MockServices(clock: world.clock)
        var registry = PluginRegistry()
        services.provide("pay", ServiceInterface(errors: ["declined"]), in: &registry)
        let names = registry.registrations.map(\.name)
        let errors = registry.registrations.map(\.interface.errors)
        #expect(names == ["pay"])
        #expect(errors == [["declined"]])
    }
}
