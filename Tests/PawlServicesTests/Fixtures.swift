import PawlKit
import PawlServices
import Synchronization

/// A world without anything in it.
struct NoWorld: WallClock, Identifiers, Files, Processes, HTTPClient, Environment, TimeZones, Log {
    var now: Timestamp { .epoch }
    func sleep(until deadline: Timestamp) async throws {}
    func makeInstanceID() -> InstanceID { InstanceID(randomBits: 0) }
    func read(_ path: String, limit: Int) throws(FileError) -> [UInt8] { throw FileError(.notFound, path: path, reason: "no files") }
    func write(_ bytes: [UInt8], to path: String, replacing: Bool) throws(FileError) {
        throw FileError(.notPermitted, path: path, reason: "no files")
    }
    func makeDirectory(_ path: String) throws(FileError) { throw FileError(.notPermitted, path: path, reason: "no files") }
    func list(_ path: String) throws(FileError) -> [String] { [] }
    func kind(of path: String) -> FileKind? { nil }
    func run(_ command: ProcessCommand) async throws -> ProcessResult { throw PluginError("no processes") }
    func send(_ request: HTTPRequest) async throws -> HTTPResponse { throw PluginError("no network") }
    func variable(_ name: String) -> String? { nil }
    func offset(ofZone name: String, at moment: Timestamp) -> Int32? { nil }
    func write(_ level: LogLevel, _ message: String, _ fields: [(name: String, value: String)]) {}
}

extension ServiceContext {
    static let test: ServiceContext = {
        let world = NoWorld()
        let ports = Ports(
            clock: world, identifiers: world, files: world, processes: world, http: world, environment: world, timeZones: world, log: world)
        return ServiceContext(idempotencyKey: "i/1/f", attempt: 1, deadline: nil, ports: ports)
    }()
}

/// Counts from several tasks.
final class Counter: Sendable {
    private let count = Mutex(0)
    var value: Int { count.withLock { $0 } }
    func increment() { count.withLock { $0 += 1 } }
}

/// Registers services that give back what they get.
struct Registrations {
    var all: [PluginRegistry.Registration] = []

    mutating func add(
        _ name: String, plugin: String = "test", input: [RecordType.Field] = [], output: ServiceOutput = .any, errors: [String] = [],
        takesAnyInput: Bool = false, standsIn: Bool = false, uses: [String] = [],
        make: @escaping @Sendable () throws -> ServiceFunction = { { input, _ in input } }
    ) {
        var registry = PluginRegistry()
        registry.plugin = plugin
        registry.provide(
            name, interface: ServiceInterface(input: RecordType(fields: input), output: output, errors: errors),
            metadata: ServiceMetadata(summary: "Does \(name).", takesAnyInput: takesAnyInput, standsIn: standsIn), uses: uses, make: make)
        all += registry.registrations
    }

    /// What the shipped plugins have: an `http.request`, a program, and a mock.
    static let usual: Registrations = {
        var registrations = Registrations()
        registrations.add(
            "http.request", plugin: "http",
            input: [
                .init("method", .string), .init("url", .string), .init("body", .any, isOptional: true),
                .init("timeout", .duration, isOptional: true),
            ], output: .record(RecordType(fields: [.init("status", .int), .init("body", .any)])), errors: ["refused"])
        registrations.add("exec.run", plugin: "exec", input: [.init("program", .string)], takesAnyInput: true)
        registrations.add("mock.return", plugin: "mock", takesAnyInput: true, standsIn: true)
        registrations.add(
            "mock.fail", plugin: "mock", input: [.init("code", .string), .init("message", .string, isOptional: true)], takesAnyInput: true,
            standsIn: true)
        return registrations
    }()
}

/// A place in a file, told apart by its line.
func place(_ file: String, _ line: Int) -> SourcePlace {
    let start = SourcePosition(line: line, column: 1, offset: line * 100)
    return SourcePlace(file: file, range: SourceRange(start: start, end: start))
}

func bind(_ name: String, _ use: String, _ with: Value = [:], line: Int = 1) -> ServiceBinding {
    ServiceBinding(name: name, use: use, with: with, place: place("pawl.yaml", line))
}

func require(
    _ name: String, _ input: [RecordType.Field] = [], output: ServiceOutput = .any, errors: [String] = [], line: Int = 1
) -> RequiredService {
    RequiredService(
        name: name, interface: ServiceInterface(input: RecordType(fields: input), output: output, errors: errors),
        place: place("order.yaml", line))
}

func build(
    _ registrations: Registrations = .usual, _ bindings: [ServiceBinding] = [], _ requirements: [RequiredService] = []
) -> ServiceContainer.Outcome {
    ServiceContainer.build(registrations: registrations.all, bindings: bindings, requirements: requirements)
}

extension ServiceContainer.Outcome {
    /// The findings as `file:line CODE message`.
    var texts: [String] { diagnostics.map { "\($0.file):\($0.range.start.line) \($0.code) \($0.wording.message)" } }
}
