import Glibc
import PawlKit

/// The environment of this process.
package struct DefaultEnvironment: Environment {
    /// Creates the port.
    package init() {}

    /// The value of an environment variable; nil when it is not set.
    package func variable(_ name: String) -> String? { getenv(name).map { String(cString: $0) } }
}
