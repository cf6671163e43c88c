/// Collects what plugins register. It is consumed when the container is built, so that late registration does not compile.
public struct PluginRegistry: ~Copyable {
    /// One registered service.
    public struct Registration: Sendable {
        /// The plugin that registers it.
        public let plugin: String
        /// The name of the service.
        public let name: String
        /// What it takes, gives and fails with.
        public let interface: ServiceInterface
        /// What else is known of it.
        public let metadata: ServiceMetadata
        /// How often it is made.
        public let lifetime: ServiceLifetime
        /// The services that its handler calls.
        public let uses: [String]
        /// The services that its handler calls where there are any of these names.
        public let optionalUses: [String]
        /// Makes the function.
        public var make: @Sendable () throws -> ServiceFunction { { [build] in try build().function } }
        /// Makes the function, and keeps what is known of its types.
        package let build: @Sendable () throws -> BuiltService
    }

    /// The registrations in order.
    public private(set) var registrations: [Registration] = []
    /// The plugin that registers now; set by whoever calls ``Plugin/register(in:)``.
    public var plugin: String = ""

    /// Creates an empty registry.
    public init() {}

    /// Registers a function over typed values.
    ///
    /// The types of input and output are read off the Swift types; see ``ValueType/init(of:)``.
    ///
    /// - Parameters:
    ///   - elements: What a streaming service gives on the way, with ``ServiceContext/emit(_:)``.
    ///   - lifetime: How often `make` is called: once, when the service is first needed, or for each call.
    ///   - uses: The services that the handler calls; see ``provide(_:errors:elements:metadata:lifetime:using:_:make:)`` for typed ones.
    ///   - optionalUses: Those that it can do without; see ``ServiceScope/service(_:)``.
    public mutating func provide<Input, Output>(
        _ name: ServiceName<Input, Output>, errors: [String] = [], elements: RecordType? = nil, metadata: ServiceMetadata,
        lifetime: ServiceLifetime = .shared, uses: [String] = [], optionalUses: [String] = [],
        make: @escaping @Sendable () throws -> @Sendable (Input, ServiceContext) async throws -> Output
    ) throws {
        let interface = ServiceInterface(
            input: try RecordType(of: Input.self), output: try ServiceOutput(of: Output.self), errors: errors, elements: elements)
        registrations.append(
            Registration(
                plugin: plugin, name: name.rawValue, interface: interface, metadata: metadata, lifetime: lifetime, uses: uses,
                optionalUses: optionalUses, build: { BuiltService(TypedService(try make())) }))
    }

    /// Registers a function over values under an interface written out.
    public mutating func provide(
        _ name: String, interface: ServiceInterface, metadata: ServiceMetadata, lifetime: ServiceLifetime = .shared, uses: [String] = [],
        optionalUses: [String] = [], make: @escaping @Sendable () throws -> ServiceFunction
    ) {
        registrations.append(
            Registration(
                plugin: plugin, name: name, interface: interface, metadata: metadata, lifetime: lifetime, uses: uses,
                optionalUses: optionalUses, build: { BuiltService(function: try make(), typed: nil) }))
    }

    /// Registers a function that calls other services, which it gets as functions of their own types.
    ///
    ///     try registry.provide(.order, metadata: metadata, using: .charge, .ship) { charge, ship in
    ///         { order, context in
    ///             let receipt = try await charge(Charge(order: order.id), context)
    ///             return try await ship(Parcel(receipt: receipt.id), context)
    ///         }
    ///     }
    ///
    /// Each is looked up when it is first called, so that the order of registrations does not matter.
    public mutating func provide<Input, Output, FirstInput, FirstOutput, each OtherInput, each OtherOutput>(
        _ name: ServiceName<Input, Output>, errors: [String] = [], elements: RecordType? = nil, metadata: ServiceMetadata,
        lifetime: ServiceLifetime = .shared, using first: ServiceName<FirstInput, FirstOutput>,
        _ others: repeat ServiceName<each OtherInput, each OtherOutput>,
        make:
            @escaping @Sendable (
                TypedService<FirstInput, FirstOutput>, repeat TypedService<each OtherInput, each OtherOutput>
            ) throws -> @Sendable (Input, ServiceContext) async throws -> Output
    ) throws {
        var uses = [first.rawValue]
        for other in repeat each others { uses.append(other.rawValue) }
        try provide(name, errors: errors, elements: elements, metadata: metadata, lifetime: lifetime, uses: uses) {
            try make(first.declared, repeat (each others).declared)
        }
    }
}

/// How often a service is made.
public enum ServiceLifetime: String, Sendable, Hashable {
    /// Once, when it is first needed; all callers share it.
    case shared
    /// For each call.
    case perCall
}

/// A service as its factory gives it.
package struct BuiltService: Sendable {
    /// The function over values.
    package let function: ServiceFunction
    /// The ``TypedService`` below it; nil for one that was registered over values.
    package let typed: (any Sendable)?

    package init(function: @escaping ServiceFunction, typed: (any Sendable)?) {
        self.function = function
        self.typed = typed
    }

    package init<Input: Codable & Sendable, Output: Codable & Sendable>(_ service: TypedService<Input, Output>) {
        let call = service.function
        self.init(
            function: { input, context in
                try ValueEncoder().encode(try await call(try ValueDecoder().decode(Input.self, from: input), context))
            }, typed: service)
    }
}

extension ServiceName {
    /// The service of that name, of those that the caller's context lets it call.
    fileprivate var declared: TypedService<Input, Output> {
        TypedService { input, context in try await context.services.call(self, input, context: context) }
    }
}
