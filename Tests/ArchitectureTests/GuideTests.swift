import Foundation
import Testing

/// The guide to plugins quotes the package that is built and run.
struct GuideTests {
    @Test func `the Swift of the guide stands in the example`() throws {
        let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
        func text(_ path: String) throws -> String { try String(contentsOf: root.appendingPathComponent(path), encoding: .utf8) }
        let folder = "Tests/Embedding/Sources/coffee"
        let sources = try text("\(folder)/CoffeePlugin.swift") + text("\(folder)/main.swift")
        let quotes = try text("Documentation/plugins.md").components(separatedBy: "```swift\n").dropFirst()
            .compactMap { $0.components(separatedBy: "```").first }
        #expect(quotes.count >= 3)
        for quote in quotes { #expect(sources.contains(quote), "not in the example:\n\(quote)") }
    }
}
