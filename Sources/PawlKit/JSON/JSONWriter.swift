/// Writes canonical JSON.
public struct JSONWriter: Sendable {
    /// The text so far.
    public private(set) var bytes: [UInt8] = []
    /// Creates a writer.
    public init() {}
    /// Opens an object.
    public mutating func beginObject() {}
    /// Closes an object.
    public mutating func endObject() {}
    /// Opens an array.
    public mutating func beginArray() {}
    /// Closes an array.
    public mutating func endArray() {}
    /// Writes a member's name.
    public mutating func key(_ name: String) {}
    /// Writes a string.
    public mutating func string(_ text: String) {}
    /// Writes an integer.
    public mutating func int(_ number: Int64) {}
    /// Writes a canonical text.
    public mutating func raw(_ text: [UInt8]) {}
}
