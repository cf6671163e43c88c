import PawlKit

/// What names look like.
enum Names {
    /// Whether a text is an identifier: a letter or `_`, then letters, digits and `_`.
    static func isIdentifier(_ text: String) -> Bool { Identifier.isValid(text) }

    /// Whether a text is a name of a workflow: an identifier that may have `-` inside.
    static func isWorkflowName(_ text: String) -> Bool { Identifier.isValid(text, and: "-") }

    /// Whether a text is a name of a service: identifiers with points between, `-` allowed inside.
    static func isServiceName(_ text: String) -> Bool {
        text.split(separator: ".", omittingEmptySubsequences: false).allSatisfy { Identifier.isValid($0, and: "-") }
    }

    /// Whether a text is an error code or an id of a feedback: what may stand in a journal's paths without a slash.
    static func isCode(_ text: String) -> Bool { Identifier.isValid(text, and: "-.") }

    /// Whether readers of YAML 1.1 take a plain scalar for something else than text: https://yaml.org/type/bool.html
    ///
    /// That page has `y` and `n` too, which no reader in use takes for truth values.
    static func isYAML11Word(_ text: String) -> Bool {
        let lowered = text.lowercased()
        guard ["yes", "no", "on", "off", "true", "false", "null"].contains(lowered) else { return false }
        // Only these spellings: `yEs` is text.
        return text == lowered || text == text.uppercased() || text == lowered.prefix(1).uppercased() + lowered.dropFirst()
    }

    /// `'a'`, `'a' and 'b'`, `'a', 'b' and 'c'`; cut after some.
    static func list(_ names: [String], limit: Int = 8, and word: String = "and") -> String {
        var quoted = names.prefix(limit).map { "'\($0)'" }
        if names.count > limit { quoted.append("\(names.count - limit) more") }
        guard quoted.count > 1 else { return quoted.first ?? "" }
        return quoted.dropLast().joined(separator: ", ") + " \(word) " + quoted.last!
    }
}
