import Foundation
import Testing

/// The guides quote the package that is built and run.
struct GuideTests {
    @Test(arguments: ["plugins", "codegen", "swift"])
    func `the Swift of the guide stands in the example`(_ guide: String) throws {
        let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
        func text(_ path: String) throws -> String { try String(contentsOf: root.appendingPathComponent(path), encoding: .utf8) }
        let files = try ["Sources/coffee", "Tests/coffeeTests"].map { "Tests/Embedding/\($0)" }.flatMap { folder in
            try FileManager.default.contentsOfDirectory(atPath: root.appendingPathComponent(folder).path).map { "\(folder)/\($0)" }
        }
        let sources = try (files + ["Tests/Embedding/Package.swift"]).map(text).joined()
        let quotes = try text("Documentation/\(guide).md").components(separatedBy: "```swift\n").dropFirst()
            .compactMap { $0.components(separatedBy: "```").first }
        #expect(quotes.count >= 3)
        for quote in quotes { #expect(sources.contains(quote), "not in the example:\n\(quote)") }
    }
}
