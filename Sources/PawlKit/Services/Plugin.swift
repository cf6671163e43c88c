/// An assembly of services.
public protocol Plugin: Sendable {
    /// The unique name of the plugin, and of its section in `pawl.yaml`.
    static var name: String { get }

    /// The version of the plugin.
    static var version: String { get }

    /// One sentence for people.
    static var summary: String { get }

    /// The fields of its section in `pawl.yaml`. A section that does not fit is an error with its position.
    static var configuration: RecordType { get }

    /// The fields of ``configuration`` that are paths: in `pawl.yaml` they are relative to the folder of that file.
    static var paths: [String] { get }

    /// Creates the plugin from its section, already checked against ``configuration``.
    ///
    /// - Throws: ``PluginError`` when the values make no sense together.
    init(configuration: Record) throws

    /// Adds the services. Called once, before anything runs.
    func register(in registry: inout PluginRegistry) throws

    /// Works for the lifetime of the engine, until the task is cancelled. Most plugins have nothing to do here.
    func run() async throws
}

extension Plugin {
    /// The first version.
    public static var version: String { "1" }
    /// Nothing said.
    public static var summary: String { "" }
    /// No configuration.
    public static var configuration: RecordType { .empty }
    /// No paths.
    public static var paths: [String] { [] }
    /// Nothing to do.
    public func run() async throws {}
}

/// Why a plugin cannot be used.
public struct PluginError: Error, Sendable, Hashable {
    /// What is wrong and how to fix it.
    public let message: String

    /// Creates an error.
    public init(_ message: String) { self.message = message }
}

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
        /// The services that its handler calls.
        public let uses: [String]
        /// Makes the function; called at most once, when the service is first needed.
        public let make: @Sendable () throws -> ServiceFunction
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
    /// - Parameter elements: What a streaming service gives on the way, with ``ServiceContext/emit(_:)``.
    public mutating func provide<Input, Output>(
        _ name: ServiceName<Input, Output>, errors: [String] = [], elements: RecordType? = nil, metadata: ServiceMetadata,
        uses: [String] = [], make: @escaping @Sendable () throws -> @Sendable (Input, ServiceContext) async throws -> Output
    ) throws {
        let interface = ServiceInterface(
            input: try RecordType(of: Input.self), output: try ServiceOutput(of: Output.self), errors: errors, elements: elements)
        provide(name.rawValue, interface: interface, metadata: metadata, uses: uses) {
            let function = try make()
            return { input, context in
                try ValueEncoder().encode(try await function(try ValueDecoder().decode(Input.self, from: input), context))
            }
        }
    }

    /// Registers a function over values under an interface written out.
    public mutating func provide(
        _ name: String, interface: ServiceInterface, metadata: ServiceMetadata, uses: [String] = [],
        make: @escaping @Sendable () throws -> ServiceFunction
    ) {
        registrations.append(
            Registration(plugin: plugin, name: name, interface: interface, metadata: metadata, uses: uses, make: make))
    }
}
