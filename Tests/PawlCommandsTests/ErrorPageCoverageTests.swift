import Foundation
import PawlKit
import Testing

@testable import PawlCommands

/// Every code that a fact or an incident can have is explained.
struct ErrorPageCoverageTests {
    @Test func `each code in the sources has a page, and each page a code`() throws {
        let sources = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
            .appendingPathComponent("Sources")
        let files = FileManager.default.enumerator(at: sources, includingPropertiesForKeys: nil)?.compactMap { $0 as? URL } ?? []
        var codes: Set<Int> = []
        for file in files where file.lastPathComponent.hasSuffix("Fact.swift") || file.lastPathComponent == "StepFailure.swift" {
            for line in try String(contentsOf: file, encoding: .utf8).split(separator: "\n") where line.contains("case ") {
                for pattern in [/^\s*case \..*: (?:\.init\()?(\d+)\)?$/, /= "PWL0*(\d+)"/] {
                    if let match = line.firstMatch(of: pattern), let code = Int(match.1) { codes.insert(code) }
                }
            }
        }
        #expect(codes.count > 100)
        let pages = Set(ErrorPages.all.compactMap { Int($0.code.rawValue.dropFirst(3)) })
        #expect(codes.subtracting(pages).isEmpty, "codes without a page")
        #expect(pages.subtracting(codes).isEmpty, "pages without a code")
    }
}
