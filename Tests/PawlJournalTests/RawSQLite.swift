import Foundation

/// The stock `sqlite3` program, as a person would use it.
enum RawSQLite {
    struct Failure: Error { let message: String }

    /// Runs statements on a file.
    static func run(_ path: String, _ sql: String) throws { _ = try sqlite3([path, sql]) }

    /// The rows of a query, read-only, each by name of column; NULL is left out.
    static func rows(_ path: String, _ sql: String) throws -> [[String: String]] {
        let text = try sqlite3(["-readonly", "-json", path, sql])
        guard !text.isEmpty else { return [] }
        let rows = try JSONSerialization.jsonObject(with: Data(text.utf8)) as? [[String: Any]] ?? []
        return rows.map { row in row.compactMapValues { $0 is NSNull ? nil : "\($0)" } }
    }

    private static func sqlite3(_ arguments: [String]) throws -> String {
        let process = Process()
        process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
        process.arguments = ["sqlite3", "-bail"] + arguments
        let (output, errors) = (Pipe(), Pipe())
        process.standardOutput = output
        process.standardError = errors
        try process.run()
        let text = String(decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
        let complaint = String(decoding: errors.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
        process.waitUntilExit()
        guard process.terminationStatus == 0 else { throw Failure(message: complaint) }
        return text
    }
}
