import PawlKit
import Synchronization

/// An environment of given variables and secrets.
package final class MockEnvironment: Environment {
    /// The calls of ``variable(_:)``, by name.
    package let variables = CallScript<String, String?, Never, Blocking>()
    /// The calls of ``secret(_:)``, by name.
    package let secrets = CallScript<String, String?, Never, Blocking>()

    private struct Values: Sendable {
        var variables: [String: String]
        var secrets: [String: String]
    }

    private let values: Mutex<Values>

    package init(_ variables: [String: String] = [:], secrets: [String: String] = [:]) {
        values = Mutex(Values(variables: variables, secrets: secrets))
    }

    /// Sets a variable; nil removes it.
    package func set(_ name: String, to text: String?) { values.withLock { $0.variables[name] = text } }

    /// Sets a secret; nil removes it.
    package func setSecret(_ name: String, to text: String?) { values.withLock { $0.secrets[name] = text } }

    package func variable(_ name: String) -> String? {
        if let scripted = variables.call(name) { return scripted }
        return values.withLock { $0.variables[name] }
    }

    package func secret(_ name: String) -> String? {
        if let scripted = secrets.call(name) { return scripted }
        return values.withLock { $0.secrets[name] }
    }
}
