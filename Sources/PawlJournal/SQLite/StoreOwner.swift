/// The process that owns a store, as the lock file next to it tells.
package struct StoreOwner: Sendable, Hashable {
    /// The id of the process.
    package let process: Int32?
    /// Its command line.
    package let command: String?

    /// Creates an owner.
    package init(process: Int32?, command: String?) {
        self.process = process
        self.command = command
    }

    /// Reads what a lock file says: `4711 pawl serve`.
    package init(_ text: String) {
        let parts = text.split(separator: "\n").first?.split(separator: " ", maxSplits: 1).map(String.init) ?? []
        process = parts.first.flatMap { Int32($0) }
        command = process != nil && parts.count == 2 ? parts[1] : nil
    }

    /// `process 4711 (pawl serve)`.
    package var description: String {
        guard let process else { return "another process" }
        return "process \(process)" + (command.map { " (\($0))" } ?? "")
    }
}
