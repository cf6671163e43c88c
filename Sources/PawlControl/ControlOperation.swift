/// Something that the engine does for others: a command, or a program that speaks to its socket.
///
/// The value itself is the parameters: its coding keys are the members of `params`, those of the answer the members of
/// `result`. An operation runs the same over the socket and in the process of a command.
package protocol ControlOperation: Codable, Sendable {
    /// What comes back.
    associatedtype Answer: Codable & Sendable
    /// The name on the wire: `instance.send`.
    static var method: String { get }
    /// Whether it may begin a store where there is none.
    static var mayCreateStore: Bool { get }

    /// Does it.
    func perform(in target: ControlTarget) async throws(ControlError) -> Answer
}

extension ControlOperation {
    /// What needs something that is there already makes no empty store.
    package static var mayCreateStore: Bool { false }
}

/// An operation that asks for nothing more than its name.
package protocol ParameterlessOperation: ControlOperation {
    init()
}

extension ParameterlessOperation {
    package init(from decoder: any Decoder) { self.init() }
    package func encode(to encoder: any Encoder) throws { _ = encoder.container(keyedBy: NoKey.self) }
}

/// The keys of an object without members.
private enum NoKey: CodingKey {}

/// An answer about one instance.
package protocol InstanceAnswer {
    /// The whole id.
    var instance: String { get }
}
