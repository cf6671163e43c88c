import Foundation
import PawlDefinition
import PawlKit
import PawlMachine
import TestSupport
import Testing

/// Pictures of the workflows that are shipped, and of machines made to have everything.
///
/// `PAWL_UPDATE_GOLDEN=1` writes the expected texts anew.
@Suite struct GraphTests {
    struct Drawn: Sendable, CustomTestStringConvertible {
        let name: String
        let path: String
        var testDescription: String { name }

        func machine() throws -> Machine {
            let loaded = DefinitionLoader.load(Array(try Data(contentsOf: URL(filePath: path))), file: name, catalog: Loading.catalog)
            #expect(!loaded.hasErrors, "\(Rendering.lines(loaded))")
            return try #require(loaded.machine)
        }
    }

    static let golden = GoldenTests.folder.appending(path: "Graph")

    static let drawn: [Drawn] = [BuiltPawl.repository.appending(path: "workflows"), golden].flatMap { folder in
        let files = (try? FileManager.default.contentsOfDirectory(atPath: folder.path())) ?? []
        return files.filter { $0.hasSuffix(".yaml") && $0 != "pawl.yaml" && !$0.hasSuffix(".test.yaml") }.sorted().map {
            Drawn(name: String($0.dropLast(5)), path: folder.appending(path: $0).path())
        }
    }

    @Test func `there are workflows to draw`() { #expect(Self.drawn.count >= 6) }

    private func expect(_ text: String, _ file: String) throws {
        let url = Self.golden.appending(path: file)
        if ProcessInfo.processInfo.environment["PAWL_UPDATE_GOLDEN"] == "1" { try Data(text.utf8).write(to: url) }
        let stored = (try? String(contentsOf: url, encoding: .utf8)) ?? "(there is no file)"
        #expect(text == stored, "PAWL_UPDATE_GOLDEN=1 rewrites \(file)")
    }

    @Test(arguments: drawn)
    func `Mermaid`(_ drawn: Drawn) throws {
        let text = MermaidText.text(MachinePicture(try drawn.machine()))
        #expect(MermaidGrammar(text).problems == [])
        try expect(text, "\(drawn.name).mermaid.txt")
    }

    @Test(arguments: drawn)
    func `DOT`(_ drawn: Drawn) throws {
        try expect(DotText.text(MachinePicture(try drawn.machine())), "\(drawn.name).dot.txt")
    }

    @Test(.withGraphviz, arguments: drawn)
    func `Graphviz draws it without a word`(_ drawn: Drawn) throws {
        #expect(try DotProgram.complaints(about: DotText.text(MachinePicture(try drawn.machine()))) == "")
    }

    @Test(arguments: drawn)
    func `every state and every row is in the picture`(_ drawn: Drawn) throws {
        let machine = try drawn.machine()
        let picture = MachinePicture(machine)
        let mermaid = MermaidGrammar(MermaidText.text(picture))
        #expect(mermaid.states.count >= machine.states.count - 1)
        let targets = machine.rows.filter { !$0.targets.isEmpty }
        #expect(mermaid.arrows.count >= targets.count)
        #expect(TransitionTable(picture).ways.count >= machine.rows.count)
        let updates = machine.rows.count - targets.count
        #expect(picture.nodes.flatMap(\.notes).filter(\.isWay).count == updates)
    }

    @Test func `the guide shows what is drawn`() throws {
        func block(_ kind: String, of path: String) throws -> String {
            let text = try String(contentsOf: BuiltPawl.repository.appending(path: path), encoding: .utf8)
            let rest = try #require(text.components(separatedBy: "```\(kind)\n").dropFirst().first)
            return try #require(rest.components(separatedBy: "```").first)
        }
        let machine = try #require(Loading.load(try block("yaml", of: "README.md")).machine)
        #expect(try block("mermaid", of: "Documentation/graph.md") == MermaidText.text(MachinePicture(machine)))
    }

    @Test func `a machine of a thousand states grows as its text does`() throws {
        func size(_ states: Int) throws -> (steps: Int, text: Int) {
            let names = (0..<states).map { "  S\($0):\n" }.joined()
            let rows = (0..<states).map { "  - { from: S\($0), on: Next, to: S\(($0 + 1) % states) }\n" }.joined()
            let text = "workflow: ring\nevents: { Next: }\nstates:\n\(names)initial: S0\ntransitions:\n\(rows)"
            let machine = try #require(Loading.load(text).machine)
            let picture = MachinePicture(machine)
            #expect(MermaidGrammar(MermaidText.text(picture)).problems == [])
            return (picture.edges.count, DotText.text(picture).utf8.count + MermaidText.text(picture).utf8.count)
        }
        let (small, large) = (try size(100), try size(1_000))
        #expect(large.steps == 1_001 && small.steps == 101)
        #expect(large.text < small.text * 11)
    }
}
