import CSQLite
import PawlKit

/// A connection to a database file, confined to one thread.
final class Connection {
    /// How a connection is opened.
    enum Mode {
        /// The owner's: creates the file when there is none.
        case owner
        /// A reader's.
        case reader
        /// A reader's of a file that nobody writes and in a folder where nothing can be created.
        case immutableReader
        /// A database of its own that lives as long as the connection.
        case scratch
    }

    /// The name of the file, for messages.
    let path: String
    private let handle: OpaquePointer
    private var statements: [StatementKey: Statement] = [:]
    /// The code of the last failure, with its details.
    private(set) var lastFailure = SQLITE_OK

    /// What a cached statement is found by. A literal's address is its identity, so that no SQL text is hashed.
    private enum StatementKey: Hashable {
        case literal(UnsafePointer<UInt8>)
        case variant(Int)
    }

    init(path: String, mode: Mode) throws(JournalError) {
        self.path = path
        // No mutex: the connection never leaves its thread. Extended codes from the first call on.
        let common = SQLITE_OPEN_NOMUTEX | SQLITE_OPEN_EXRESCODE
        let (name, flags) =
            switch mode {
            case .owner: (path, common | SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE)
            case .reader: (path, common | SQLITE_OPEN_READONLY)
            case .immutableReader: (Self.uri(path) + "?immutable=1", common | SQLITE_OPEN_READONLY | SQLITE_OPEN_URI)
            // An empty name is a temporary file: https://www.sqlite.org/inmemorydb.html#temp_db
            case .scratch: ("", common | SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE)
            }
        var opened: OpaquePointer?
        let result = sqlite3_open_v2(name, &opened, flags, nil)
        guard result == SQLITE_OK, let opened else {
            let message = opened.map { String(cString: sqlite3_errmsg($0)) } ?? "out of memory"
            let system = opened.map { sqlite3_system_errno($0) } ?? 0
            sqlite3_close(opened)
            throw SQLiteFailure(code: result, message: message, systemError: system, path: path).error
        }
        handle = opened
        sqlite3_busy_timeout(handle, 10_000)
        pawl_sqlite_db_config_flag(handle, SQLITE_DBCONFIG_DEFENSIVE, 1)
        if mode == .reader { pawl_sqlite_db_config_flag(handle, SQLITE_DBCONFIG_NO_CKPT_ON_CLOSE, 1) }
    }

    deinit {
        statements = [:]
        sqlite3_close_v2(handle)
    }

    /// A statement that is prepared once for each place in the source that asks for it.
    func statement(_ sql: StaticString) throws(JournalError) -> Statement {
        let key = StatementKey.literal(sql.utf8Start)
        if let known = statements[key] { return known }
        return try prepare(sql.description, key)
    }

    /// A statement whose text is put together, prepared once for each number.
    func statement(variant: Int, _ sql: () -> String) throws(JournalError) -> Statement {
        let key = StatementKey.variant(variant)
        if let known = statements[key] { return known }
        return try prepare(sql(), key)
    }

    private func prepare(_ sql: String, _ key: StatementKey) throws(JournalError) -> Statement {
        let made = try prepare(sql, flags: UInt32(SQLITE_PREPARE_PERSISTENT))
        statements[key] = made
        return made
    }

    /// A statement that is used once.
    func statement(once sql: String) throws(JournalError) -> Statement { try prepare(sql, flags: 0) }

    private func prepare(_ sql: String, flags: UInt32) throws(JournalError) -> Statement {
        var prepared: OpaquePointer?
        let result = sqlite3_prepare_v3(handle, sql, -1, flags, &prepared, nil)
        guard result == SQLITE_OK, let prepared else { throw failure(result) }
        return Statement(handle: prepared, connection: self)
    }

    /// Takes the last failure as dealt with.
    func forgetFailure() { lastFailure = SQLITE_OK }

    /// Drops the prepared statements: after a failure, when a reset may not restore them.
    func forgetStatements() { statements = [:] }

    /// Runs statements without parameters and without rows.
    func execute(_ sql: String) throws(JournalError) {
        let result = sqlite3_exec(handle, sql, nil, nil, nil)
        guard result == SQLITE_OK else { throw failure(result) }
    }

    /// The single number that a query answers.
    func number(_ sql: String) throws(JournalError) -> Int64 {
        let statement = try statement(once: sql)
        return try statement.step() ? try statement.integer(0) : 0
    }

    /// The single text that a query answers.
    func answer(_ sql: String) throws(JournalError) -> String {
        let statement = try statement(once: sql)
        return try statement.step() ? try statement.text(0) : ""
    }

    /// Whether the system lets nothing be written.
    var isReadOnly: Bool { sqlite3_db_readonly(handle, "main") == 1 }
    /// Whether a transaction is open.
    var isInTransaction: Bool { sqlite3_get_autocommit(handle) == 0 }
    /// How many rows were ever changed.
    var totalChanges: Int64 { sqlite3_total_changes64(handle) }
    /// The number of the row inserted last.
    var lastInserted: Int64 { sqlite3_last_insert_rowid(handle) }

    /// The error for a result code of this connection.
    func failure(_ result: Int32) -> JournalError {
        lastFailure = result
        return SQLiteFailure(
            code: result, message: String(cString: sqlite3_errmsg(handle)), systemError: sqlite3_system_errno(handle), path: path
        ).error
    }

    /// The error for content that Pawl never writes.
    func damage(_ what: String) -> JournalError {
        JournalError(
            .corrupt, "'\(path)' is damaged: \(what). Keep a copy of the file, and restore a backup."
        )
    }

    /// The `file:` name of a path, with what a URI gives a meaning to escaped.
    private static func uri(_ path: String) -> String {
        var uri = "file:"
        for byte in path.utf8 {
            switch byte {
            case UInt8(ascii: "%"), UInt8(ascii: "?"), UInt8(ascii: "#"), 0x80...:
                uri += "%" + String(byte >> 4, radix: 16) + String(byte & 15, radix: 16)
            default: uri.unicodeScalars.append(Unicode.Scalar(byte))
            }
        }
        return uri
    }
}

@available(*, unavailable)
extension Connection: Sendable {}
