import Foundation
import PawlCommands
import PawlKit
import Testing

@Suite struct `Error pages` {
    private let sample = ErrorPage(
        204, "a field is not given",
        meaning: """
            A state has a field that must be there,
            and a row that enters it does not give it.

            Second paragraph.
            """,
        example: "states:\n  A: { data: { n: int } }",
        fix: "Give it under `data`.")

    @Test func `one page in two forms`() throws {
        try Golden.expect(sample.text(for: stream(width: 60)) + "=====\n" + sample.markdown, "page")
    }

    @Test func `each code has one page, and each page says something`() {
        #expect(Set(ErrorPages.all.map(\.code)).count == ErrorPages.all.count)
        for page in ErrorPages.all {
            #expect(!page.title.isEmpty && !page.meaning.isEmpty && !page.example.isEmpty && !page.fix.isEmpty, "\(page.code)")
        }
    }

    @Test func `the documentation has the same pages`() throws {
        let folder = "Documentation/errors"
        for page in ErrorPages.all { try Golden.expect(page.markdown, file: "\(folder)/\(page.code).md") }
        let files = (try? FileManager.default.contentsOfDirectory(atPath: Golden.root.appending(path: folder).path)) ?? []
        let extra = Set(files).subtracting(ErrorPages.all.map { "\($0.code).md" })
        #expect(extra.isEmpty, "these are pages of no code")
    }

    @Test(arguments: [("PWL0204", 204), ("pwl204", 204), ("204", 204), ("PWL20400", nil), ("x", nil), ("", nil), ("-4", nil)])
    func `codes as people type them`(text: String, number: Int?) { #expect(ErrorPages.code(text) == number.map { DiagnosticCode($0) }) }

    @Test func `an unknown code`() async {
        let captured = CapturedConsole()
        let code = await Dispatcher(Pawl.commands).run(["explain", "hello"], console: captured.console, host: FakeHost().host)
        #expect(code == .notFound)
        #expect(
            captured.messages.text == "error: 'hello' is not an error code\n  A code looks like PWL0204. pawl explain lists them all.\n")
    }
}
