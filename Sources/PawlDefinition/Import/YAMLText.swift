import PawlKit

/// Writes pieces of YAML as a person would.
indirect enum YAMLText {
    /// A scalar, quoted if it has to be.
    case scalar(String)
    /// A text that stands as it is: a number, a truth value, something quoted.
    case raw(String)
    case list([YAMLText])
    case map([(key: String, value: YAMLText)])

    /// In one line, as it stands inside of brackets or behind a key.
    var flow: String {
        switch self {
        case .scalar(let text): Self.quoted(text)
        case .raw(let text): text
        case .list(let elements): "[" + elements.map(\.flow).joined(separator: ", ") + "]"
        case .map(let pairs):
            pairs.isEmpty ? "{}" : "{ " + pairs.map { $0.key + ": " + $0.value.flow }.joined(separator: ", ") + " }"
        }
    }

    /// An expression in a place for one: there `true` is what it looks like.
    static func expression(_ text: String) -> YAMLText { text == "true" || text == "false" ? .raw(text) : .scalar(text) }

    /// Whether it is a list that is easier to read with a line for each element.
    var isListOfMaps: Bool {
        guard case .list(let elements) = self else { return false }
        return elements.contains { if case .map = $0 { true } else { false } }
    }

    /// The value of a field: `${ … }` for an expression.
    init(_ value: ValueOutline) {
        switch value {
        case .literal(let text): self = .raw(text)
        case .text(let text): self = .raw(Self.isWordText(text) ? text : Self.textQuoted(text.replacingDollars))
        case .expression(let text): self = .raw(Self.textQuoted("${ \(text) }"))
        }
    }

    /// The data of a target or an event.
    init(_ fields: [FieldOutline]) { self = .map(fields.map { ($0.name, YAMLText($0.value)) }) }

    /// A scalar that needs no quotes anywhere stands plain, any other is quoted.
    static func quoted(_ text: String) -> String { isPlain(text) ? text : textQuoted(text) }

    private static func isPlain(_ text: String) -> Bool {
        guard let first = text.utf8.first, isWord(first) || first == UInt8(ascii: "("), text.utf8.last != UInt8(ascii: " ") else {
            return false
        }
        // Others are fine in most places; these are in all.
        let safe = Array(" _.()<>=+-*/%|&!'".utf8)
        return text.utf8.allSatisfy { isWord($0) || safe.contains($0) } && !Names.isYAML11Word(text)
    }

    /// Whether a text looks like nothing but text.
    private static func isWordText(_ text: String) -> Bool { isPlain(text) && text.utf8.allSatisfy { isWord($0) && !$0.isDigit } }

    private static func isWord(_ byte: UInt8) -> Bool {
        byte.isDigit || (byte | 0x20 >= UInt8(ascii: "a") && byte | 0x20 <= UInt8(ascii: "z")) || byte == UInt8(ascii: "_")
    }

    /// A text in the quotes that need fewer escapes.
    private static func textQuoted(_ text: String) -> String {
        let needsEscape = text.unicodeScalars.contains { $0.value < 0x20 || $0 == "\"" || $0 == "\\" || $0.value == 0x7F }
        if !needsEscape { return "\"\(text)\"" }
        if !text.unicodeScalars.contains(where: { $0.value < 0x20 || $0.value == 0x7F }) {
            return "'" + text.split(separator: "'", omittingEmptySubsequences: false).joined(separator: "''") + "'"
        }
        // Control characters have escapes in double quotes only, and those of JSON are among them.
        var json = JSONWriter()
        json.string(text)
        return String(decoding: json.bytes, as: UTF8.self)
    }
}

extension String {
    /// The text with `${` written so that it stands for itself.
    fileprivate var replacingDollars: String {
        var result = ""
        for (index, character) in zip(indices, self) {
            if character == "$", self[index...].hasPrefix("${") { result += "$" }
            result.append(character)
        }
        return result
    }
}
