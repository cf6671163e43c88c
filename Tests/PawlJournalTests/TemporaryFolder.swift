import Foundation

/// A folder that goes when the test is over.
struct TemporaryFolder: Sendable {
    let url: URL

    func path(_ name: String) -> String { url.appendingPathComponent(name).path }

    static func with<Result>(_ body: (TemporaryFolder) async throws -> Result) async throws -> Result {
        let url = FileManager.default.temporaryDirectory.appendingPathComponent("pawl-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: url) }
        return try await body(TemporaryFolder(url: url))
    }
}
