package import PawlKit

/// The process that owns a store, as the lock file next to it tells.
package struct StoreOwner: Sendable, Hashable {
    /// The id of the process.
    package let process: Int32?
    /// Its command line.
    package let command: String?
    /// Since when it is the owner.
    package let since: Timestamp?

    /// Creates an owner.
    package init(process: Int32?, command: String?, since: Timestamp? = nil) {
        self.process = process
        self.command = command
        self.since = since
    }

    /// Reads what a lock file says: `4711 pawl serve`.
    package init(_ text: String, since: Timestamp? = nil) {
        let parts = text.split(separator: "\n").first?.split(separator: " ", maxSplits: 1).map(String.init) ?? []
        process = parts.first.flatMap { Int32($0) }
        command = process != nil && parts.count == 2 ? parts[1] : nil
        self.since = since
    }

    /// `process 4711 (pawl serve, since 2026-11-30T09:00:00Z)`.
    package var description: String {
        guard let process else { return "another process" }
        let details = [command, since.map { "since \($0.text)" }].compactMap { $0 }.joined(separator: ", ")
        return "process \(process)" + (details.isEmpty ? "" : " (\(details))")
    }
}
