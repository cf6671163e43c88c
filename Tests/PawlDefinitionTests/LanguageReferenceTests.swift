import Foundation
import PawlDefinition
import PawlKit
import Testing

/// The language reference promises that its examples load.
@Suite struct LanguageReferenceTests {
    static let examples: [String] = {
        let url = OrderExampleTests.folder.deletingLastPathComponent().appending(path: "Documentation/language.md")
        let text = (try? String(contentsOf: url, encoding: .utf8)) ?? ""
        return text.components(separatedBy: "```yaml\n").dropFirst().compactMap { $0.components(separatedBy: "\n```").first }
    }()

    @Test func `there are examples`() { #expect(Self.examples.count == 4) }

    @Test(arguments: examples)
    func `each example loads without a word`(_ text: String) {
        let loaded = Loading.load(text)
        #expect(Rendering.lines(loaded) == [])
        #expect(loaded.machine != nil)
    }
}
