import Foundation
import Testing

/// Compares texts with files in the repository; with `PAWL_UPDATE_GOLDEN=1` in the environment it writes them instead.
enum Golden {
    static let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent()

    static var isUpdating: Bool { ProcessInfo.processInfo.environment["PAWL_UPDATE_GOLDEN"] == "1" }

    /// Expects a text to be that of `Tests/Golden/Commands/<name>.txt`.
    static func expect(_ text: String, _ name: String, sourceLocation: SourceLocation = #_sourceLocation) throws {
        try expect(text, file: "Tests/Golden/Commands/\(name).txt", sourceLocation: sourceLocation)
    }

    /// Expects a text to be that of a file, by its path in the repository.
    static func expect(_ text: String, file: String, sourceLocation: SourceLocation = #_sourceLocation) throws {
        let url = root.appending(path: file)
        if isUpdating {
            try FileManager.default.createDirectory(at: url.deletingLastPathComponent(), withIntermediateDirectories: true)
            try Data(text.utf8).write(to: url)
            return
        }
        let stored = (try? String(contentsOf: url, encoding: .utf8)) ?? "(there is no file)"
        guard stored != text else { return }
        let difference = zip(
            stored.split(separator: "\n", omittingEmptySubsequences: false),
            text.split(separator: "\n", omittingEmptySubsequences: false)
        ).first { $0 != $1 }
        let first = difference.map { "first difference:\n  file: \($0)\n  now:  \($1)" } ?? "one is longer"
        Issue.record("\(file) differs; \(first)\nnow:\n\(text)\nPAWL_UPDATE_GOLDEN=1 rewrites it", sourceLocation: sourceLocation)
    }
}
