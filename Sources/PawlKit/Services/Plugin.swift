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

    /// Works beside the services for as long as an engine or a `pawl call` may use them, until its task is cancelled. Most plugins have
    /// nothing to do here.
    ///
    /// It has a second to notice the cancellation. What it throws stops the engine; a ``PluginError`` is shown as it is.
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
