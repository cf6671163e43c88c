import Foundation
import Testing

/// The arrows between rooms: as the documentation writes them, as the manifest has them, and as the sources import.
struct ArrowTests {
    private static let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent()

    private static func text(_ path: String) throws -> String {
        try String(contentsOf: root.appendingPathComponent(path), encoding: .utf8)
    }

    /// The arrows of the documentation.
    private static func documented() throws -> [String: Set<String>] {
        var arrows: [String: Set<String>] = [:]
        for line in try text("Documentation/architecture.md").split(separator: "\n") {
            let sides = line.components(separatedBy: " → ")
            guard sides.count == 2, sides[0].hasPrefix("Pawl"), !sides[0].contains(" ") else { continue }
            arrows[sides[0]] = sides[1] == "nothing" ? [] : Set(sides[1].components(separatedBy: ", "))
        }
        return arrows
    }

    @Test func `the manifest has the arrows of the documentation`() throws {
        let manifest = try Self.text("Package.swift")
        let table = try #require(manifest.range(of: "let rooms"))
        let end = try #require(manifest.range(of: "for room in rooms", range: table.upperBound..<manifest.endIndex))
        let names = manifest[table.upperBound..<end.lowerBound].components(separatedBy: "\"").enumerated()
            .compactMap { $0.offset % 2 == 1 ? $0.element : nil }
        let arrows = try Self.documented()
        #expect(arrows.count >= 12)
        var found: [String: Set<String>] = [:]
        var room: String?
        // Rooms come in the order of the documentation, each followed by what it knows.
        let order = try Self.text("Documentation/architecture.md").split(separator: "\n").map { String($0) }
            .filter { $0.contains(" → ") && $0.hasPrefix("Pawl") }.map { $0.components(separatedBy: " → ")[0] }
        for name in names {
            if order.contains(name), found[name] == nil, room == nil || name == order[found.count] {
                room = name
                found[name] = []
            } else if let room {
                found[room]?.insert(name)
            }
        }
        #expect(found == arrows)
    }

    @Test func `sources import what their arrows name, and no Foundation`() throws {
        let system: Set = ["Glibc", "Dispatch", "Synchronization"]
        let mayUseSystem: Set = ["PawlSystem", "PawlJournal", "PawlControl", "PawlCommands"]
        for (room, known) in try Self.documented() {
            try Self.forEachImport(in: "Sources/\(room)") { file, name in
                let isAllowed =
                    known.contains(name) || (room == "PawlTestKit" && name == "Testing") || name == "Synchronization"
                    || (system.contains(name) && mayUseSystem.contains(room))
                #expect(isAllowed, "\(file) of \(room) imports \(name)")
            }
        }
    }

    @Test func `plugins import PawlKit only, but for the one that generates code`() throws {
        let folders = try FileManager.default.contentsOfDirectory(atPath: Self.root.appendingPathComponent("Plugins").path)
        #expect(folders.count >= 5)
        for folder in folders where folder != "Codegen" {
            try Self.forEachImport(in: "Plugins/\(folder)") { file, name in
                #expect(["PawlKit", "Synchronization"].contains(name), "\(file) of the plugin \(folder) imports \(name)")
            }
        }
        try Self.forEachImport(in: "Sources/pawl") { file, name in
            #expect(name == "PawlCommands" || name.hasSuffix("Plugin"), "\(file) of pawl imports \(name)")
        }
    }

    /// Calls a function with each import of the sources in a folder, of which there must be some.
    private static func forEachImport(in folder: String, _ body: (_ file: String, _ module: String) -> Void) throws {
        // Attributes, an access level, and the kind and name of a single declaration may stand around the module.
        let importLine = /^\s*(?:@\w+\s+)*(?:\w+\s+)?import\s+(?:(?:struct|class|enum|protocol|func|typealias|var|let)\s+)?(\w+)/
        let url = root.appendingPathComponent(folder)
        let files = FileManager.default.enumerator(at: url, includingPropertiesForKeys: nil)?.compactMap { $0 as? URL } ?? []
        #expect(files.contains { $0.pathExtension == "swift" }, "\(folder) has no sources")
        for file in files where file.pathExtension == "swift" {
            // What stands in a text of several lines is written by the program, not compiled into it.
            var isText = false
            for line in try String(contentsOf: file, encoding: .utf8).split(separator: "\n") {
                if line.components(separatedBy: "\"\"\"").count == 2 { isText.toggle() }
                if !isText, let match = line.firstMatch(of: importLine) { body(file.lastPathComponent, String(match.1)) }
            }
            #expect(!isText, "\(file.lastPathComponent) ends inside a text")
        }
    }
}
