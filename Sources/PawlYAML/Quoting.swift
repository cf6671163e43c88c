/// Quotes a text as a person would, for help lines.
enum Quoting {
    /// The text in the quotes that need the fewest escapes, or a general hint when it is long.
    static func quoted(_ text: String) -> String {
        guard text.unicodeScalars.count <= 100 else { return "'…'" }
        if !text.contains("'") { return "'\(text)'" }
        if !text.contains("\"") && !text.contains("\\") { return "\"\(text)\"" }
        return "'" + text.split(separator: "'", omittingEmptySubsequences: false).joined(separator: "''") + "'"
    }
}
