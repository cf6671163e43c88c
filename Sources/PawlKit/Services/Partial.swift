// Four functions, one for each set of effects. One over `throws(Failure)` would do for two of them, but the compiler of Swift 6.3
// crashes where a function of a parameter pack that throws `Never` is made from one that throws `Failure`.

/// The function with its first argument given already. What remains is a function again, with the same effects.
///
///     let double = partial(multiply, 2)
///
/// Works for any number of arguments; given again, it takes the next.
public func partial<First: Sendable, each Rest, Output>(
    _ function: @escaping @Sendable (First, repeat each Rest) -> Output, _ first: First
) -> @Sendable (repeat each Rest) -> Output {
    { (rest: repeat each Rest) in function(first, repeat each rest) }
}

/// The throwing function with its first argument given already.
public func partial<First: Sendable, each Rest, Output>(
    _ function: @escaping @Sendable (First, repeat each Rest) throws -> Output, _ first: First
) -> @Sendable (repeat each Rest) throws -> Output {
    { (rest: repeat each Rest) in try function(first, repeat each rest) }
}

/// The asynchronous function with its first argument given already.
public func partial<First: Sendable, each Rest, Output>(
    _ function: @escaping @Sendable (First, repeat each Rest) async -> Output, _ first: First
) -> @Sendable (repeat each Rest) async -> Output {
    { (rest: repeat each Rest) in await function(first, repeat each rest) }
}

/// The asynchronous throwing function with its first argument given already.
public func partial<First: Sendable, each Rest, Output>(
    _ function: @escaping @Sendable (First, repeat each Rest) async throws -> Output, _ first: First
) -> @Sendable (repeat each Rest) async throws -> Output {
    { (rest: repeat each Rest) in try await function(first, repeat each rest) }
}
