import Foundation
import TestSupport
import Testing

/// Compares texts with files in `Tests/Examples/Golden`; with `PAWL_UPDATE_GOLDEN=1` in the environment it writes them instead.
enum GoldenFile {
    static func expect(_ text: String, _ name: String, sourceLocation: SourceLocation = #_sourceLocation) throws {
        let url = BuiltPawl.repository.appending(path: "Tests/Examples/Golden/\(name).txt")
        if ProcessInfo.processInfo.environment["PAWL_UPDATE_GOLDEN"] == "1" { return try Data(text.utf8).write(to: url) }
        let stored = (try? String(contentsOf: url, encoding: .utf8)) ?? "(there is no file)"
        #expect(text == stored, "Golden/\(name).txt differs; PAWL_UPDATE_GOLDEN=1 rewrites it", sourceLocation: sourceLocation)
    }

    /// A text without what differs from run to run: ids of instances, times, and the width that they take.
    static func normalised(_ text: String) -> String {
        text.replacing(/\b(hello|approval|nightly-job|order|device|review) [0-9a-z]{4,}\b/) { "\($0.1) ID" }
            .replacing(/pawl history [0-9a-z]{4,}/) { _ in "pawl history ID" }
            .replacing(/"id":"[0-9a-z]{12}"/) { _ in "\"id\":\"ID\"" }
            .replacing(/\d{4}-\d\d-\d\dT[0-9:.]+Z/) { _ in "TIME" }
            .replacing(/\d+\.\d s\b/) { _ in "N s" }
            .replacing(/until (tomorrow|today)? ?\d\d:\d\d/) { _ in "until TIME" }
    }
}
