import Foundation
import Glibc
import Synchronization

/// A program that was started, with its output going to files, so that no pipe fills up.
package final class RunningProgram: Sendable {
    private let words: [String]
    /// The id of its process.
    package let pid: Int32
    private let files: (output: String, messages: String)
    private let end: Task<Int32?, Never>

    package init(_ program: String, _ words: [String], in folder: String, environment: [String: String], patience: Duration = .seconds(60))
        throws
    {
        let name = FileManager.default.temporaryDirectory.appendingPathComponent("pawl-said-\(UUID().uuidString)").path
        let files = (output: name + ".out", messages: name + ".err")
        for file in [files.output, files.messages] { _ = FileManager.default.createFile(atPath: file, contents: nil) }
        let process = Process()
        process.executableURL = URL(fileURLWithPath: program)
        process.arguments = words
        process.currentDirectoryURL = URL(fileURLWithPath: folder)
        process.environment = environment
        process.standardInput = FileHandle.nullDevice
        process.standardOutput = FileHandle(forWritingAtPath: files.output)
        process.standardError = FileHandle(forWritingAtPath: files.messages)
        let (ends, continuation) = AsyncStream.makeStream(of: Int32?.self)
        process.terminationHandler = { process in
            continuation.yield(process.terminationReason == .exit ? process.terminationStatus : nil)
            continuation.finish()
        }
        try process.run()
        self.words = words
        self.files = files
        let pid = process.processIdentifier
        self.pid = pid
        end = Task {
            // Whatever hangs is a failure, and not one of the whole test run.
            let guardian = Task {
                try await Task.sleep(for: patience)
                Glibc.kill(pid, SIGKILL)
            }
            defer { guardian.cancel() }
            var code: Int32?
            for await end in ends { code = end }
            return code
        }
    }

    /// Sends a signal.
    package func signal(_ signal: Int32) { Glibc.kill(pid, signal) }

    /// What it has written to standard output so far.
    package var outputSoFar: String { (try? String(contentsOfFile: files.output, encoding: .utf8)) ?? "" }

    /// What it has written to its messages so far.
    package var messages: String { FileManager.default.contents(atPath: files.messages).map { String(decoding: $0, as: UTF8.self) } ?? "" }

    /// Waits for its end.
    package func outcome() async throws -> Outcome {
        let code = await end.value
        defer { for file in [files.output, files.messages] { try? FileManager.default.removeItem(atPath: file) } }
        func text(_ path: String) throws -> String { String(decoding: try Data(contentsOf: URL(fileURLWithPath: path)), as: UTF8.self) }
        return Outcome(words: words, output: try text(files.output), messages: try text(files.messages), code: code)
    }
}
