/// Turns Swift values into workflow values.
public struct ValueEncoder: Sendable {
    /// Creates an encoder.
    public init() {}

    /// Encodes a value.
    ///
    /// - Throws: `EncodingError` when the type encodes in a way that values cannot hold.
    public func encode<T: Encodable>(_ value: T) throws -> Value {
        throw EncodingError.invalidValue(value, .init(codingPath: [], debugDescription: ""))
    }
}
