import Foundation
import PawlDefinition
import PawlKit
import PawlMachine
import TestSupport
import Testing

/// Pictures of machines that nobody made to be drawn: those of the conformance tests, as the importer translates them.
///
/// The public ones are outside the package, as `Tests/Conformance` says.
@Suite struct ConformancePictureTests {
    struct Folder: Sendable, CustomTestStringConvertible {
        let url: URL
        var testDescription: String { url.lastPathComponent }
        var exists: Bool { FileManager.default.fileExists(atPath: url.path()) }
    }

    static let own = Folder(url: BuiltPawl.repository.appending(path: "Tests/Conformance/Fixtures"))
    static let `public` = Folder(
        url: ProcessInfo.processInfo.environment["PAWL_SCXML_CONFORMANCE"].map { URL(filePath: $0) }
            ?? BuiltPawl.repository.deletingLastPathComponent().appending(path: "shared/conformance/scxml"))
    static let folders = [own, `public`].filter(\.exists)

    @Test(arguments: folders)
    func `each machine is drawn, and accepted`(_ folder: Folder) throws {
        let files = FileManager.default.enumerator(atPath: folder.url.path())?.compactMap { $0 as? String }.filter {
            $0.hasSuffix(".scxml")
        }
        var dots: [String] = []
        for file in (files ?? []).sorted() {
            let bytes = Array(try Data(contentsOf: folder.url.appending(path: file)))
            let imported = SCXMLImporter.translate(bytes, file: file, name: "machine")
            let text = try #require(imported.text, "\(file)")
            let machine = try #require(Loading.load(text).machine, "\(file)")
            let picture = MachinePicture(machine)
            #expect(MermaidGrammar(MermaidText.text(picture)).problems == [], "\(file)")
            dots.append(DotText.text(picture))
            let table = StateEventTable(machine)
            #expect(table.lines.allSatisfy { $0.cells.count == table.columns.count }, "\(file)")
            #expect(TransitionTable(picture).ways.count >= machine.rows.count, "\(file)")
        }
        #expect(dots.count >= 12)
        // Graphviz takes several pictures in one text.
        if DotProgram.path != nil {
            let (said, svg) = try DotProgram.draw(dots.joined())
            #expect(said == "")
            #expect(svg.components(separatedBy: "</svg>").count == dots.count + 1)
        }
    }
}
