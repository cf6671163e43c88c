import CSQLite

extension SQLiteJournal {
    /// The version of the SQLite at work.
    package static var libraryVersion: String { String(cString: sqlite3_libversion()) }
}
