/// A source of identifiers that nobody else has.
public protocol Identifiers: Sendable {
    /// A new instance id: 12 characters of the alphabet `0-9 a-z` without `i l o u`, at random, so that short prefixes tell instances apart.
    func makeInstanceID() -> InstanceID
}
