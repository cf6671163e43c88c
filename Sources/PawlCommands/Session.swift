package import PawlControl
package import PawlJournal
package import PawlKit

/// Connects to the engine of a store.
package typealias EngineAccess =
    @Sendable (_ store: String, _ runtimeFolder: String?) async throws(ControlError) -> ControlClient?

/// What the process gives to all commands.
package struct Host: Sendable {
    /// The outside world.
    package var ports: Ports
    /// The plugins that are compiled in.
    package var plugins: [any Plugin.Type]
    /// The versions of the libraries at work.
    package var libraries: [LibraryVersion]
    /// How journals are opened.
    package var journals: JournalAccess
    /// Connects to the engine of a store by the path of its file, nil when none runs; nil itself where there are no sockets.
    package var control: EngineAccess?

    /// Creates a host.
    package init(
        ports: Ports, journals: JournalAccess, control: EngineAccess? = nil, plugins: [any Plugin.Type] = [],
        libraries: [LibraryVersion] = []
    ) {
        self.ports = ports
        self.journals = journals
        self.control = control
        self.plugins = plugins
        self.libraries = libraries
    }
}

/// How journals are opened, by the path of their file.
package struct JournalAccess: Sendable {
    /// Opens one to look at.
    package let reader: @Sendable (String) async throws(JournalError) -> any JournalReader
    /// Opens one to write, and becomes its owner; makes it if there is none.
    package let store: @Sendable (String) async throws(JournalError) -> any JournalStore
    /// The process that owns one; nil when none does.
    package let owner: @Sendable (String) -> StoreOwner?
    /// What tells of commits that come after the call, one element for one or more; nil when they cannot be watched.
    package let commits: @Sendable (String) -> AsyncStream<Void>?

    /// Creates an access.
    package init(
        reader: @escaping @Sendable (String) async throws(JournalError) -> any JournalReader,
        store: @escaping @Sendable (String) async throws(JournalError) -> any JournalStore,
        owner: @escaping @Sendable (String) -> StoreOwner?, commits: @escaping @Sendable (String) -> AsyncStream<Void>?
    ) {
        self.reader = reader
        self.store = store
        self.owner = owner
        self.commits = commits
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

    /// The same call with a profile.
    func with(profile: String) -> Session {
        var options = options
        options.profile = profile
        return Session(console: console, host: host, options: options)
    }
}
