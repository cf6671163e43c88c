package import PawlKit

/// Identifiers from the system's random numbers.
package struct DefaultIdentifiers: Identifiers {
    /// Creates the source.
    package init() {}

    /// A new instance id.
    package func makeInstanceID() -> InstanceID {
        InstanceID(randomBits: UInt64.random(in: .min ... .max))
    }
}
