import PawlKit
import PawlYAML
import Testing

func read(_ text: String, limits: YAMLLimits = .init()) throws -> YAMLDocument {
    try YAMLReader.read(Array(text.utf8), file: "test.yaml", limits: limits)
}

/// All findings in a text, whether or not it could be read.
func findings(_ bytes: [UInt8], limits: YAMLLimits = .init()) -> [Diagnostic] {
    do throws(YAMLError) {
        return try YAMLReader.read(bytes, file: "test.yaml", limits: limits).diagnostics
    } catch {
        return error.diagnostics
    }
}

func findings(_ text: String) -> [Diagnostic] { findings(Array(text.utf8)) }

/// `3:7-9 PWL0012`: where a finding stands and what it is.
func place(_ finding: Diagnostic) -> String { "\(place(finding.range)) \(finding.code)" }

func place(_ range: SourceRange) -> String {
    let end = range.end.line == range.start.line ? "\(range.end.column)" : "\(range.end.line):\(range.end.column)"
    return "\(range.start.line):\(range.start.column)-\(end)"
}

/// A node in one line, for comparison.
func outline(_ node: YAMLNode) -> String {
    switch node.content {
    case .scalar(let scalar):
        switch scalar.style {
        case .plain: scalar.text
        case .singleQuoted: "'\(scalar.text)'"
        case .doubleQuoted: "\"\(scalar.text)\""
        case .literal: "|\(scalar.text)|"
        case .folded: ">\(scalar.text)>"
        }
    case .sequence(let elements): "[" + elements.map(outline).joined(separator: ", ") + "]"
    case .mapping(let pairs): "{" + pairs.map { "\($0.name): \(outline($0.value))" }.joined(separator: ", ") + "}"
    }
}
