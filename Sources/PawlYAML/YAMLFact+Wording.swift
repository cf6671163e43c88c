package import PawlKit

extension YAMLFact {
    /// The fact in words.
    package var wording: Wording {
        switch self {
        case .tooLarge(let bytes, let limit):
            Wording("the file has \(bytes) bytes; at most \(limit) are read", help: "split it into several workflows")
        case .notUTF8(let byte):
            Wording("byte 0x\(hex(UInt32(byte), digits: 2)) is not UTF-8 here", help: "save the file as UTF-8")
        case .utf16:
            Wording("the file is UTF-16", help: "save it as UTF-8")
        case .controlCharacter(let scalar):
            Wording(
                "the character \(codePoint(scalar)) may not stand in a file",
                help: "delete it, or write it as \(escape(scalar)) in double quotes"
            )
        case .unusualLineBreak(let scalar):
            Wording(
                "the character \(codePoint(scalar)) is a line break to some readers and text to others",
                help: "write it as \(escape(scalar)) in double quotes"
            )
        case .directive(let name):
            Wording("the directive \(name) is not supported", help: "delete the line; only a single '%YAML 1.2' is accepted")
        case .emptyDocument:
            Wording("the file holds nothing but blank lines and comments")
        case .severalDocuments:
            Wording("a second document starts here", help: "a file holds one document; put the other one into a file of its own")
        case .tooDeep(let limit):
            Wording("this is nested deeper than \(limit) levels")
        case .tooManyNodes(let limit):
            Wording("the file has more than \(limit) values", help: "split it into several files")
        case .aliasesTooLarge(let limit):
            Wording("the aliases of this file stand for more than \(limit) values", help: "write out what is meant")
        case .undefinedAlias(let name, let suggestion):
            Wording(
                "there is no anchor '&\(name)' above for the alias '*\(name)'",
                help: suggestion.map { "did you mean '*\($0)'? If it is text, quote it: \(Quoting.quoted("*" + name))" }
                    ?? "if it is text, quote it: \(Quoting.quoted("*" + name))"
            )
        case .duplicateKey(let name):
            Wording("'\(clipped(name))' is already defined", label: "again here", relatedLabel: "first here")
        case .unknownTag(let tag, let quoted):
            Wording(
                "'\(clipped(tag))' is read as a YAML tag, and there is no such tag",
                help: quoted.map { "if it is text or an expression, quote it: \($0)" } ?? "delete the tag"
            )
        case .tagMismatch(let tag, let text):
            Wording("'\(clipped(text))' is not what the tag \(tag) says")
        case .mergeKey:
            Wording("merge keys ('<<') are not part of YAML 1.2", help: "write the fields out, or use an alias for the whole value")
        case .complexKey:
            Wording("a key must be a text", label: "this is a list or a mapping")
        case .keyTooLong(let limit):
            Wording("a key has at most \(limit) bytes")
        case .anchorRedefined(let name):
            Wording("the anchor '&\(clipped(name))' is defined twice", label: "aliases below mean this one", relatedLabel: "first here")
        case .commentCutsValue(let quoted):
            Wording(
                "' #' starts a comment, so the value ends before it", label: "this is ignored",
                help: "if it belongs to the value, quote the whole: \(quoted)"
            )
        case .commaCutsValue(let quoted):
            Wording("inside of { } a comma ends the value", help: "quote the whole value: \(quoted)")
        case .tab:
            Wording("a tab may not be used to indent", help: "use spaces")
        case .strayColon(let quoted):
            Wording("': ' makes the text before it a key", label: "this colon", help: "quote the whole value: \(quoted)")
        case .keyUnderText:
            Wording(
                "a key cannot stand here: the line above already has a text as its value", label: "read as a key",
                help: "indent it like the key above, or quote the text if it goes on over several lines"
            )
        case .bareStar(let quoted):
            Wording("a value that starts with '*' is read as an alias", help: "quote it: \(quoted)")
        case .bareAmpersand(let quoted):
            Wording("a value that starts with '&' is read as an anchor", help: "quote it: \(quoted)")
        case .reservedCharacter(let character, let quoted):
            Wording("a value cannot start with '\(character)'", help: "quote it: \(quoted)")
        case .textBehindValue(let opening, let quoted):
            Wording(
                "a value that starts with \(opening) ends with its \(closing(opening)), and here is more text",
                help: "quote the whole value: \(quoted)"
            )
        case .expressionInBrackets(let quoted):
            Wording("inside of { } or [ ] an expression with , [ ] { } or ? must be quoted", help: "quote it: \(quoted)")
        case .missingColon:
            Wording("a key without ':'", label: "read as a key", help: "write ': ' behind it, or quote a text of several lines")
        case .unclosedQuote:
            Wording("this quote is never closed", relatedLabel: "the text ends here")
        case .unclosedBracket:
            Wording("this bracket is never closed", relatedLabel: "the text ends here")
        case .missingComma:
            Wording("',' or the closing bracket is missing before this", relatedLabel: "the bracket opens here")
        case .unknownEscape(let escape):
            Wording(
                "'\(escape)' is not an escape of double-quoted text",
                help: #"write '\\' for a backslash, or use single quotes, where '\' means itself"#
            )
        case .badIndentation:
            Wording(
                "this does not fit the lines around it", relatedLabel: "it belongs to what starts here",
                help: "check its indentation and the end of the line before"
            )
        case .syntax(let problem, let context):
            Wording(problem, relatedLabel: context ?? "")
        case .outOfMemory:
            Wording("there is not enough memory to read the file")
        }
    }

    private func closing(_ opening: Character) -> Character {
        switch opening {
        case "[": "]"
        case "{": "}"
        default: opening
        }
    }

    private func clipped(_ text: String) -> String { text.unicodeScalars.count > 60 ? text.prefix(60) + "…" : text }

    private func hex(_ number: UInt32, digits: Int) -> String {
        let text = String(number, radix: 16, uppercase: true)
        return String(repeating: "0", count: max(0, digits - text.count)) + text
    }

    private func codePoint(_ scalar: UInt32) -> String { scalar == 0 ? "NUL" : "U+" + hex(scalar, digits: 4) }

    private func escape(_ scalar: UInt32) -> String {
        scalar == 0 ? "\\0" : scalar < 0x100 ? "\\x" + hex(scalar, digits: 2) : "\\u" + hex(scalar, digits: 4)
    }
}
