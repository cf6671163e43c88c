/// What a handler gets besides its input.
public struct ServiceContext: Sendable {
    /// The same for each attempt at one effect, also after a crash: give it to the outside world to have things done once.
    public let idempotencyKey: String
    /// The attempt, from 1.
    public let attempt: Int
    /// When the attempt is cancelled; nil for never.
    public let deadline: Timestamp?
    /// The outside world.
    public let ports: Ports
    /// The services that the handler declared, and no others.
    public let services: ServiceScope
    private let takeElement: @Sendable (Value) async throws -> Void

    /// Creates a context.
    ///
    /// - Parameter elements: What takes the elements of a streaming service; by default they are dropped, as they are where a workflow has no `next`.
    public init(
        idempotencyKey: String, attempt: Int, deadline: Timestamp?, ports: Ports, services: ServiceScope = .empty,
        elements: @escaping @Sendable (Value) async throws -> Void = { _ in }
    ) {
        self.idempotencyKey = idempotencyKey
        self.attempt = attempt
        self.deadline = deadline
        self.ports = ports
        self.services = services
        takeElement = elements
    }

    /// Gives an element of a streaming service, and returns when it is durable: a workflow that is behind slows the service down.
    ///
    /// An attempt that is repeated gives its elements again.
    ///
    /// - Throws: `CancellationError` when the effect is over, such as when an element did not fit its type.
    public func emit(_ element: Value) async throws { try await takeElement(element) }

    /// Gives an element of a streaming service; see ``emit(_:)-(Value)``.
    public func emit(_ element: some Encodable & Sendable) async throws { try await takeElement(try ValueEncoder().encode(element)) }

    /// The log.
    public var log: any Log { ports.log }

    /// The same call with other services and ports, and with its elements taken by something else.
    package func with(
        services: ServiceScope? = nil, ports: Ports? = nil, elements: (@Sendable (Value) async throws -> Void)? = nil
    ) -> ServiceContext {
        ServiceContext(
            idempotencyKey: idempotencyKey, attempt: attempt, deadline: deadline, ports: ports ?? self.ports,
            services: services ?? self.services, elements: elements ?? takeElement)
    }
}

/// A service as the container holds it: a function over values.
public typealias ServiceFunction = @Sendable (Value, ServiceContext) async throws -> Value

/// The services a handler may call: those it declared.
public struct ServiceScope: Sendable {
    private let functions: [String: ServiceFunction]

    /// No services.
    public static let empty = ServiceScope(functions: [:])

    /// Creates a scope.
    public init(functions: [String: ServiceFunction]) { self.functions = functions }

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
        return try ValueDecoder().decode(Output.self, from: try await function(try ValueEncoder().encode(input), context))
    }
}
