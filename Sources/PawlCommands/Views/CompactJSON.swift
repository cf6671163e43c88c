package import PawlKit

/// JSON on one line for people.
package enum CompactJSON {
    /// Without quotes where none are needed: `{ transaction: T-1, tags: [a, b] }`.
    package static func plain(_ json: RawJSON) -> String { text(json, quoting: false) }

    /// JSON with spaces, to be read or copied: `{ "transaction": "T-1" }`.
    package static func spaced(_ json: RawJSON) -> String { text(json, quoting: true) }

    /// A payload after the name of its event: nothing for none or an empty one.
    package static func suffix(_ payload: RawJSON?) -> String {
        guard let payload, !payload.isEmptyContainer else { return "" }
        return " " + plain(payload)
    }

    private static func text(_ json: RawJSON, quoting: Bool) -> String {
        if let members = json.members {
            if members.isEmpty { return "{}" }
            let inner = members.map { "\(name($0.name, quoting)): \(text($0.value, quoting: quoting))" }
            return "{ " + inner.joined(separator: ", ") + " }"
        }
        if let elements = json.elements {
            return "[" + elements.map { text($0, quoting: quoting) }.joined(separator: ", ") + "]"
        }
        if !quoting, let string = json.string, isPlain(string) { return string }
        return json.description
    }

    private static func name(_ name: String, _ quoting: Bool) -> String {
        if !quoting, isPlain(name) { return name }
        var json = JSONWriter()
        json.string(name)
        return json.text
    }

    /// Whether a text reads as a text without quotes: no structure in it, and not the form of a number or a word of JSON.
    private static func isPlain(_ text: String) -> Bool {
        guard let first = text.unicodeScalars.first, first.properties.isAlphabetic else { return false }
        if text == "true" || text == "false" || text == "null" { return false }
        return text.unicodeScalars.allSatisfy { scalar in
            scalar.properties.isAlphabetic || ("0"..."9").contains(scalar) || "-_./@".unicodeScalars.contains(scalar)
        }
    }
}

extension RawJSON {
    /// Whether this is `{}` or `[]`.
    package var isEmptyContainer: Bool { bytes.elementsEqual("{}".utf8) || bytes.elementsEqual("[]".utf8) }
}
