package import Foundation

/// The `pawl` program that the build put beside the test program.
package enum BuiltPawl {
    package struct Missing: Error, CustomStringConvertible {
        package let description: String
    }

    /// Its path.
    package static func path() throws -> String {
        let tests = try FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe")
        let path = URL(fileURLWithPath: tests).deletingLastPathComponent().appendingPathComponent("pawl").path
        guard FileManager.default.isExecutableFile(atPath: path) else {
            throw Missing(description: "'\(path)' is missing: these tests run the built program. Build it: swift build --product pawl")
        }
        return path
    }

    /// The root of the repository.
    package static let repository = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent()
}

/// What a program left behind.
package struct Outcome: Sendable, CustomStringConvertible {
    /// The words it was called with.
    package let words: [String]
    package let output: String
    package let messages: String
    /// The exit code; nil when a signal ended it.
    package let code: Int32?

    package var description: String {
        "pawl \(words.joined(separator: " "))\n=> \(code.map(String.init) ?? "killed")\n\(output)\(messages)"
    }
}
