import CSQLite
import Glibc
import PawlKit

/// Opens database files, and refuses those that are none of ours before anything touches them.
enum StoreFile {
    /// What the first bytes of a file say.
    private enum Look {
        case absent
        case empty
        case journal
    }

    /// The owner's connection. Creates the file when there is none, and brings its tables up to date.
    ///
    /// The caller holds the ``StoreLock``.
    static func openForOwner(_ path: StorePath) throws(JournalError) -> Connection {
        let look = try look(at: path)
        let connection = try Connection(path: path.file, mode: .owner)
        guard !connection.isReadOnly else {
            throw JournalError(
                .readOnly, "'\(path.file)' is read-only. Give yourself write permission for it, or copy it elsewhere.")
        }
        // Debian builds SQLite with SECURE_DELETE, which overwrites deleted rows with zeros. All that is deleted here is in the entries anyway.
        try connection.execute("PRAGMA secure_delete = OFF; PRAGMA synchronous = FULL; PRAGMA trusted_schema = OFF")
        let tables = try connection.number("SELECT count(*) FROM sqlite_master")
        if look == .journal || tables > 0 {
            try checkIsOurs(connection)
            try useLog(connection)
            try migrate(connection)
        } else {
            // First the tables and then the log, so that the file itself says from the start whose it is.
            try migrate(connection)
            try useLog(connection)
        }
        return connection
    }

    /// A reader's connection. Works beside an owner and without one, and changes nothing.
    static func openForReader(_ path: StorePath) throws(JournalError) -> Connection {
        guard try look(at: path) == .journal else {
            throw JournalError(
                .notFound, "There is no journal at '\(path.file)'. Name an existing store, or start a workflow to create it.")
        }
        let connection = try Connection(path: path.file, mode: .reader)
        do throws(JournalError) {
            // The owner alone moves the log into the file: https://www.sqlite.org/wal.html#the_wal_reset_bug.
            try connection.execute("PRAGMA wal_autocheckpoint = 0; PRAGMA query_only = ON; PRAGMA trusted_schema = OFF")
            try checkIsOurs(connection)
        } catch {
            guard [SQLITE_CANTOPEN, SQLITE_READONLY].contains(connection.lastFailure & 0xFF) else { throw error }
            return try openWithoutSharedMemory(path)
        }
        try checkIsCurrent(connection)
        return connection
    }

    /// Reads a file in a folder where nothing can be created, as long as the file alone is complete.
    private static func openWithoutSharedMemory(_ path: StorePath) throws(JournalError) -> Connection {
        guard size(of: path.log) == 0, !StoreLock.isHeld(path) else {
            throw JournalError(
                .readOnly,
                "'\(path.file)' cannot be read where it is: its newest entries are in '\(path.log)', and to read them '\(path.sharedMemory)' "
                    + "would have to be created in a folder that does not let you. Copy both files to a folder of yours, or make the folder writable."
            )
        }
        let connection = try Connection(path: path.file, mode: .immutableReader)
        try connection.execute("PRAGMA query_only = ON; PRAGMA trusted_schema = OFF")
        try checkIsOurs(connection)
        try checkIsCurrent(connection)
        return connection
    }

    /// Bytes of a file; 0 when there is none.
    static func size(of path: String) -> Int64 {
        var status = stat()
        return stat(path, &status) == 0 ? Int64(status.st_size) : 0
    }

    // MARK: Whose file it is

    /// Looks at the header without SQLite, which would write next to the file: https://www.sqlite.org/fileformat.html#the_database_header
    private static func look(at path: StorePath) throws(JournalError) -> Look {
        let descriptor = open(path.file, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else {
            if errno == ENOENT { return .absent }
            throw JournalError(
                errno == EACCES || errno == EPERM ? .readOnly : .unavailable,
                "'\(path.file)' cannot be opened: \(String(cString: strerror(errno))).")
        }
        defer { close(descriptor) }
        var status = stat()
        guard fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFREG else {
            throw JournalError(.unavailable, "'\(path.file)' is no file. Name a file for the store.")
        }
        let header = [UInt8](unsafeUninitializedCapacity: 100) { buffer, count in
            count = max(0, pread(descriptor, buffer.baseAddress!, 100, 0))
        }
        // Zeros: the power failed while the file was created.
        if header.allSatisfy({ $0 == 0 }) { return .empty }
        guard header.count == 100, header.starts(with: "SQLite format 3\0".utf8) else { throw notOurs(path.file) }
        func number(at offset: Int) -> Int64 { header[offset..<offset + 4].reduce(0) { $0 << 8 | Int64($1) } }
        // A process that died while it created the file may have left the header to be undone.
        if number(at: 68) != Schema.applicationID, size(of: path.file + "-journal") == 0 { throw notOurs(path.file) }
        if number(at: 60) > Schema.version { throw tooNew(path.file, number(at: 60)) }
        return .journal
    }

    private static func checkIsOurs(_ connection: Connection) throws(JournalError) {
        guard try connection.number("PRAGMA application_id") == Schema.applicationID else { throw notOurs(connection.path) }
        let version = try connection.number("PRAGMA user_version")
        if version > Schema.version { throw tooNew(connection.path, version) }
    }

    private static func checkIsCurrent(_ connection: Connection) throws(JournalError) {
        let version = try connection.number("PRAGMA user_version")
        if version < Schema.version {
            throw JournalError(
                .unavailable,
                "'\(connection.path)' was written by an older Pawl (tables of version \(version), and this one reads \(Schema.version)). "
                    + "Start the engine on it once to bring it up to date.")
        }
    }

    private static func notOurs(_ path: String) -> JournalError {
        JournalError(.notAJournal, "'\(path)' is no journal of Pawl and was left alone. Name another file.")
    }

    private static func tooNew(_ path: String, _ version: Int64) -> JournalError {
        JournalError(
            .tooNew,
            "'\(path)' was written by a newer Pawl (tables of version \(version), and this one knows \(Schema.version)). It was left alone; use the newer Pawl."
        )
    }

    // MARK: Tables and log

    private static func migrate(_ connection: Connection) throws(JournalError) {
        let version = Int(try connection.number("PRAGMA user_version"))
        for (index, migration) in Schema.migrations.enumerated().dropFirst(version) {
            do throws(JournalError) {
                try connection.execute(
                    """
                    BEGIN IMMEDIATE;
                    PRAGMA application_id = \(Schema.applicationID);
                    \(migration)
                    PRAGMA user_version = \(index + 1);
                    COMMIT
                    """)
            } catch {
                if connection.isInTransaction { try? connection.execute("ROLLBACK") }
                throw error
            }
        }
    }

    private static func useLog(_ connection: Connection) throws(JournalError) {
        // It answers the mode that is on, whatever was asked for.
        let mode = try connection.answer("PRAGMA journal_mode = WAL")
        guard mode == "wal" else {
            throw JournalError(
                .unavailable,
                "'\(connection.path)' lies on a file system without shared memory, which its log needs (the mode is '\(mode)'). "
                    + "Put the store on a local disk.")
        }
        // A long reader lets the log grow; afterwards it is cut back to this.
        try connection.execute("PRAGMA wal_autocheckpoint = 1000; PRAGMA journal_size_limit = 67108864")
    }
}
