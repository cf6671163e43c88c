package import PawlKit

/// The services of an engine: complete, immutable, and safe to share.
///
/// Looking one up takes no lock; only the first call of a service waits until its factory has run.
package struct Services: Sendable {
    /// One service.
    package struct Entry: Sendable {
        /// The name.
        package let name: String
        /// What a caller gives, gets and must expect: without the input that bindings give already.
        package let interface: ServiceInterface
        /// What else is known of it.
        package let metadata: ServiceMetadata
        /// The plugin that provides it in the end.
        package let plugin: String
        /// The bindings that lead to the plugin's service, the entry's own first; empty for a plugin's service as it is.
        package let bindings: [ServiceBinding]
        /// The services that its handler calls.
        package let uses: [String]

        /// Whether callers' input does not count, because bindings give all that the service gets.
        package var ignoresInput: Bool { metadata.standsIn && !bindings.isEmpty }

        let provider: ServiceProvider
        /// What stands between a caller and the plugin's function, the innermost first; never empty.
        let layers: [ServiceLayer]
    }

    private let table: [ByteString: Entry]

    init(_ table: [ByteString: Entry]) { self.table = table }

    /// No services.
    package static let none = Services([:])

    /// All services, sorted by name.
    package var entries: [Entry] { table.sorted { $0.key < $1.key }.map(\.value) }

    /// The names, sorted.
    package var names: [String] { table.keys.sorted().map(\.text) }

    /// The service of that name.
    package subscript(name: String) -> Entry? { table[ByteString(name)] }

    /// The function of a service; its plugin makes it now if nobody needed it before.
    ///
    /// The function takes the input as a map or record, whose layout does not matter.
    package func function(_ name: String) throws(ServiceError) -> ServiceFunction {
        guard let entry = self[name] else { throw .unknown(name, among: names) }
        let provider = entry.provider
        let function = try provider.function()
        let scope = scope(of: entry)
        let base: ServiceFunction = { input, context in
            try await function(try provider.input(input), context.with(services: scope))
        }
        return entry.layers.reduce(base) { inner, layer in layer.around(inner) }
    }

    /// Calls a service with Swift values.
    ///
    /// - Throws: ``ServiceError`` when it cannot be called, ``ServiceFailure`` and others from the service itself.
    package func call<Input, Output>(
        _ name: ServiceName<Input, Output>, _ input: Input, context: ServiceContext
    ) async throws -> Output {
        let function = try function(name.rawValue)
        return try ValueDecoder().decode(Output.self, from: try await function(try ValueEncoder().encode(input), context))
    }

    /// What a handler may call: the services it declared, each made when it is first called.
    private func scope(of entry: Entry) -> ServiceScope {
        if entry.uses.isEmpty { return .empty }
        var functions: [String: ServiceFunction] = [:]
        for name in entry.uses {
            // Its elements are not those of the handler that calls it.
            functions[name] = { input, context in try await function(name)(input, context.with(elements: { _ in })) }
        }
        return ServiceScope(functions: functions)
    }
}
