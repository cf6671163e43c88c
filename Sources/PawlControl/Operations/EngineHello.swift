import Glibc

/// `engine.hello`: who answers, and whether both speak one language.
package struct EngineHello: ControlOperation {
    /// The version of the protocol; a change that an older client would misread raises it.
    package static let protocolVersion = 1
    package static let method = "engine.hello"

    /// The version that the client speaks.
    package let protocolVersion: Int?

    package init(protocolVersion: Int? = EngineHello.protocolVersion) { self.protocolVersion = protocolVersion }

    enum CodingKeys: String, CodingKey { case protocolVersion = "protocol" }

    package struct Answer: Codable, Sendable, Hashable {
        /// The version of the protocol.
        package let protocolVersion: Int
        /// The version of Pawl.
        package let version: String
        /// The process.
        package let pid: Int
        /// The file of the journal.
        package let store: String

        enum CodingKeys: String, CodingKey { case protocolVersion = "protocol", version, pid, store }
    }

    package func perform(in target: ControlTarget) throws(ControlError) -> Answer {
        if let wanted = protocolVersion, wanted != Self.protocolVersion {
            throw ControlError(
                .usage, reason: "protocol",
                "the engine is pawl \(target.host.version) and speaks protocol \(Self.protocolVersion), the client speaks \(wanted)",
                help: ["Use the same release of pawl for both."])
        }
        return Answer(
            protocolVersion: Self.protocolVersion, version: target.host.version, pid: Int(getpid()), store: target.host.store)
    }
}
