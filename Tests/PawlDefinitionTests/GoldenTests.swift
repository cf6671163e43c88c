import Foundation
import PawlDefinition
import PawlKit
import Testing

/// Workflow files with mistakes, and what is said about them. `PAWL_UPDATE_GOLDEN=1` writes the expected texts anew.
@Suite struct GoldenTests {
    static let folder = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "Golden")

    static let names: [String] = {
        let files = (try? FileManager.default.contentsOfDirectory(atPath: folder.path())) ?? []
        return files.filter { $0.hasSuffix(".yaml") }.map { String($0.dropLast(5)) }.sorted()
    }()

    @Test func `there are golden files`() { #expect(Self.names.count >= 10) }

    @Test(arguments: names)
    func diagnostics(_ name: String) throws {
        let bytes = try Data(contentsOf: Self.folder.appending(path: "\(name).yaml"))
        let loaded = DefinitionLoader.load(Array(bytes), file: "\(name).yaml", catalog: Loading.catalog)
        let text = Rendering.lines(loaded).map { $0 + "\n" }.joined()
        let expected = Self.folder.appending(path: "\(name).txt")
        if ProcessInfo.processInfo.environment["PAWL_UPDATE_GOLDEN"] == "1" {
            try text.write(to: expected, atomically: true, encoding: .utf8)
        }
        #expect(text == (try String(contentsOf: expected, encoding: .utf8)))
        #expect((loaded.machine == nil) == loaded.hasErrors)
        // Each finding is on the page and points at something.
        let lines = text.isEmpty ? 0 : loaded.text.split(separator: "\n", omittingEmptySubsequences: false).count
        #expect(loaded.diagnostics.allSatisfy { $0.range.start.line <= lines && !$0.wording.message.isEmpty })
    }
}
