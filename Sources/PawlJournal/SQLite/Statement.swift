import CSQLite
import PawlKit

/// A prepared statement, confined to the thread of its connection.
///
/// Bind, step, read, and reset in a `defer`: a SELECT that is not reset keeps its read transaction open, and with it the log.
final class Statement {
    let handle: OpaquePointer
    private unowned let connection: Connection
    /// The first failure of a bind since the last reset, reported by the next step.
    private var bindResult = SQLITE_OK

    init(handle: OpaquePointer, connection: Connection) {
        self.handle = handle
        self.connection = connection
    }

    deinit { sqlite3_finalize(handle) }

    // MARK: Binding, from 1

    func bind(_ index: Int32, _ number: Int64) { note(sqlite3_bind_int64(handle, index, number)) }
    func bind(_ index: Int32, _ number: Int) { bind(index, Int64(number)) }

    func bind(_ index: Int32, _ number: Int64?) {
        if let number { bind(index, number) } else { note(sqlite3_bind_null(handle, index)) }
    }

    func bind(_ index: Int32, _ moment: Timestamp?) { bind(index, moment?.nanosecondsSince1970) }

    func bind(_ index: Int32, _ text: String) {
        var text = text
        let result = text.withUTF8 { bytes in bind(index, bytes) }
        note(result)
    }

    func bind(_ index: Int32, _ text: String?) {
        if let text { bind(index, text) } else { note(sqlite3_bind_null(handle, index)) }
    }

    /// Binds UTF-8 as text.
    func bind(_ index: Int32, utf8 bytes: [UInt8]) { note(bytes.withUnsafeBufferPointer { bind(index, $0) }) }

    func bind(_ index: Int32, _ json: RawJSON?) {
        if let json { bind(index, utf8: json.bytes) } else { note(sqlite3_bind_null(handle, index)) }
    }

    private func bind(_ index: Int32, _ bytes: UnsafeBufferPointer<UInt8>) -> Int32 {
        // SQLite takes a nil pointer for NULL, and an empty array may have none.
        guard let start = bytes.baseAddress else { return sqlite3_bind_text(handle, index, "", 0, pawl_sqlite_transient()) }
        return start.withMemoryRebound(to: CChar.self, capacity: bytes.count) {
            sqlite3_bind_text64(handle, index, $0, UInt64(bytes.count), pawl_sqlite_transient(), UInt8(SQLITE_UTF8))
        }
    }

    private func note(_ result: Int32) {
        if result != SQLITE_OK, bindResult == SQLITE_OK { bindResult = result }
    }

    // MARK: Running

    /// Goes to the next row; false at the end.
    func step() throws(JournalError) -> Bool {
        guard bindResult == SQLITE_OK else { throw connection.failure(bindResult) }
        switch sqlite3_step(handle) {
        case SQLITE_ROW: return true
        case SQLITE_DONE: return false
        case let result: throw connection.failure(result)
        }
    }

    /// Runs a statement that returns no rows.
    func run() throws(JournalError) {
        defer { reset() }
        while try step() {}
    }

    /// Makes it ready for the next use. Its result repeats the failure that the step reported already.
    func reset() {
        sqlite3_reset(handle)
        sqlite3_clear_bindings(handle)
        bindResult = SQLITE_OK
    }

    // MARK: Reading, from 0

    // The tables are STRICT, so that a value of another type is damage.

    func integer(_ column: Int32) throws(JournalError) -> Int64 {
        guard sqlite3_column_type(handle, column) == SQLITE_INTEGER else { throw wrongType(column) }
        return sqlite3_column_int64(handle, column)
    }

    func optionalInteger(_ column: Int32) throws(JournalError) -> Int64? {
        sqlite3_column_type(handle, column) == SQLITE_NULL ? nil : try integer(column)
    }

    func small(_ column: Int32) throws(JournalError) -> Int {
        guard let number = Int(exactly: try integer(column)) else { throw wrongType(column) }
        return number
    }

    func moment(_ column: Int32) throws(JournalError) -> Timestamp { Timestamp(nanosecondsSince1970: try integer(column)) }

    func optionalMoment(_ column: Int32) throws(JournalError) -> Timestamp? {
        try optionalInteger(column).map { Timestamp(nanosecondsSince1970: $0) }
    }

    func bytes(_ column: Int32) throws(JournalError) -> [UInt8] {
        guard sqlite3_column_type(handle, column) == SQLITE_TEXT, let start = sqlite3_column_text(handle, column) else {
            throw wrongType(column)
        }
        // The text first, then its length: https://www.sqlite.org/c3ref/column_blob.html
        return Array(UnsafeBufferPointer(start: start, count: Int(sqlite3_column_bytes(handle, column))))
    }

    func text(_ column: Int32) throws(JournalError) -> String { String(decoding: try bytes(column), as: UTF8.self) }

    func optionalText(_ column: Int32) throws(JournalError) -> String? {
        sqlite3_column_type(handle, column) == SQLITE_NULL ? nil : try text(column)
    }

    func json(_ column: Int32) throws(JournalError) -> RawJSON { RawJSON(try bytes(column)) }

    func optionalJSON(_ column: Int32) throws(JournalError) -> RawJSON? {
        sqlite3_column_type(handle, column) == SQLITE_NULL ? nil : try json(column)
    }

    private func wrongType(_ column: Int32) -> JournalError {
        let name = sqlite3_column_name(handle, column).map { String(cString: $0) } ?? "\(column)"
        return connection.damage("the column '\(name)' holds a value of another type")
    }
}

@available(*, unavailable)
extension Statement: Sendable {}
