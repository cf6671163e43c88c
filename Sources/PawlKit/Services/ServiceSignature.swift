/// A service as Swift types: its name, what it takes, gives and fails with.
///
/// `pawl codegen swift` writes one for each service that a workflow declares. A plugin that provides it, see
/// ``PluginRegistry/provide(as:metadata:uses:make:)``, does not compile when its function has other types or fails with
/// another code.
public protocol ServiceSignature: Sendable {
    /// What it takes: a struct.
    associatedtype Input: Codable & Sendable
    /// What it gives: a struct, or ``Value`` for anything.
    associatedtype Output: Codable & Sendable
    /// What it gives on the way; `Never` for a service that does not stream.
    associatedtype Element: Codable & Sendable = Never
    /// The error codes of its own.
    associatedtype ErrorCode: RawRepresentable<String> & CaseIterable & Sendable = NoErrorCode

    /// The name as workflows and `pawl.yaml` write it.
    static var name: ServiceName<Input, Output> { get }
}

extension ServiceSignature {
    /// The error codes in declared order.
    public static var errors: [String] { ErrorCode.allCases.map(\.rawValue) }

    /// The failure with one of its codes; the message is for people.
    public static func failure(_ code: ErrorCode, _ message: String) -> ServiceFailure { ServiceFailure(code.rawValue, message) }

    /// Gives an element on the way; see ``ServiceContext/emit(_:)-(Value)``.
    public static func emit(_ element: Element, to context: ServiceContext) async throws { try await context.emit(element) }
}

/// The error codes of a service that has none of its own.
public enum NoErrorCode: RawRepresentable, CaseIterable, Sendable {
    /// There is none to create.
    public init?(rawValue: String) { nil }

    /// Never asked for.
    public var rawValue: String { switch self {} }
}

extension PluginRegistry {
    /// Registers a function with the name, types and error codes of a signature.
    ///
    /// The label sets it apart from the other ways to provide, so that the compiler points at a mistake inside of the function.
    public mutating func provide<Signature: ServiceSignature>(
        as signature: Signature.Type, metadata: ServiceMetadata, uses: [String] = [],
        make: @escaping @Sendable () throws -> @Sendable (Signature.Input, ServiceContext) async throws -> Signature.Output
    ) throws {
        let elements = Signature.Element.self == Never.self ? nil : try RecordType(of: Signature.Element.self)
        try provide(Signature.name, errors: Signature.errors, elements: elements, metadata: metadata, uses: uses, make: make)
    }
}
