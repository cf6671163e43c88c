import PawlKit
import PawlScenario
import PawlTestKit
import Synchronization
import Testing

/// What a broken plugin lives on beyond one instance of it.
private let registrations = Mutex(0)

/// A plugin with one flaw, which its configuration names.
private struct BrokenPlugin: Plugin {
    static let name = "broken"
    static let configuration = RecordType(fields: [.init("flaw", .string), .init("folder", .int, isOptional: true)])

    private let flaw: String

    init(configuration: Record) throws {
        flaw = configuration["flaw"]?.stringValue ?? ""
        if flaw == "init" { throw CancellationError() }
        if flaw == "mute" { throw PluginError("") }
    }

    func register(in registry: inout PluginRegistry) throws {
        let number = registrations.withLock { count in
            count += 1
            return count
        }
        let errors =
            switch flaw {
            case "engine's code": ["timeout"]
            case "code twice": ["a", "a"]
            case "odd code": ["no code"]
            default: ["declared"]
            }
        let metadata = ServiceMetadata(
            summary: flaw == "summary" ? "" : flaw == "moody" ? "Number \(number)." : "Works.", isIdempotent: flaw.hasPrefix("again"))
        let interface = ServiceInterface(
            input: RecordType(fields: [.init("n", .int)]), output: .record(RecordType(fields: [.init("n", .int)])), errors: errors)
        let flaw = flaw
        let calls = Counter()
        for _ in 0..<(flaw == "nothing" ? 0 : flaw == "twice" ? 2 : 1) {
            registry.provide(
                flaw == "name" ? "1st" : "broken.work", interface: interface, metadata: metadata, uses: flaw == "uses" ? ["not.there"] : []
            ) {
                { input, context in try await Self.work(flaw, input, context, calls) }
            }
        }
    }

    private static func work(_ flaw: String, _ input: Value, _ context: ServiceContext, _ calls: Counter) async throws -> Value {
        let number = calls.next()
        switch flaw {
        case "output": return ["m": 1]
        case "undeclared": throw ServiceFailure("undeclared", "no")
        case "error": throw PluginError("not a failure of a service")
        case "declared": throw ServiceFailure("declared", "no")
        case "elements": try await context.emit(["n": 1] as Value)
        case "crowd": if number > 3 { throw ServiceFailure("declared", "too many") }
        case "again otherwise": return ["n": .int(Int64(number))]
        case "again": context.log.write(.info, "worked", [])
        case "stubborn": try? await context.ports.clock.sleep(until: context.ports.clock.now.advanced(by: .hours(1)))
        default: break
        }
        return input
    }
}

/// A plugin that names a path which is no part of its configuration.
private struct LostPlugin: Plugin {
    static let name = "lost"
    static let paths = ["nowhere"]

    init(configuration: Record) throws {}
    func register(in registry: inout PluginRegistry) throws {}
}

private final class Counter: Sendable {
    private let count = Mutex(0)
    func next() -> Int {
        count.withLock { count in
            count += 1
            return count
        }
    }
}

/// Each promise is one that can be broken, and says how.
@Suite struct BrokenPluginTests {
    private func expect(
        _ flaw: String, breaks promise: String, saying message: String, calls: [PluginContract.Call]? = nil,
        refused: [[String: Value]] = [], effects: (@Sendable () async -> Int)? = nil, world: ScenarioPorts = ScenarioPorts()
    ) async throws {
        let promise = try #require(PluginContract.promises.first { $0.testDescription.hasPrefix(promise) })
        let subject = PluginContract.Subject(
            BrokenPlugin.self, configuration: ["flaw": .string(flaw)], refused: refused,
            calls: calls ?? [.init("broken.work", ["n": 7])], ports: { world.ports }, effects: effects)
        try await withKnownIssue {
            try await promise.check(subject)
        } matching: { issue in
            let said = issue.comments.map(\.rawValue).joined()
            return said.contains(message)
        }
    }

    @Test(arguments: [
        ("name", "its configuration is taken", "1st"), ("twice", "its configuration is taken", "broken.work"),
        ("uses", "its configuration is taken", "not.there"), ("nothing", "its configuration is taken", "it registers no service"),
        ("moody", "what it says of its services", "says something else of 'broken.work'"),
        ("summary", "each service has a summary", "the summary of 'broken.work' is not one line"),
        ("engine's code", "error codes", "declares 'timeout', which every service can fail with"),
        ("code twice", "error codes", "declares the error code 'a' twice"), ("odd code", "error codes", "'no code' of 'broken.work'"),
        ("output", "calls take", "the output of 'broken.work'"), ("undeclared", "calls take", "fails with 'undeclared'"),
        ("error", "calls take", "fails with PluginError"), ("declared", "calls take", "fails with 'declared': no"),
        ("elements", "calls take", "emits, and declares no elements"), ("crowd", "calls at one time", "fails with 'declared': too many"),
        ("again otherwise", "a service that is idempotent", "to the same key"),
        ("stubborn", "a call that is cancelled", "was cancelled, and says that it succeeded"),
    ])
    func `a flaw breaks a promise`(_ flaw: String, _ promise: String, _ message: String) async throws {
        try await expect(flaw, breaks: promise, saying: message)
    }

    @Test func `a path that is not configured`() async throws {
        let promise = try #require(PluginContract.promises.first { $0.testDescription.hasPrefix("its paths") })
        try await withKnownIssue {
            try await promise.check(PluginContract.Subject(LostPlugin.self, calls: []))
        } matching: { issue in
            issue.comments.contains { $0.rawValue.contains("'nowhere' is not a string field") }
        }
    }

    @Test func `work that is done again is told by its effects`() async throws {
        let world = ScenarioPorts()
        try await expect(
            "again", breaks: "a service that is idempotent", saying: "did its work again", effects: { world.log.messages.calls.count },
            world: world)
    }

    @Test func `calls that are missing, of nothing, or come out otherwise`() async throws {
        try await expect("", breaks: "each service is called", saying: "no call of 'broken.work' is given", calls: [])
        try await expect("", breaks: "calls take", saying: "has no service 'broken.play'", calls: [.init("broken.play", ["n": 1])])
        try await expect("", breaks: "calls take", saying: "the input given for 'broken.work'", calls: [.init("broken.work", ["m": 1])])
        try await expect(
            "", breaks: "calls take", saying: "was to fail with 'declared'", calls: [.init("broken.work", ["n": 1], fails: "declared")])
    }

    @Test(arguments: [("fine", "is not refused"), ("init", "refused with CancellationError"), ("mute", "without a word")])
    func `a configuration that is taken, or refused in another way`(_ flaw: String, _ message: String) async throws {
        try await expect(
            "", breaks: "a configuration that makes no sense", saying: message, refused: [["flaw": .string(flaw)]])
    }

    @Test func `a plugin without a flaw keeps all promises`() async throws {
        for promise in PluginContract.promises {
            try await promise.check(
                PluginContract.Subject(
                    BrokenPlugin.self, configuration: ["flaw": ""], refused: [], calls: [.init("broken.work", ["n": 7])]))
        }
    }

    @Test func `services of others that no rule answers fail the test by name`() async throws {
        let services = MockServices(clock: VirtualClock())
        services["there"].succeed(.always, with: ["n": 1])
        let context = ServiceContext(idempotencyKey: "k", attempt: 1, deadline: nil, ports: ScenarioPorts().ports)
        _ = try await services.function("there")([:], context)
        services.expectAllReplaced()
        await #expect(throws: ServiceFailure.self) { _ = try await services.function("not.there")([:], context) }
        withKnownIssue {
            services.expectAllReplaced()
        } matching: { issue in
            issue.comments.contains { $0.rawValue.contains("'not.there' was called") }
        }
    }
}
