package import PawlKit

/// Shows findings in files to people: where, what, the line itself with a caret, and how to fix it.
package struct DiagnosticRenderer: Sendable {
    private let stream: ConsoleStream
    private let sources: [String: SourceText]

    /// Creates a renderer.
    ///
    /// - Parameter sources: the files by the names that the findings use; findings in others are shown without their lines.
    package init(for stream: ConsoleStream, sources: [String: SourceText]) {
        self.stream = stream
        self.sources = sources
    }

    /// All findings, sorted by position in each file.
    package func text(_ diagnostics: [Diagnostic]) -> String {
        Self.sorted(diagnostics).map(text).joined(separator: "\n")
    }

    /// The findings sorted by file, then position, in a stable order.
    package static func sorted(_ diagnostics: [Diagnostic]) -> [Diagnostic] {
        diagnostics.enumerated().sorted { left, right in
            let a = (left.element.file, left.element.range.start.line, left.element.range.start.column, left.offset)
            let b = (right.element.file, right.element.range.start.line, right.element.range.start.column, right.offset)
            return a < b
        }.map(\.element)
    }

    /// What was found in a file, in numbers: `workflows/order.yaml: 2 errors, 1 warning`.
    package static func count(_ diagnostics: [Diagnostic], file: String) -> String {
        let errors = diagnostics.count { $0.severity == .error }
        let warnings = diagnostics.count - errors
        var parts: [String] = []
        if errors > 0 { parts.append("\(errors) error" + (errors == 1 ? "" : "s")) }
        if warnings > 0 { parts.append("\(warnings) warning" + (warnings == 1 ? "" : "s")) }
        return DisplayText.visible(file) + ": " + (parts.isEmpty ? "no errors" : parts.joined(separator: ", "))
    }

    private func text(_ diagnostic: Diagnostic) -> String {
        let wording = diagnostic.wording
        let colour: Style = diagnostic.severity == .error ? .red : .yellow
        let severity = stream.paint("\(diagnostic.severity)[\(diagnostic.code)]:", colour, .bold)
        var text = "\(place(diagnostic.file, diagnostic.range)): \(severity) \(DisplayText.visible(wording.message))\n"
        text += excerpt(diagnostic.file, diagnostic.range, mark: "^", label: wording.label, colour: colour)
        if let related = diagnostic.related {
            let file = diagnostic.relatedFile ?? diagnostic.file
            if file != diagnostic.file { text += "    in \(place(file, related)):\n" }
            text += excerpt(file, related, mark: "-", label: wording.relatedLabel, colour: .cyan)
        }
        if let help = wording.help {
            let lines = help.split(separator: "\n", omittingEmptySubsequences: false).map { DisplayText.visible(String($0)) }
            text += "   help: " + lines.joined(separator: "\n         ") + "\n"
        }
        return text
    }

    private func place(_ file: String, _ range: SourceRange) -> String {
        "\(DisplayText.visible(file)):\(range.start.line):\(range.start.column)"
    }

    /// The first line of a range with marks under it; nothing when the file's text is not known.
    private func excerpt(_ file: String, _ range: SourceRange, mark: Character, label: String, colour: Style) -> String {
        guard let line = sources[file]?.line(range.start.line) else { return "" }
        let number = DisplayText.leftPadded("\(range.start.line)", to: 5)
        // What goes on in later lines is marked to the end of this one.
        let end = range.end.line > range.start.line ? line.count : range.end.column - 1
        let start = range.start.column - 1
        let columns = (stream.width ?? 140) - 8
        let (text, marks) = line.excerpt(marking: start..<max(start, end), with: mark, columns: columns)
        let note = marks.drop { $0 == " " } + (label.isEmpty ? "" : " " + DisplayText.visible(label))
        let indent = String(repeating: " ", count: marks.prefix { $0 == " " }.count)
        return "\(number) | \(text)\n" + String(repeating: " ", count: 6) + "| \(indent)\(stream.paint(String(note), colour))\n"
    }
}
