package import Foundation

/// A folder of its own with the examples in it, in which `pawl` runs.
package struct Workplace: Sendable {
    /// The folder.
    package let folder: String
    /// Variables besides `PATH`, `HOME`, `USER` and `TZ`.
    package var environment: [String: String] = [:]
    /// Words after those of every call.
    package var options: [String] = []

    /// Calls a body with a new workplace, and removes it.
    package static func with<Result>(_ body: (inout Workplace) async throws -> Result) async throws -> Result {
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent("pawl-work-\(UUID().uuidString)").path
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(atPath: folder) }
        try FileManager.default.copyItem(
            atPath: BuiltPawl.repository.appending(path: "workflows").path, toPath: folder + "/workflows")
        var workplace = Workplace(folder: folder)
        return try await body(&workplace)
    }

    /// Runs `pawl` to its end.
    @discardableResult package func pawl(_ words: String...) async throws -> Outcome { try await start(words).outcome() }

    /// Starts `pawl`.
    package func start(_ words: [String], patience: Duration = .seconds(60)) throws -> RunningProgram {
        try program(BuiltPawl.path(), words + options, patience: patience)
    }

    /// Runs another program to its end.
    package func program(_ path: String, _ words: [String], patience: Duration = .seconds(60)) throws -> RunningProgram {
        let own = [
            "PATH": ProcessInfo.processInfo.environment["PATH"] ?? "/usr/bin:/bin", "HOME": folder, "USER": "tester", "TZ": "UTC",
        ]
        return try RunningProgram(path, words, in: folder, environment: own.merging(environment) { $1 }, patience: patience)
    }

    /// Writes a file.
    package func write(_ text: String, to path: String) throws { try write(Data(text.utf8), to: path) }

    /// Writes a file.
    package func write(_ bytes: Data, to path: String) throws {
        let url = URL(fileURLWithPath: folder + "/" + path)
        try FileManager.default.createDirectory(at: url.deletingLastPathComponent(), withIntermediateDirectories: true)
        try bytes.write(to: url)
    }

    /// The bytes of a file; nil if there is none.
    package func bytes(_ path: String) -> Data? { FileManager.default.contents(atPath: folder + "/" + path) }

    /// Whether a file comes to be, before much time has passed: how a test knows that a program has come to some point.
    package func appears(_ path: String) async throws -> Bool {
        for _ in 0..<1_500 {
            if FileManager.default.fileExists(atPath: folder + "/" + path) { return true }
            try await Task.sleep(for: .milliseconds(20))
        }
        return false
    }
}
