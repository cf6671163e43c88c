package import PawlKit

/// What the process gives to all commands.
package struct Host: Sendable {
    /// The outside world.
    package var ports: Ports
    /// The plugins that are compiled in.
    package var plugins: [any Plugin.Type]
    /// The versions of the libraries at work.
    package var libraries: [LibraryVersion]

    /// Creates a host.
    package init(ports: Ports, plugins: [any Plugin.Type] = [], libraries: [LibraryVersion] = []) {
        self.ports = ports
        self.plugins = plugins
        self.libraries = libraries
    }
}

/// What a command works with: one call of the command line.
package struct Session: Sendable {
    /// Where it writes.
    package let console: Console
    /// What the process gives.
    package let host: Host
    /// The options that every command has.
    package let options: GlobalOptions

    /// Creates a session.
    package init(console: Console, host: Host, options: GlobalOptions) {
        self.console = console
        self.host = host
        self.options = options
    }

    /// The time now.
    package var now: Timestamp { host.ports.clock.now }
}
