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
        /// Where pawl.yaml names the plugin; nil when no file does.
        package let pluginPlace: SourcePlace?
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
        let function = try provider.built().function
        let scope = scope(of: entry)
        let base: ServiceFunction = { input, context in
            try await function(try provider.input(input), context.with(services: scope))
        }
        return entry.layers.reduce(base) { inner, layer in layer.around(inner) }
    }

    /// The function of a service, with Swift values.
    ///
    /// Where nothing stands between and the types are those that its plugin registered, calls do not go through values.
    package func function<Input, Output>(
        for name: ServiceName<Input, Output>
    ) throws(ServiceError) -> @Sendable (Input, ServiceContext) async throws -> Output {
        if let entry = self[name.rawValue], let service = try entry.direct() as? TypedService<Input, Output> {
            let call = service.function
            let scope = scope(of: entry)
            // The scope of a handler that calls another is taken off where it does so; see ``ServiceScope``.
            if scope.isEmpty { return call }
            return { input, context in try await call(input, context.with(services: scope)) }
        }
        let function = try function(name.rawValue)
        return { input, context in
            try ValueDecoder().decode(Output.self, from: try await function(try ValueEncoder().encode(input), context))
        }
    }

    /// Calls a service with Swift values.
    ///
    /// - Throws: ``ServiceError`` when it cannot be called, ``ServiceFailure`` and others from the service itself.
    package func call<Input, Output>(
        _ name: ServiceName<Input, Output>, _ input: Input, context: ServiceContext
    ) async throws -> Output {
        try await function(for: name)(input, context)
    }

    /// The services that can stand under an interface: they take what it gives, and give what it expects.
    package func entries(fitting interface: ServiceInterface) -> [Entry] {
        entries.filter { entry in
            let required = RequiredService(name: entry.name, interface: interface, place: SourcePlace(file: "", range: .start))
            return !check([required]).contains { $0.severity == .error }
        }
    }

    /// These services with more bindings over them, and what is wrong with those.
    package func adding(_ bindings: [ServiceBinding]) -> (services: Services, findings: [Diagnostic]) {
        var builder = ContainerBuilder(over: table)
        builder.addBindings(bindings)
        builder.resolveBindings()
        return (Services(builder.entries), builder.diagnostics)
    }

    /// What a handler may call: the services it declared, each made when it is first called.
    private func scope(of entry: Entry) -> ServiceScope {
        let names = entry.uses + entry.optionalUses.filter { self[$0] != nil }
        if names.isEmpty { return .empty }
        var functions: [String: ServiceFunction] = [:]
        for name in names {
            // Its elements are not those of the handler that calls it.
            functions[name] = { input, context in try await function(name)(input, context.with(elements: { _ in })) }
        }
        return ServiceScope(functions: functions) { name in
            // A service that calls others needs a scope of its own, which its function over values sets.
            guard let entry = self[name], entry.uses.isEmpty, entry.optionalUses.isEmpty else { return nil }
            return try? entry.direct()
        }
    }
}

extension Services.Entry {
    /// The services that its handler calls where there are any of these names.
    package var optionalUses: [String] { provider.registration.optionalUses }

    /// The ``TypedService`` of the plugin; nil where something stands before it.
    fileprivate func direct() throws(ServiceError) -> (any Sendable)? {
        guard bindings.isEmpty else { return nil }
        return try provider.built().typed
    }
}
