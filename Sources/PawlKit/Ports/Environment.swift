/// The process's environment, and the secrets it holds.
public protocol Environment: Sendable {
    /// The value of an environment variable; nil when it is not set.
    func variable(_ name: String) -> String?
    /// The text of a secret; nil when nobody has given it.
    ///
    /// The default looks for an environment variable of that name.
    func secret(_ name: String) -> String?
}

extension Environment {
    /// Looks for an environment variable of that name.
    public func secret(_ name: String) -> String? { variable(name) }
}
