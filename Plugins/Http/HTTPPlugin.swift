public import PawlKit

/// A plugin whose service sends requests over HTTP.
public struct HTTPPlugin: Plugin {
    /// The name of the plugin.
    public static let name = "http"
    /// One sentence for people.
    public static let summary = "Requests over HTTP."

    /// The section: how long an exchange may take, how large an answer may be, and how many redirects are followed.
    public static let configuration = RecordType(fields: [
        .init("timeout", .duration, isOptional: true), .init("limit", .int, isOptional: true), .init("redirects", .int, isOptional: true),
    ])

    private let limits: HTTPLimits

    /// Creates the plugin.
    public init(configuration: Record) throws {
        var limits = HTTPLimits()
        if case .duration(let timeout)? = configuration["timeout"] {
            guard timeout > .zero else { throw PluginError("the timeout of 'http' must be longer than nothing") }
            limits.timeout = timeout
        }
        if let limit = configuration["limit"]?.intValue {
            guard (1...HTTPLimits.largest).contains(limit) else {
                throw PluginError("the limit of 'http' is a number of bytes, from 1 to \(HTTPLimits.largest)")
            }
            limits.bytes = Int(limit)
        }
        if let redirects = configuration["redirects"]?.intValue {
            guard (0...20).contains(redirects) else { throw PluginError("the redirects of 'http' are a number from 0 to 20") }
            limits.redirects = Int(redirects)
        }
        self.limits = limits
    }

    /// Adds `http.request`.
    public func register(in registry: inout PluginRegistry) throws {
        let service = HTTPService(limits: limits)
        registry.provide(
            "http.request", interface: HTTPService.interface,
            metadata: ServiceMetadata(summary: "Sends a request over HTTP, with JSON or text in and out.")
        ) {
            { input, context in try await service.run(input, context) }
        }
    }
}

/// What an exchange is bounded by.
struct HTTPLimits: Sendable {
    /// The most bytes that can be configured for an answer.
    static let largest: Int64 = 64 << 20

    /// How long all of it may take, redirects included.
    var timeout = TimeAmount.seconds(30)
    /// The most bytes of body.
    var bytes = 1 << 20
    /// How many redirects are followed.
    var redirects = 5
}
