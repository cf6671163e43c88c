public import PawlKit
import Synchronization

/// Services that do what a test says.
///
/// A service that is called and has no rule fails, and its name is kept: a test that looks at ``unreplaced`` fails by name.
public final class MockServices: Sendable {
    /// A call of a service.
    public struct Call: Sendable, Hashable {
        public let input: Value
        public let idempotencyKey: String
        public let attempt: Int
        public let deadline: Timestamp?
    }

    public typealias Script = CallScript<Call, Value, any Error, Suspending<any Error>>

    private struct Content: Sendable {
        var scripts: [String: Script] = [:]
        var unreplaced: [String] = []
        var elements: [String: [Value]] = [:]
    }

    private let clock: any WallClock
    private let content = Mutex(Content())

    public init(clock: any WallClock) { self.clock = clock }

    /// The calls of a service and the rules for them.
    public subscript(_ name: String) -> Script {
        content.withLock { content in
            if let script = content.scripts[name] { return script }
            let script = Script(clock: clock)
            content.scripts[name] = script
            return script
        }
    }

    /// Has each call of a service give elements before it is answered.
    public func emit(_ elements: [Value], from name: String) { content.withLock { $0.elements[name] = elements } }

    /// The services that were called without a rule, in order, one by one.
    public var unreplaced: [String] { content.withLock { $0.unreplaced } }

    /// The service as the container holds it.
    public func function(_ name: String) -> ServiceFunction {
        let script = self[name]
        return { input, context in
            let call = Call(input: input, idempotencyKey: context.idempotencyKey, attempt: context.attempt, deadline: context.deadline)
            for element in self.content.withLock({ $0.elements[name] ?? [] }) { try await context.emit(element) }
            if let result = try await script.call(call) { return result }
            self.content.withLock { $0.unreplaced.append(name) }
            throw ServiceFailure(
                EngineErrorCode.internal.rawValue, "'\(name)' was called, and the test does not say what it gives; add it under `services`")
        }
    }

    /// Registers a mock under an interface.
    public func provide(
        _ name: String, _ interface: ServiceInterface, metadata: ServiceMetadata = ServiceMetadata(summary: "A mock."),
        in registry: inout PluginRegistry
    ) {
        let function = function(name)
        registry.provide(name, interface: interface, metadata: metadata) { function }
    }
}
