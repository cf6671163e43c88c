public import PawlKit
import Synchronization

/// An environment of given variables and secrets.
public final class MockEnvironment: Environment {
    /// The calls of ``variable(_:)``, by name.
    public let variables = CallScript<String, String?, Never, Blocking>()
    /// The calls of ``secret(_:)``, by name.
    public let secrets = CallScript<String, String?, Never, Blocking>()

    private struct Values: Sendable {
        var variables: [String: String]
        var secrets: [String: String]
    }

    private let values: Mutex<Values>

    public init(_ variables: [String: String] = [:], secrets: [String: String] = [:]) {
        values = Mutex(Values(variables: variables, secrets: secrets))
    }

    /// Sets a variable; nil removes it.
    public func set(_ name: String, to text: String?) { values.withLock { $0.variables[name] = text } }

    /// Sets a secret; nil removes it.
    public func setSecret(_ name: String, to text: String?) { values.withLock { $0.secrets[name] = text } }

    public func variable(_ name: String) -> String? {
        if let scripted = variables.call(name) { return scripted }
        return values.withLock { $0.variables[name] }
    }

    public func secret(_ name: String) -> String? {
        if let scripted = secrets.call(name) { return scripted }
        return values.withLock { $0.secrets[name] }
    }
}
