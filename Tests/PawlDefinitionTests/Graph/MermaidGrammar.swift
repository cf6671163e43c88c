/// Reads the part of Mermaid's state diagrams that Pawl writes, and refuses what Mermaid would refuse or take for something else.
///
/// Made from the published grammar
/// (https://github.com/mermaid-js/mermaid/blob/develop/packages/mermaid/src/diagrams/state/parser/stateDiagram.jison) and from what is done to a
/// text before it is parsed (`encodeEntities` and `cleanupComments` in https://github.com/mermaid-js/mermaid/tree/develop/packages/mermaid/src).
struct MermaidGrammar {
    /// What is wrong, with the number of the line.
    private(set) var problems: [String] = []
    /// The states declared, with the box that each stands in.
    private(set) var states: [String: String] = [:]
    /// The arrows as `A --> B`.
    private(set) var arrows: [String] = []

    private var boxes: [(name: String, line: Int)] = []
    private var line = 0

    init(_ text: String) {
        var lines = text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
        if lines.last == "" { lines.removeLast() } else { problems.append("the last line has no end") }
        if lines.first != "stateDiagram-v2" { problems.append("the first line is not the kind of the diagram") }
        for (number, text) in lines.enumerated().dropFirst() {
            line = number + 1
            read(text.trimmed)
        }
        for box in boxes { problems.append("\(box.line): '{' is not closed") }
        for arrow in arrows {
            for end in arrow.components(separator: " --> ") where end != "[*]" && states[end] == nil {
                problems.append("'\(end)' is used and not declared")
            }
        }
    }

    private mutating func refuse(_ what: String) { problems.append("\(line): \(what)") }

    // MARK: Lines

    private mutating func read(_ raw: String) {
        if raw.isEmpty { return }
        if raw.hasPrefix("%%") {
            if raw.hasPrefix("%%{") { refuse("a directive") }
            if Self.hasDirection(raw) { refuse("the comment is taken for a direction") }
            return
        }
        // Entities are put away before the text is parsed.
        let text = Self.withoutEntities(raw)
        if text.contains("%%") { refuse("a comment begins in the line") }
        if text.contains("#") { refuse("'#' begins a comment") }
        if Self.hasDirection(text) { return refuse("the line is taken for a direction") }
        if text == "}" {
            if boxes.popLast() == nil { refuse("'}' without '{'") }
            return
        }
        if text == "--" {
            if boxes.isEmpty { refuse("'--' outside of a box") }
            return
        }
        switch text.firstWord.lowercased() {
        case "state" where text.count > 5: readState(String(text.dropFirst(5)).trimmed)
        case "classdef": readClassDefinition(text)
        case "class": readClass(text)
        default: readStatement(text)
        }
    }

    private mutating func readState(_ rest: String) {
        var rest = rest
        if rest.hasPrefix("\"") {
            rest.removeFirst()
            guard let end = rest.firstIndex(of: "\"") else { return refuse("a text is not closed") }
            let label = String(rest[..<end])
            if label.isEmpty { refuse("an empty text") }
            check(label: label)
            rest = String(rest[rest.index(after: end)...])
            guard rest.hasPrefix(" as ") else { return refuse("'as' is missing: \(rest)") }
            rest = String(rest.dropFirst(4))
        } else if rest.hasSuffix("<<fork>>") {
            return declare(String(rest.dropLast(8)).trimmed)
        }
        let isBox = rest.hasSuffix("{")
        if isBox { rest.removeLast() }
        let name = rest.trimmed
        declare(name)
        if isBox { boxes.append((name, line)) }
    }

    private mutating func readClassDefinition(_ text: String) {
        let words = text.split(separator: " ", maxSplits: 2)
        if words.count < 3 || !Self.isWord(words[1]) { refuse("a class without name or style") }
    }

    private mutating func readClass(_ text: String) {
        let words = text.split(separator: " ")
        guard words.count == 3 else { return refuse("'class' takes states and a name") }
        for name in words[1].split(separator: ",", omittingEmptySubsequences: false) where states[String(name)] == nil {
            refuse("'\(name)' gets a class and is not declared")
        }
    }

    private mutating func readStatement(_ text: String) {
        var head = text
        if let colon = text.firstIndex(of: ":") {
            let label = String(text[text.index(after: colon)...])
            if label.trimmed.isEmpty { refuse("an empty label") }
            check(label: label)
            head = String(text[..<colon]).trimmed
        }
        let ends = head.components(separator: "-->").map(\.trimmed)
        if ends.count > 2 { return refuse("an arrow with \(ends.count) ends") }
        if ends.count == 1 {
            declare(ends[0])
            return
        }
        for end in ends where end != "[*]" { check(name: end) }
        arrows.append(ends.joined(separator: " --> "))
        // A state that a box names belongs to it.
        let box = boxes.last?.name ?? ""
        for end in ends where !box.isEmpty && end != "[*]" && states[end] != box { refuse("'\(end)' would be moved into '\(box)'") }
    }

    // MARK: Words

    private mutating func declare(_ name: String) {
        check(name: name)
        if states[name] != nil { refuse("'\(name)' is declared twice") }
        states[name] = boxes.last?.name ?? ""
    }

    private mutating func check(name: String) {
        if !Self.isWord(name) { refuse("'\(name)' is no name") }
        // The lexer makes no difference between small and capital letters.
        if Self.reserved.contains(name.lowercased()) { refuse("'\(name)' is a word of the language") }
        if name.hasSuffix("_start") || name.hasSuffix("_end") { refuse("'\(name)' may be the start or end of a box") }
    }

    private mutating func check(label: String) {
        for character in label.unicodeScalars where [":", ";", "\"", "{", "}", "`"].contains(character) {
            refuse("'\(character)' in a label")
        }
        let bare = label.components(separator: "<br/>").joined()
        if bare.contains("<") || bare.contains(">") { refuse("a label with HTML: \(label)") }
        if bare.contains("&") { refuse("'&' in a label") }
        if bare.contains("[[") { refuse("'[[' in a label") }
    }

    private static let reserved: Set<String> = [
        "state", "class", "classdef", "default", "note", "scale", "style", "click", "href", "end", "direction", "hide", "statediagram",
        "acctitle", "accdescr", "as", "root", "fork", "join", "choice", "constructor", "__proto__",
    ]

    private static func isWord(_ text: some StringProtocol) -> Bool {
        !text.isEmpty && text.utf8.allSatisfy { $0 == 0x5F || (0x30...0x39).contains($0) || (0x41...0x5A).contains($0 & 0xDF) && $0 < 0x80 }
    }

    /// The text with `#quot;` and the like gone.
    private static func withoutEntities(_ text: String) -> String {
        var result = ""
        var rest = Substring(text)
        while let hash = rest.firstIndex(of: "#") {
            result += rest[..<hash]
            rest = rest[rest.index(after: hash)...]
            if let end = rest.firstIndex(of: ";"), isWord(rest[..<end]) {
                result += "�"
                rest = rest[rest.index(after: end)...]
            } else {
                result += "#"
            }
        }
        return result + rest
    }

    /// Whether `direction TB` stands anywhere in a line.
    private static func hasDirection(_ text: String) -> Bool {
        let words = text.lowercased().split(whereSeparator: \.isWhitespace)
        return zip(words, words.dropFirst()).contains { word, next in
            word.hasSuffix("direction") && ["tb", "bt", "rl", "lr"].contains(next.prefix(2))
        }
    }
}

extension String {
    fileprivate var trimmed: String {
        var text = Substring(self)
        while text.first?.isWhitespace == true { text.removeFirst() }
        while text.last?.isWhitespace == true { text.removeLast() }
        return String(text)
    }

    fileprivate var firstWord: String { String(prefix { !$0.isWhitespace }) }

    /// The parts between the occurrences of a text.
    fileprivate func components(separator: String) -> [String] {
        var parts: [String] = []
        var rest = Substring(self)
        while let range = rest.firstRange(of: separator) {
            parts.append(String(rest[..<range.lowerBound]))
            rest = rest[range.upperBound...]
        }
        return parts + [String(rest)]
    }
}
