/// The identity of an effect within its instance, stable across attempts and restarts.
///
/// With the instance in front it is the idempotency key: `instance/position/feedback[/index]`.
public struct EffectID: Hashable, Sendable, CustomStringConvertible {
    /// The position of the entry that scheduled it.
    public let position: Int64
    /// The id of the feedback.
    public let feedback: String
    /// The element, for a feedback with `each`.
    public let index: Int?

    /// Creates an identity.
    public init(position: Int64, feedback: String, index: Int? = nil) {
        self.position = position
        self.feedback = feedback
        self.index = index
    }

    /// `position/feedback[/index]`.
    public var description: String { "\(position)/\(feedback)" + (index.map { "/\($0)" } ?? "") }

    /// Reads what ``description`` wrote; nil when it is not of that form.
    ///
    /// A feedback's id may hold one slash (`Paying/payments.charge`), and never ends in a number after a slash.
    public init?(_ text: String) {
        guard let slash = text.firstIndex(of: "/"), let position = Int64(text[..<slash]) else { return nil }
        let rest = text[text.index(after: slash)...]
        if let last = rest.lastIndex(of: "/"), let index = Int(rest[rest.index(after: last)...]) {
            self.init(position: position, feedback: String(rest[..<last]), index: index)
        } else {
            self.init(position: position, feedback: String(rest))
        }
    }

    /// The idempotency key that handlers get.
    public func idempotencyKey(in instance: InstanceID) -> String { "\(instance)/\(self)" }
}

/// The identity of a timer within its instance.
public struct TimerID: Hashable, Sendable, CustomStringConvertible {
    /// The position of the entry that set it.
    public let position: Int64
    /// The row and its deadline: `Paying:after 15m`.
    public let name: String

    /// Creates an identity.
    public init(position: Int64, name: String) {
        self.position = position
        self.name = name
    }

    /// `position/name`.
    public var description: String { "\(position)/\(name)" }

    /// Reads what ``description`` wrote; nil when it is not of that form.
    public init?(_ text: String) {
        guard let slash = text.firstIndex(of: "/"), let position = Int64(text[..<slash]) else { return nil }
        self.init(position: position, name: String(text[text.index(after: slash)...]))
    }
}
