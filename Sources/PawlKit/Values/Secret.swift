/// A text with secrets in it, each known by name only.
///
/// It is what `"Bearer ${ secret('PAY_KEY') }"` evaluates to. The journal keeps the names; the engine fills in the
/// texts when an effect starts, and nowhere else.
public struct Secret: Hashable, Sendable {
    /// A piece of the text.
    public enum Part: Hashable, Sendable {
        /// Plain text.
        case text(String)
        /// The name of a secret.
        case name(String)
    }

    /// The pieces in order.
    public let parts: [Part]

    /// Creates a text from its pieces.
    public init(parts: [Part]) { self.parts = parts }

    /// Creates a text that is one secret.
    public init(name: String) { parts = [.name(name)] }

    /// The names in order of appearance.
    public var names: [String] {
        parts.compactMap { if case .name(let name) = $0 { name } else { nil } }
    }
}
