/// A service as Swift code calls it: a function with a typed input and output.
///
/// What is made of one with ``map(_:)``, ``mapError(_:)`` or ``mapInput(_:)`` is a service again; registered under a name it has an
/// interface of its own and can be bound further.
public struct TypedService<Input: Sendable, Output: Sendable>: Sendable {
    /// The function.
    public let function: @Sendable (Input, ServiceContext) async throws -> Output

    /// Creates a service of a function.
    public init(_ function: @escaping @Sendable (Input, ServiceContext) async throws -> Output) { self.function = function }

    /// Calls it.
    ///
    /// - Throws: ``ServiceFailure`` and others, as the function does.
    public func callAsFunction(_ input: Input, _ context: ServiceContext) async throws -> Output { try await function(input, context) }

    /// The service with its output made into another.
    public func map<Other>(_ transform: @escaping @Sendable (Output) throws -> Other) -> TypedService<Input, Other> {
        TypedService<Input, Other> { [function] input, context in try transform(try await function(input, context)) }
    }

    /// The service with its input made of another: with some of it given already, for example.
    public func mapInput<Other>(_ transform: @escaping @Sendable (Other) throws -> Input) -> TypedService<Other, Output> {
        TypedService<Other, Output> { [function] input, context in try await function(try transform(input), context) }
    }

    /// The service with its failures made into others. Cancellation stays what it is.
    public func mapError(_ transform: @escaping @Sendable (any Error) -> any Error) -> TypedService {
        TypedService { [function] input, context in
            do {
                return try await function(input, context)
            } catch  where !(error is CancellationError) {
                throw transform(error)
            }
        }
    }
}
