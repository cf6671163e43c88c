public import PawlKit

/// Identifiers that are the same in each run: `100000000000`, `200000000000`, …
public final class SequentialIdentifiers: Identifiers {
    /// The calls; a rule gives an identifier instead of the next in the sequence, such as one that is taken.
    public let instances = CallScript<Void, InstanceID, Never, Blocking>()

    public init() {}

    public func makeInstanceID() -> InstanceID {
        if let scripted = instances.call(()) { return scripted }
        return InstanceID(randomBits: UInt64(instances.calls.count))
    }
}
