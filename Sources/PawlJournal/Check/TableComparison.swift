import CSQLite
import PawlKit

/// A derived table, with what its rows are ordered by; the instance comes first.
struct DerivedTable {
    let name: String
    let key: [String]

    static let all = [
        DerivedTable(name: "instances", key: ["id"]),
        DerivedTable(name: "inputs", key: ["instance"]),
        DerivedTable(name: "effects", key: ["instance", "position", "feedback", "element"]),
        DerivedTable(name: "timers", key: ["instance", "position", "name"]),
        DerivedTable(name: "queue", key: ["instance", "arrival"]),
        DerivedTable(name: "dedupe", key: ["instance", "key"]),
    ]
}

/// Compares a stored table with what it should be, row by row in the order of the key, so that no table has to fit into memory.
struct TableComparison {
    /// A row that is not as it should be.
    struct Difference {
        let instance: Int64
        let what: String
    }

    let stored: Connection
    let expected: Connection

    func differences(of table: DerivedTable, limit: Int) throws(JournalError) -> [Difference] {
        let sql = "SELECT * FROM \(table.name) ORDER BY \(table.key.joined(separator: ", "))"
        var left = try Cursor(stored.statement(once: sql), table)
        var right = try Cursor(expected.statement(once: sql), table)
        var differences: [Difference] = []
        while differences.count < limit {
            switch (left.row, right.row) {
            case (nil, nil): return differences
            case (let row?, nil):
                differences.append(row.difference("a row that no entry explains"))
                try left.advance()
            case (nil, let row?):
                differences.append(row.difference("a row is missing"))
                try right.advance()
            case (let found?, let wanted?):
                if found.precedes(wanted) {
                    differences.append(found.difference("a row that no entry explains"))
                    try left.advance()
                } else if wanted.precedes(found) {
                    differences.append(wanted.difference("a row is missing"))
                    try right.advance()
                } else {
                    let columns = found.columns(differentFrom: wanted)
                    if !columns.isEmpty {
                        differences.append(found.difference("differs from the entries in \(columns.joined(separator: ", "))"))
                    }
                    try left.advance()
                    try right.advance()
                }
            }
        }
        return differences
    }
}

/// The rows of a query one after another.
private struct Cursor {
    private let statement: Statement
    private let table: DerivedTable
    private(set) var row: Row?

    init(_ statement: Statement, _ table: DerivedTable) throws(JournalError) {
        self.statement = statement
        self.table = table
        try advance()
    }

    mutating func advance() throws(JournalError) {
        row = try statement.step() ? Row(names: statement.columnNames, cells: statement.cells, table: table) : nil
    }
}

/// A row with the names of its columns.
private struct Row {
    let names: [String]
    let cells: [Cell]
    let table: DerivedTable

    private var key: [Cell] { table.key.compactMap { name in names.firstIndex(of: name).map { cells[$0] } } }

    func precedes(_ other: Row) -> Bool { key.lexicographicallyPrecedes(other.key) }

    func columns(differentFrom other: Row) -> [String] {
        zip(names, zip(cells, other.cells)).filter { $1.0 != $1.1 }.map(\.0)
    }

    func difference(_ what: String) -> TableComparison.Difference {
        guard case .integer(let instance)? = key.first else { return .init(instance: 0, what: what) }
        let rest = key.dropFirst().map(\.description)
        return .init(instance: instance, what: rest.isEmpty ? what : "\(rest.joined(separator: "/")): \(what)")
    }
}

/// A value as SQLite holds it, in SQLite's order.
private enum Cell: Comparable, CustomStringConvertible {
    case null
    case integer(Int64)
    case text([UInt8])
    case other

    var description: String {
        switch self {
        case .null: "null"
        case .integer(let number): "\(number)"
        case .text(let bytes): String(decoding: bytes, as: UTF8.self)
        case .other: "?"
        }
    }

    static func < (left: Cell, right: Cell) -> Bool {
        switch (left, right) {
        case (.integer(let a), .integer(let b)): a < b
        case (.text(let a), .text(let b)): a.lexicographicallyPrecedes(b)
        default: left.rank < right.rank
        }
    }

    private var rank: Int {
        switch self {
        case .null: 0
        case .integer: 1
        case .text: 2
        case .other: 3
        }
    }
}

extension Statement {
    /// The names of the columns.
    fileprivate var columnNames: [String] {
        (0..<sqlite3_column_count(handle)).map { sqlite3_column_name(handle, $0).map { String(cString: $0) } ?? "" }
    }

    /// The values of the current row.
    fileprivate var cells: [Cell] {
        (0..<sqlite3_column_count(handle)).map { column in
            switch sqlite3_column_type(handle, column) {
            case SQLITE_NULL: .null
            case SQLITE_INTEGER: .integer(sqlite3_column_int64(handle, column))
            case SQLITE_TEXT: (try? bytes(column)).map { .text($0) } ?? .other
            default: .other
            }
        }
    }
}
