package import PawlKit

/// The page of an error code: what it means, what causes it, and how to fix it.
///
/// The pages are written here and nowhere else; `Documentation/errors` is made from them.
package struct ErrorPage: Sendable, Hashable {
    /// The code.
    package let code: DiagnosticCode
    /// What is the case, in a few words.
    package let title: String
    /// What it means, in paragraphs.
    package let meaning: [String]
    /// Something that causes it, as typed or written; may have several lines.
    package let example: String
    /// How to fix it, in paragraphs.
    package let fix: [String]

    /// Creates a page.
    ///
    /// - Parameters:
    ///   - meaning: paragraphs apart by empty lines.
    ///   - fix: paragraphs apart by empty lines.
    package init(_ number: Int, _ title: String, meaning: String, example: String, fix: String) {
        code = DiagnosticCode(number)
        self.title = title
        self.meaning = Self.paragraphs(meaning)
        self.example = example
        self.fix = Self.paragraphs(fix)
    }

    private static func paragraphs(_ text: String) -> [String] {
        var paragraphs: [[Substring]] = [[]]
        for line in text.split(separator: "\n", omittingEmptySubsequences: false) {
            if line.isEmpty { paragraphs.append([]) } else { paragraphs[paragraphs.count - 1].append(line) }
        }
        return paragraphs.filter { !$0.isEmpty }.map { $0.joined(separator: " ") }
    }

    /// The page as a file of the documentation.
    package var markdown: String {
        "# \(code): \(title)\n\n" + meaning.joined(separator: "\n\n") + "\n\n## Example\n\n```\n\(example)\n```\n\n## How to fix it\n\n"
            + fix.joined(separator: "\n\n") + "\n"
    }

    /// The page for a terminal.
    package func text(for stream: ConsoleStream) -> String {
        let width = min(92, stream.width ?? 92)
        func wrapped(_ paragraphs: [String]) -> String {
            paragraphs.map { HelpText.wrapped($0, indent: 0, width: width) }.joined(separator: "\n")
        }
        return stream.paint("\(code): \(title)", .bold) + "\n\n" + wrapped(meaning) + "\n" + stream.paint("Example", .bold) + "\n\n"
            + example.split(separator: "\n", omittingEmptySubsequences: false).map { $0.isEmpty ? "\n" : "    \($0)\n" }.joined() + "\n"
            + stream.paint("How to fix it", .bold) + "\n\n" + wrapped(fix)
    }
}
