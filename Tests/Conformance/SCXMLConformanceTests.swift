import Foundation
import PawlDefinition
import PawlJournal
import PawlKit
import Testing

/// Runs machines of the SCXML test framework (https://github.com/jbeard4/scxml-test-framework), and our own of the same form.
///
/// The public ones are outside the package: in `$PAWL_SCXML_CONFORMANCE`, or in `../shared/conformance/scxml` beside it.
@Suite struct SCXMLConformanceTests {
    static let folder: URL = {
        if let path = ProcessInfo.processInfo.environment["PAWL_SCXML_CONFORMANCE"] { return URL(filePath: path) }
        let package = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
        return package.deletingLastPathComponent().appending(path: "shared/conformance/scxml")
    }()

    @Test(
        "the machines of the SCXML test framework pass",
        .enabled(
            if: FileManager.default.fileExists(atPath: folder.path),
            "no machines at \(folder.path); set PAWL_SCXML_CONFORMANCE to the folder with their groups"))
    func framework() async throws {
        let scripts = try SCXMLScript.all(in: Self.folder)
        #expect(!scripts.isEmpty, "there are no machines in \(Self.folder.path)")
        try await Self.pass(scripts)
    }

    @Test func `our own machines pass`() async throws {
        let scripts = try SCXMLScript.all(in: FixtureTests.folder)
        #expect(scripts.count >= 12)
        try await Self.pass(scripts)
    }

    /// Runs each script in memory and on disk, without and with a stop after each event, and prints what passed.
    private static func pass(_ scripts: [SCXMLScript]) async throws {
        var counts: [String: (passed: Int, failed: Int)] = [:]
        for script in scripts {
            do {
                let imported = try script.translated()
                guard let text = imported.text else {
                    let problems = imported.diagnostics.map { "\($0.range.start.line): \($0.wording.message)" }
                    throw ScriptRun.Failure(description: "cannot be translated: \(problems)")
                }
                for restarts in [false, true] {
                    try await ScriptRun(script, text: text, store: MemoryJournal(), restarts: restarts).run()
                    try await onDisk { store in
                        try await ScriptRun(script, text: text, store: store, restarts: restarts).run()
                    }
                }
                counts[script.group, default: (0, 0)].passed += 1
            } catch {
                counts[script.group, default: (0, 0)].failed += 1
                Issue.record("\(script.group)/\(script.name): \(error)")
            }
        }
        for (group, count) in counts.sorted(by: { $0.key < $1.key }) { print("\(group): \(count.passed) passed, \(count.failed) failed") }
        print("in all: \(counts.values.reduce(0) { $0 + $1.passed }) of \(scripts.count) passed")
    }

    private static func onDisk(_ body: (any JournalStore) async throws -> Void) async throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: "pawl-scxml-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let store = try await SQLiteJournal.open(path: folder.appending(path: "journal.db").path)
        do {
            try await body(store)
        } catch {
            await store.close()
            throw error
        }
        await store.close()
    }
}
