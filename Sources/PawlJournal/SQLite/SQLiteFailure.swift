import CSQLite
import Glibc
import PawlKit

/// What SQLite reported, and its wording: what happened to which file, and what to do.
struct SQLiteFailure {
    /// The extended result code: https://www.sqlite.org/rescode.html
    let code: Int32
    /// SQLite's own words.
    let message: String
    /// The system's error number; 0 for none.
    let systemError: Int32
    /// The file.
    let path: String

    /// The error for callers.
    var error: JournalError {
        let system = systemError == 0 ? "" : ": " + String(cString: strerror(systemError))
        switch code & 0xFF {
        case SQLITE_FULL:
            return JournalError(
                .full,
                "The disk that holds '\(path)' is full. Nothing was recorded; free some space and try again. What was recorded before is safe."
            )
        case SQLITE_CONSTRAINT:
            return JournalError(.conflict, "The write contradicts what '\(path)' holds (\(message)); it was not recorded.")
        case SQLITE_CORRUPT:
            return JournalError(
                .corrupt,
                "'\(path)' is damaged (\(message)). Keep a copy of the file and of '\(path)-wal', and restore a backup.")
        case SQLITE_NOTADB:
            return JournalError(.notAJournal, "'\(path)' is no journal of Pawl and was left alone. Name another file.")
        case SQLITE_READONLY:
            return JournalError(
                .readOnly,
                "'\(path)' cannot be written\(system). Give yourself write permission for the file and its folder, or name another file.")
        case SQLITE_CANTOPEN:
            return JournalError(
                systemError == EACCES || systemError == EROFS ? .readOnly : .unavailable,
                "'\(path)' cannot be opened\(system.isEmpty ? ": \(message)" : system). Check that its folder exists and that you may write to it."
            )
        case SQLITE_PERM, SQLITE_AUTH:
            return JournalError(.readOnly, "You may not use '\(path)'\(system). Check the permissions of the file and its folder.")
        case SQLITE_BUSY, SQLITE_LOCKED:
            return JournalError(
                .unavailable, "Another program holds a lock on '\(path)'. Only Pawl may write to it; close the other program and try again."
            )
        case SQLITE_IOERR:
            if systemError == ENOSPC || systemError == EDQUOT {
                return SQLiteFailure(code: SQLITE_FULL, message: message, systemError: systemError, path: path).error
            }
            return JournalError(
                .unavailable,
                "Reading or writing '\(path)' failed\(system.isEmpty ? ": \(message)" : system) (SQLite code \(code)). Check the disk.")
        default:
            return JournalError(.unavailable, "'\(path)': \(message) (SQLite code \(code))\(system).")
        }
    }
}
