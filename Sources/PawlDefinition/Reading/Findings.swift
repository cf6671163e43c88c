import PawlKit
import PawlYAML

/// What was found in one file so far.
final class Findings {
    /// The file as the user named it.
    let file: String
    /// The text, once it was read.
    var source: YAMLSource?
    private(set) var diagnostics: [Diagnostic] = []
    private(set) var hasErrors = false
    /// Whether all that the file says is in what was built. If not, that something is missing there proves nothing.
    var isComplete = true
    private var reported: Set<Place> = []
    /// How many names may still be compared with a misspelt one, so that a file full of mistakes is read in linear time.
    private var comparisons = 200_000

    private struct Place: Hashable {
        let code: DiagnosticCode
        let start: Int
        let end: Int
        let detail: String
    }

    init(file: String) { self.file = file }

    /// Takes over what a reader found.
    func add(_ found: [Diagnostic]) {
        for diagnostic in found { add(diagnostic) }
    }

    /// Reports a fact. The same code at the same place counts once, because a row for several states is compiled several
    /// times; the detail tells facts apart that may share a place.
    func report(_ fact: some DiagnosticFact, at range: SourceRange, related: SourceRange? = nil, detail: String = "") {
        add(Diagnostic(fact, file: file, at: range, related: related), detail: detail)
    }

    private func add(_ diagnostic: Diagnostic, detail: String = "") {
        let range = diagnostic.range
        let place = Place(code: diagnostic.code, start: range.start.offset, end: range.end.offset, detail: detail)
        guard reported.insert(place).inserted else { return }
        if diagnostic.severity == .error { hasErrors = true }
        diagnostics.append(diagnostic)
    }

    /// The diagnostics in the order of the file.
    var sorted: [Diagnostic] {
        // Not stable by itself, so the order of finding breaks ties.
        diagnostics.enumerated().sorted { ($0.element.range.start, $0.offset) < ($1.element.range.start, $1.offset) }.map(\.element)
    }

    /// The name that was probably meant.
    func nearest(_ name: String, among names: some Collection<String>) -> String? {
        guard names.count <= comparisons else { return nil }
        comparisons -= names.count
        // Any two names of one letter are close to each other.
        if name.unicodeScalars.count < 3 { return names.first { $0.lowercased() == name.lowercased() } }
        return NearestName.find(name, among: names)
    }
}
