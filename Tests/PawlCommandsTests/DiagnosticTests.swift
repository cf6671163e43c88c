import PawlCommands
import PawlKit
import Testing

private struct Fact: DiagnosticFact {
    var code: DiagnosticCode
    var severity: Severity = .error
    var wording: Wording
}

@Suite struct `Findings in files` {
    private func range(_ line: Int, _ from: Int, _ to: Int, endLine: Int? = nil) -> SourceRange {
        SourceRange(
            start: SourcePosition(line: line, column: from, offset: 0),
            end: SourcePosition(line: endLine ?? line, column: to, offset: 0))
    }

    private let file = """
        states:
          Shipping:  { data: { total: double, transaction: string } }
        transitions:
        \t- when: state.totla > 1000.0
          PaymentAccepted: { to: Shipping }
          - "日本語": Retry\u{7}
        last
        """

    private func diagnostics() -> [Diagnostic] {
        [
            Diagnostic(
                Fact(
                    code: DiagnosticCode(310), wording: Wording("'totla' is not a field of state 'Paying'", label: "did you mean 'total'?")),
                file: "order.yaml", at: range(4, 16, 21)),
            Diagnostic(
                Fact(
                    code: DiagnosticCode(204),
                    wording: Wording(
                        "state 'Shipping' needs 'transaction' (string), and this row does not give it", label: "entered here",
                        relatedLabel: "declared here", help: "the event has no field 'transaction'\nWrite data: { … }")),
                file: "order.yaml", at: range(5, 26, 34), related: range(2, 39, 58)),
            Diagnostic(
                Fact(code: DiagnosticCode(412), severity: .warning, wording: Wording("event 'Retry' is taken nowhere", label: "here")),
                file: "order.yaml", at: range(6, 12, 17)),
            Diagnostic(
                Fact(code: DiagnosticCode(5), wording: Wording("a list that goes on", label: "from here")),
                file: "order.yaml", at: range(3, 1, 5, endLine: 6)),
            Diagnostic(
                Fact(code: DiagnosticCode(6), wording: Wording("the file ends too early")), file: "order.yaml", at: range(7, 5, 5)),
            Diagnostic(
                Fact(code: DiagnosticCode(502), wording: Wording("two services of one name", relatedLabel: "the first")),
                file: "pawl.yaml", at: range(9, 1, 2), related: range(1, 1, 7), relatedFile: "order.yaml"),
        ]
    }

    @Test func `are shown with the line, a caret and the way out`() throws {
        let renderer = DiagnosticRenderer(for: stream(), sources: ["order.yaml": SourceText(Array(file.utf8))])
        let text = renderer.text(diagnostics()) + "\n" + DiagnosticRenderer.count(diagnostics(), file: "order.yaml") + "\n"
        try Golden.expect(text, "diagnostics")
    }

    @Test func `are data with -o json`() throws {
        var json = JSONWriter()
        json.beginArray()
        for diagnostic in DiagnosticRenderer.sorted(diagnostics()) { diagnostic.write(to: &json) }
        json.endArray()
        try Golden.expect(json.text + "\n", "diagnostics-json")
    }

    @Test func `long lines are cut around the caret`() {
        let long = "start " + String(repeating: "x", count: 300) + " wrong " + String(repeating: "y", count: 300)
        let sources = ["f": SourceText(Array(long.utf8))]
        for width in [40, 80, 100] {
            for column in [1, 6, 200, 307, 308, 600, 613] {
                let diagnostic = Diagnostic(
                    Fact(code: DiagnosticCode(1), wording: Wording("m")), file: "f", at: range(1, column, min(614, column + 5)))
                let lines = DiagnosticRenderer(for: stream(width: width), sources: sources).text([diagnostic])
                    .split(separator: "\n").map(String.init)
                #expect(lines[1...2].allSatisfy { DisplayText.width($0) <= width }, "width \(width), column \(column)")
                let caret = Array(lines[2]).firstIndex(of: "^")!
                #expect(String(Array(lines[1])[caret]) == String(Array(long)[column - 1]), "width \(width), column \(column)")
            }
        }
    }

    @Test func `a range longer than the screen is cut with its line`() {
        let sources = ["f": SourceText(Array(String(repeating: "z", count: 500).utf8))]
        let diagnostic = Diagnostic(Fact(code: DiagnosticCode(1), wording: Wording("m")), file: "f", at: range(1, 100, 400))
        let lines = DiagnosticRenderer(for: stream(width: 60), sources: sources).text([diagnostic]).split(separator: "\n")
        #expect(lines[1...2].allSatisfy { DisplayText.width(String($0)) <= 60 })
    }

    @Test(arguments: [(0, 0, "no errors"), (1, 0, "1 error"), (2, 1, "2 errors, 1 warning"), (0, 2, "2 warnings")])
    func `are counted`(errors: Int, warnings: Int, text: String) {
        func some(_ severity: Severity, _ count: Int) -> [Diagnostic] {
            (0..<count).map { _ in
                Diagnostic(Fact(code: DiagnosticCode(1), severity: severity, wording: Wording("m")), file: "f", at: .start)
            }
        }
        #expect(DiagnosticRenderer.count(some(.error, errors) + some(.warning, warnings), file: "f") == "f: \(text)")
    }
}
