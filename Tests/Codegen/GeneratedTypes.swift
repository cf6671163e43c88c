import PawlKit

/// A generated struct or enum, as the tests ask it.
struct TypeEntry: Sendable {
    /// The name in Swift.
    let path: String
    /// The type that PawlKit reads off it.
    let type: @Sendable () throws -> ValueType
    /// A value, decoded and encoded again.
    let passed: @Sendable (Value) throws -> Value

    init<T: Codable & Sendable & Hashable>(_ path: String, _ type: T.Type) {
        self.path = path
        self.type = { try ValueType(of: T.self) }
        passed = { try ValueEncoder().encode(try ValueDecoder().decode(T.self, from: $0)) }
    }
}

/// A generated service, as the tests ask it.
struct ServiceEntry: Sendable {
    /// The name and interface under which a plugin registers it.
    let registered: @Sendable () throws -> (name: String, interface: ServiceInterface)

    init<Signature: ServiceSignature>(_ signature: Signature.Type) {
        registered = {
            var registry = PluginRegistry()
            try registry.provide(as: signature, metadata: ServiceMetadata(summary: "")) { { _, _ in throw CancellationError() } }
            let registration = registry.registrations[0]
            return (registration.name, registration.interface)
        }
    }
}
