/// Turns workflow values into Swift values.
public struct ValueDecoder: Sendable {
    /// Creates a decoder.
    public init() {}

    /// Decodes a value.
    ///
    /// - Throws: `DecodingError` when the value does not fit the type.
    public func decode<T: Decodable>(_ type: T.Type, from value: Value) throws -> T {
        throw DecodingError.dataCorrupted(.init(codingPath: [], debugDescription: ""))
    }
}
