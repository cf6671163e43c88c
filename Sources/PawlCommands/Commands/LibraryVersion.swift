/// The version of a library that the process runs with.
package struct LibraryVersion: Sendable, Hashable {
    /// The name.
    package let name: String
    /// The version as the library reports it.
    package let version: String
    /// What users of this version should know.
    package let note: String?

    /// Creates a version.
    package init(_ name: String, _ version: String, note: String? = nil) {
        self.name = name
        self.version = version
        self.note = note
    }

    /// The version of SQLite, with a note when a write-ahead log can be corrupted by two writers.
    ///
    /// Two connections that write or checkpoint at the same moment can lose a commit when the log is reset: 3.7.0 to 3.51.2,
    /// fixed in 3.51.3, 3.50.7 and 3.44.6 (https://www.sqlite.org/wal.html, "The WAL-Reset Bug").
    /// Pawl is safe with any version: one connection writes and checkpoints, behind a lock on a file.
    package static func sqlite(_ version: String) -> LibraryVersion {
        let parts = version.split(separator: ".").compactMap { Int($0) }
        guard parts.count >= 3 else { return LibraryVersion("SQLite", version) }
        let isFixed =
            switch (parts[0], parts[1]) {
            case (3, 44): parts[2] >= 6
            case (3, 50): parts[2] >= 7
            case (3, 51): parts[2] >= 3
            case (3, let minor): minor < 7 || minor > 51
            case (let major, _): major > 3
            }
        return LibraryVersion(
            "SQLite", version,
            note: isFixed
                ? nil : "has the WAL-reset bug (fixed in 3.51.3): let no other program than pawl write the journal; reading is safe")
    }
}
