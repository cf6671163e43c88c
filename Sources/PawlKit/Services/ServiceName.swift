/// The typed name of a service: which function, with which input and output.
///
/// Two services with one signature and different names live side by side. The name is written out, never derived from a
/// Swift type, because it stands in files and journals.
///
///     extension ServiceName<Charge, Receipt> { static let charge: Self = "payments.charge" }
public struct ServiceName<Input: Codable & Sendable, Output: Codable & Sendable>: Hashable, Sendable, ExpressibleByStringLiteral {
    /// The name as workflows and `pawl.yaml` write it.
    public let rawValue: String

    /// Creates a name.
    public init(_ rawValue: String) { self.rawValue = rawValue }

    /// Creates a name from a literal.
    public init(stringLiteral rawValue: String) { self.rawValue = rawValue }
}
