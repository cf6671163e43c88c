import Foundation
import Testing

/// The real Graphviz, when it is installed.
enum DotProgram {
    static let path: String? = (ProcessInfo.processInfo.environment["PATH"] ?? "/usr/bin").split(separator: ":").map { $0 + "/dot" }
        .first { FileManager.default.isExecutableFile(atPath: $0) }

    /// What it says when it draws a text; empty when it has nothing against it.
    static func complaints(about dot: String) throws -> String {
        let (said, svg) = try draw(dot)
        guard svg.contains("<svg") else { return "no picture: " + said }
        return said
    }

    /// What it says, and the picture.
    static func draw(_ dot: String) throws -> (said: String, svg: String) {
        let file = FileManager.default.temporaryDirectory.appending(path: "pawl-\(UUID().uuidString)")
        defer { for end in ["dot", "svg", "txt"] { try? FileManager.default.removeItem(at: file.appendingPathExtension(end)) } }
        try Data(dot.utf8).write(to: file.appendingPathExtension("dot"))
        for end in ["svg", "txt"] { _ = FileManager.default.createFile(atPath: file.appendingPathExtension(end).path(), contents: nil) }
        let process = Process()
        process.executableURL = URL(filePath: path ?? "/usr/bin/dot")
        process.arguments = ["-Tsvg", file.appendingPathExtension("dot").path()]
        process.standardOutput = try FileHandle(forWritingTo: file.appendingPathExtension("svg"))
        process.standardError = try FileHandle(forWritingTo: file.appendingPathExtension("txt"))
        try process.run()
        process.waitUntilExit()
        var said = try String(contentsOf: file.appendingPathExtension("txt"), encoding: .utf8)
        if process.terminationStatus != 0 { said += "exit code \(process.terminationStatus)" }
        return (said, try String(contentsOf: file.appendingPathExtension("svg"), encoding: .utf8))
    }
}

extension Trait where Self == ConditionTrait {
    /// Runs a test only where Graphviz is installed.
    static var withGraphviz: Self { .enabled(if: DotProgram.path != nil, "Graphviz is not installed: apt-get install graphviz") }
}
