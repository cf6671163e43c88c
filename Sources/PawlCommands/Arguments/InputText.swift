/// Where an input comes from, as typed: JSON itself, `@file`, or `-` for standard input.
package enum InputText: Sendable, Hashable {
    /// JSON.
    case json(String)
    /// A file with JSON.
    case file(String)
    /// Standard input.
    case standardInput

    /// Reads what was typed; nil when it is empty or names no file.
    package init?(_ text: String) {
        if text == "-" {
            self = .standardInput
        } else if text.hasPrefix("@") {
            if text == "@" { return nil }
            self = .file(String(text.dropFirst()))
        } else if text.isEmpty {
            return nil
        } else {
            self = .json(text)
        }
    }
}
