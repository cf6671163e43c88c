import PawlKit
import PawlSystem
import Synchronization

/// A log that keeps what is written.
final class KeptLog: Log {
    private let kept = Mutex<[String]>([])

    var lines: [String] { kept.withLock { $0 } }

    func write(_ level: LogLevel, _ message: String, _ fields: [(name: String, value: String)]) {
        kept.withLock { $0.append(([level.rawValue, message] + fields.map { "\($0.name)=\($0.value)" }).joined(separator: "|")) }
    }
}

/// A clock on which every wait is over at once, or never.
final class LeapingClock: WallClock {
    private let time = Mutex(Timestamp.epoch)

    var now: Timestamp { time.withLock { $0 } }

    func sleep(until deadline: Timestamp) async throws {
        try Task.checkCancellation()
        time.withLock { $0 = max($0, deadline) }
    }
}

/// Keeps what a streaming service gives.
final class KeptElements: Sendable {
    private let kept = Mutex<[Value]>([])
    var all: [Value] { kept.withLock { $0 } }
    func keep(_ element: Value) { kept.withLock { $0.append(element) } }
}

/// The services of one plugin, called as the container calls them.
struct PluginUnderTest {
    let registrations: [PluginRegistry.Registration]
    let log = KeptLog()
    let clock = LeapingClock()
    let elements = KeptElements()

    init(_ type: any Plugin.Type, _ configuration: [String: Value] = [:]) throws {
        let fields = type.configuration.fields.map { configuration[$0.name] }
        let plugin = try type.init(configuration: Record(type: type.configuration, fields: fields))
        var registry = PluginRegistry()
        registry.plugin = type.name
        try plugin.register(in: &registry)
        registrations = registry.registrations
    }

    func registration(_ service: String) throws -> PluginRegistry.Registration {
        guard let found = registrations.first(where: { $0.name == service }) else { throw PluginError("no service \(service)") }
        return found
    }

    /// Calls a service with an input that is first made one of its type, unless it takes any.
    func call(_ service: String, _ input: Value, attempt: Int = 1) async throws -> Value {
        let registration = try registration(service)
        let typed = registration.metadata.takesAnyInput ? input : try ValueType.record(registration.interface.input).convert(input)
        var ports = Ports.system(log: log)
        if service.hasPrefix("mock.") { ports.clock = clock }
        let context = ServiceContext(
            idempotencyKey: "order-1/7/pay", attempt: attempt, deadline: nil, ports: ports, elements: { [elements] in elements.keep($0) })
        return try registration.interface.output.type.convert(try await registration.make()(typed, context))
    }

    /// The code and the message with which a call fails.
    func failure(_ service: String, _ input: Value) async -> ServiceFailure? {
        do {
            _ = try await call(service, input)
            return nil
        } catch { return error as? ServiceFailure }
    }
}
