/// Texts as labels of Mermaid.
///
/// A label ends at a line's end, `:` or `;`; `"` ends a quoted one; `#` begins an entity, `%%` a comment, `<` HTML, and `*`, `_` and backticks are
/// Markdown. All of these have a form as an entity: `#59;` (https://mermaid.js.org/syntax/flowchart.html#entity-codes-to-escape-characters).
enum MermaidLabel {
    /// The text as a comment, which is taken away before anything is read; but `direction TB` is not safe even there in older releases.
    static func comment(_ text: String) -> String { text.lowercased().contains("direction ") ? escaped(text) : text }

    static func escaped(_ text: String) -> String {
        var result = ""
        var before: Unicode.Scalar = " "
        let scalars = Array(text.unicodeScalars)
        for (index, scalar) in scalars.enumerated() {
            let after = index + 1 < scalars.count ? scalars[index + 1] : " "
            if let entity = entity(scalar, before, after) {
                result += entity
            } else if scalar == " ", result.utf8.count >= 9, result.suffix(9).lowercased() == "direction" {
                // `direction TB` anywhere in a line is a statement.
                result += "#32;"
            } else {
                result.unicodeScalars.append(scalar)
            }
            before = scalar
        }
        return result
    }

    private static func entity(_ scalar: Unicode.Scalar, _ before: Unicode.Scalar, _ after: Unicode.Scalar) -> String? {
        switch scalar {
        case "\"": return "#quot;"
        case "<": return "#lt;"
        case ">": return "#gt;"
        case "&": return "#amp;"
        case "#", ":", ";", "%", "*", "`", "\\", "{", "}", "~", "$": return "#\(scalar.value);"
        // `[[fork]]` is a kind of state.
        case "[" where before == "[": return "#91;"
        // Within a word it is no emphasis.
        case "_" where !isWord(before) || !isWord(after): return "#95;"
        case _ where scalar.value < 0x20: return " "
        default: return nil
        }
    }

    private static func isWord(_ scalar: Unicode.Scalar) -> Bool { scalar.properties.isAlphabetic || scalar.properties.numericType != nil }
}
