import Foundation
import PawlDefinition
import PawlKit
import Testing

/// The reference of pawl.yaml, whose examples load.
@Suite struct ConfigurationReferenceTests {
    private static let http = ServiceCatalog.Entry(
        interface: ServiceInterface(
            input: RecordType(fields: [
                .init("method", .string), .init("url", .string), .init("headers", .map(.string), isOptional: true),
                .init("body", .any, isOptional: true),
            ]), output: .record(RecordType(fields: [.init("status", .int), .init("body", .any)]))), origin: "plugin http")

    @Test func `each example loads`() throws {
        let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
        let text = try String(contentsOf: root.appending(path: "Documentation/configuration.md"), encoding: .utf8)
        let examples = text.components(separatedBy: "```yaml\n").dropFirst().compactMap { $0.components(separatedBy: "```").first }
        #expect(examples.count >= 2)
        for example in examples {
            for profile in [nil, "test", "quiet"] {
                let configuration = ConfigurationLoader.load(
                    Array(example.utf8), file: "pawl.yaml", plugins: ConfigurationTests.plugins, profile: profile)
                let bound = configuration.serviceBindings { $0 == "http.request" ? Self.http : Loading.catalog.entries[$0] }
                #expect((configuration.diagnostics + bound.diagnostics).map(Rendering.line) == [], "\(example)")
            }
        }
    }
}
