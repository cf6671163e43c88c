import Foundation
import PawlDefinition
import PawlKit
import Testing

/// What the importer writes, and what it refuses, in golden files. `PAWL_UPDATE_GOLDEN=1` writes them anew.
@Suite struct FixtureTests {
    static let folder = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "Fixtures")
    static let refused = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "Refused")

    private static func names(in folder: URL) -> [String] {
        let files = (try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? []
        return files.filter { $0.hasSuffix(".scxml") }.map { String($0.dropLast(6)) }.sorted()
    }

    private static func expect(_ text: String, _ file: URL) throws {
        if ProcessInfo.processInfo.environment["PAWL_UPDATE_GOLDEN"] == "1" { try text.write(to: file, atomically: true, encoding: .utf8) }
        #expect(text == (try String(contentsOf: file, encoding: .utf8)))
    }

    @Test(arguments: try SCXMLScript.all(in: folder))
    func `the workflow reads as expected`(script: SCXMLScript) throws {
        let imported = try script.translated()
        #expect(imported.diagnostics.allSatisfy { $0.severity == .warning }, "\(imported.diagnostics.map(\.wording.message))")
        let text = try #require(imported.text)
        try Self.expect(text, script.machine.deletingPathExtension().appendingPathExtension("yaml"))
    }

    @Test(arguments: names(in: refused))
    func `what cannot be translated is listed with its place`(name: String) throws {
        let bytes = Array(try Data(contentsOf: Self.refused.appending(path: "\(name).scxml")))
        let imported = SCXMLImporter.translate(bytes, file: "\(name).scxml", name: name)
        #expect(imported.text == nil)
        let lines = imported.diagnostics.map { finding in
            let (start, end) = (finding.range.start, finding.range.end)
            let help = finding.wording.help.map { "\n    help: \($0)" } ?? ""
            return "\(start.line):\(start.column)-\(end.line):\(end.column) \(finding.severity)[\(finding.code)]: "
                + finding.wording.message + help + "\n"
        }
        try Self.expect(lines.joined(), Self.refused.appending(path: "\(name).txt"))
    }
}
