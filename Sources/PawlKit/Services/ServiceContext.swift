/// What a handler gets besides its input.
///
/// One reference, so that handing it on costs nothing: the ports alone are eight times five words.
public struct ServiceContext: Sendable {
    private final class Content: Sendable {
        let idempotencyKey: String
        let attempt: Int
        let deadline: Timestamp?
        let ports: Ports
        let services: ServiceScope
        let takeElement: @Sendable (Value) async throws -> Void

        init(
            _ idempotencyKey: String, _ attempt: Int, _ deadline: Timestamp?, _ ports: Ports, _ services: ServiceScope,
            _ takeElement: @escaping @Sendable (Value) async throws -> Void
        ) {
            self.idempotencyKey = idempotencyKey
            self.attempt = attempt
            self.deadline = deadline
            self.ports = ports
            self.services = services
            self.takeElement = takeElement
        }
    }

    private let content: Content

    /// The same for each attempt at one effect, also after a crash: give it to the outside world to have things done once.
    public var idempotencyKey: String { content.idempotencyKey }
    /// The attempt, from 1.
    public var attempt: Int { content.attempt }
    /// When the attempt is cancelled; nil for never.
    public var deadline: Timestamp? { content.deadline }
    /// The outside world.
    public var ports: Ports { content.ports }
    /// The services that the handler declared, and no others.
    public var services: ServiceScope { content.services }

    /// Creates a context.
    ///
    /// - Parameter elements: What takes the elements of a streaming service; by default they are dropped, as they are where a workflow has no `next`.
    public init(
        idempotencyKey: String, attempt: Int, deadline: Timestamp?, ports: Ports, services: ServiceScope = .empty,
        elements: @escaping @Sendable (Value) async throws -> Void = { _ in }
    ) {
        content = Content(idempotencyKey, attempt, deadline, ports, services, elements)
    }

    /// Gives an element of a streaming service, and returns when it is durable: a workflow that is behind slows the service down.
    ///
    /// An attempt that is repeated gives its elements again.
    ///
    /// - Throws: `CancellationError` when the effect is over, such as when an element did not fit its type.
    public func emit(_ element: Value) async throws { try await content.takeElement(element) }

    /// Gives an element of a streaming service; see ``emit(_:)-(Value)``.
    public func emit(_ element: some Encodable & Sendable) async throws {
        try await content.takeElement(try ValueEncoder().encode(element))
    }

    /// The log.
    public var log: any Log { ports.log }

    /// The same call with other services and ports, and with its elements taken by something else.
    package func with(
        services: ServiceScope? = nil, ports: Ports? = nil, elements: (@Sendable (Value) async throws -> Void)? = nil
    ) -> ServiceContext {
        ServiceContext(
            idempotencyKey: idempotencyKey, attempt: attempt, deadline: deadline, ports: ports ?? self.ports,
            services: services ?? self.services, elements: elements ?? content.takeElement)
    }
}

/// A service as the container holds it: a function over values.
public typealias ServiceFunction = @Sendable (Value, ServiceContext) async throws -> Value

/// The services a handler may call: those it declared.
public struct ServiceScope: Sendable {
    private let functions: [String: ServiceFunction]
    /// Finds the ``TypedService`` of a name, where callers need not go through values.
    private let typed: @Sendable (String) -> (any Sendable)?

    /// No services.
    public static let empty = ServiceScope(functions: [:])

    /// Creates a scope.
    public init(functions: [String: ServiceFunction]) { self.init(functions: functions, typed: { _ in nil }) }

    package init(functions: [String: ServiceFunction], typed: @escaping @Sendable (String) -> (any Sendable)?) {
        self.functions = functions
        self.typed = typed
    }

    /// Whether there is no service in it.
    package var isEmpty: Bool { functions.isEmpty }

    /// A declared service; nil when nothing provides it, as may be of those among a registration's `optionalUses`.
    public func service<Input, Output>(_ name: ServiceName<Input, Output>) -> TypedService<Input, Output>? {
        guard functions[name.rawValue] != nil else { return nil }
        return TypedService { input, context in try await call(name, input, context: context) }
    }

    /// Calls a declared service.
    ///
    /// - Throws: ``ServiceFailure`` from the service; with code `internal` when the service was not declared or the values do not fit.
    public func call<Input, Output>(
        _ name: ServiceName<Input, Output>, _ input: Input, context: ServiceContext
    ) async throws -> Output {
        guard let function = functions[name.rawValue] else {
            throw ServiceFailure(
                EngineErrorCode.internal.rawValue, "service '\(name.rawValue)' is not among those this handler declared; add it to `uses`")
        }
        if let service = typed(name.rawValue) as? TypedService<Input, Output> {
            // The direct one sets no scope of its own; only services that call none are reached this way.
            return try await service(input, context.with(services: .empty, elements: { _ in }))
        }
        return try ValueDecoder().decode(Output.self, from: try await function(try ValueEncoder().encode(input), context))
    }
}
