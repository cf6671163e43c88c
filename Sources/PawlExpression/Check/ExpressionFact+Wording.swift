package import PawlKit

extension ExpressionFact {
    /// The fact in words.
    package var wording: Wording {
        switch self {
        case .emptyExpression: Wording("the expression is empty", label: "an expression goes here")
        case .unexpectedCharacter(let character):
            Wording("'\(character)' means nothing in an expression", label: "not understood", help: Self.slip(character))
        case .unexpectedToken(let found, let expected):
            Wording("'\(found)' cannot stand here", label: "expected \(expected)", help: Self.operatorWords[found].map { "write \($0)" })
        case .unexpectedEnd(let expected): Wording("the expression ends too early", label: "expected \(expected)")
        case .unterminatedText(let hasTypographicQuote):
            Wording(
                "the text has no closing quote", label: "starts here",
                help: hasTypographicQuote
                    ? "the closing quote is a typographic one; write ' or \"" : "a text over several lines stands in '''")
        case .badEscape(let escape, let isBytes):
            Wording(
                "'\(escape)' is not an escape", label: "not an escape",
                help: isBytes
                    ? "in bytes write \\xHH or \\ooo for an octet, \\\\ for a backslash"
                    : "write \\\\ for a backslash, or r'…' for a text without escapes, such as a pattern")
        case .malformedQuotedName:
            Wording("the name in backticks is not closed", label: "letters, digits, _ . - / and spaces, then a backtick")
        case .numberOutOfRange(let type): Wording("the number is out of the range of \(type)", label: "too large")
        case .reservedWord(let word):
            Wording("'\(word)' is a reserved word", label: "cannot be a name", help: "it can be a field's name after a dot")
        case .nestedTooDeeply(let limit):
            Wording("the expression is nested more than \(limit) levels deep", label: "here", help: "split it, for example with cel.bind")
        case .textTooLong(let limit): Wording("the expression is longer than \(limit) bytes")
        case .hasNeedsField: Wording("has() takes a field, such as has(state.note)", label: "not a field of something")
        case .macroNeedsName:
            Wording("a name for the element goes here", label: "not a plain name", help: "for example items.all(i, i.price > 0.0)")
        case .unknownName(let name, let nearest, let candidates):
            Wording(
                "unknown name '\(name)'", label: "not known here",
                help: Self.truthWords[name.lowercased()].map { "write \($0)" } ?? Self.suggestion(nearest, among: candidates, "there is"))
        case .unknownField(let field, let type, let nearest, let candidates):
            Wording("\(type) has no field '\(field)'", label: "no such field", help: Self.suggestion(nearest, among: candidates, "it has"))
        case .unknownFunction(let name, let isMethod, let nearest, let otherStyle, let candidates):
            Wording(
                "unknown \(isMethod ? "method" : "function") '\(name)'", label: "not known",
                help: otherStyle ?? Self.suggestion(nearest, among: candidates, "there is", limit: 40))
        case .unknownType(let name, let nearest, let candidates):
            Wording("unknown record type '\(name)'", label: "not a type", help: Self.suggestion(nearest, among: candidates, "there is"))
        case .notANamespaceValue(let name):
            Wording("'\(name)' is not a value", label: "starts the names of functions", help: "for example \(name).…(x)")
        default: typeWording
        }
    }

    private var typeWording: Wording {
        switch self {
        case .wrongArgumentCount(let name, let found, let signatures):
            Wording(
                "'\(name)' does not take \(found) argument\(found == 1 ? "" : "s")", label: "wrong number of arguments",
                help: Self.signatures(signatures))
        case .wrongArgumentTypes(let name, let found, let signatures, let hint):
            Wording(
                "'\(name)' does not take (\(found.joined(separator: ", ")))", label: "wrong types",
                help: hint ?? Self.signatures(signatures))
        case .noFields(let type, let field): Wording("a value of type \(type) has no fields", label: "'\(field)' of a \(type)")
        case .notIndexable(let type): Wording("a value of type \(type) cannot be indexed", label: "only lists and maps")
        case .wrongIndexType(let expected, let found): Wording("the index is \(found), not \(expected)", label: "should be \(expected)")
        case .notWalkable(let type, let macro): Wording("'\(macro)' walks a list or a map, not \(type)", label: "is \(type)")
        case .branchesDiffer(let yes, let no, let hint):
            Wording("the branches are of different types: \(yes) and \(no)", label: "one of both types", help: hint)
        case .notBool(let type, let what): Wording("\(what) must be bool, not \(type)", label: "is \(type)")
        case .notOptional(let type, let what): Wording("\(what) must be an optional, not \(type)", label: "is \(type)")
        case .wrongResultType(let expected, let found, let hint):
            Wording("expected \(expected), but this is \(found)", label: "is \(found)", help: hint)
        case .notAMember(let text, let type, let nearest, let members):
            Wording("'\(text)' is not a member of \(type)", label: "never equal", help: Self.suggestion(nearest, among: members, "it has"))
        case .optionalResult(let expected):
            Wording(
                "this may be absent, but a value of type \(expected) is needed", label: "is an optional",
                help: "add .orValue(…) with what to use when it is absent")
        case .notData(let type): Wording("a value of type \(type) lives only inside expressions", label: "is \(type)")
        default: recordWording
        }
    }

    private var recordWording: Wording {
        switch self {
        case .missingFields(let fields, let type):
            Wording(
                "\(type) needs \(fields.count == 1 ? "the field" : "the fields") \(fields.map { "'\($0)'" }.joined(separator: ", "))",
                label: "not given")
        case .repeatedField(let field): Wording("the field '\(field)' is given twice", label: "again here")
        case .wrongFieldType(let field, let expected, let found, let hint):
            Wording("the field '\(field)' is \(expected), but this is \(found)", label: "is \(found)", help: hint)
        case .unprovenField(let path, let receiver, let field, let type, let canBeProven):
            Wording(
                "'\(path)' may be absent", label: "not proven to be there",
                help: "write \(receiver).?\(field).orValue(\(Self.zero(type)))" + (canBeProven ? ", or has(\(path)) && … before it" : ""))
        case .notAllowedHere(let function):
            Wording(
                "\(function)() is not allowed here", label: "not in this place",
                help: function == "secret" ? "secrets can stand in `with:` only" : nil)
        case .needsConstant(let function): Wording("\(function)() takes a constant text", label: "not a constant text")
        case .unknownState(let name, let nearest):
            Wording("unknown state '\(name)'", label: "not a state", help: nearest.map { "did you mean '\($0)'?" })
        case .ambiguousState(let name, let candidates):
            Wording("'\(name)' names several states", label: "ambiguous", help: "write one of \(candidates.joined(separator: ", "))")
        case .secretNotAlone:
            Wording(
                "a secret must stand alone", label: "used inside an expression",
                help: "join it to text outside: \"Bearer ${ secret('NAME') }\"")
        case .badPattern(let reason): Wording(reason, label: "not RE2 syntax", help: "see https://github.com/google/re2/wiki/Syntax")
        case .alwaysFails(let message): Wording("this always fails: \(message)", label: "has no value")
        default: Wording("the expression is wrong")
        }
    }

    /// Operators that other languages write as words.
    private static let operatorWords = ["and": "&&", "or": "||", "not": "!", "is": "=="]
    /// Truth values that other languages, and YAML 1.1, write as words.
    private static let truthWords = ["yes": "true", "on": "true", "no": "false", "off": "false", "none": "null", "nil": "null"]

    private static func suggestion(_ nearest: String?, among candidates: [String], _ lead: String, limit: Int = 12) -> String? {
        if let nearest { return "did you mean '\(nearest)'?" }
        guard !candidates.isEmpty, candidates.count <= limit else { return nil }
        return "\(lead) \(candidates.joined(separator: ", "))"
    }

    private static func signatures(_ signatures: [String]) -> String? {
        guard !signatures.isEmpty else { return nil }
        let shown = signatures.prefix(6).joined(separator: "; ")
        return "there is " + shown + (signatures.count > 6 ? "; …" : "")
    }

    private static func slip(_ character: String) -> String? {
        switch character {
        case "&": "write && for 'and'"
        case "|": "write || for 'or'"
        case "=": "write == to compare"
        case "\u{2018}", "\u{2019}", "\u{201C}", "\u{201D}": "a typographic quote; write ' or \""
        case "$": "an expression inside an expression needs no ${ }"
        case ";": "an expression is one value; there are no statements"
        default: nil
        }
    }

    /// A value to show in help for a type.
    private static func zero(_ type: String) -> String {
        switch type {
        case "string": "''"
        case "int": "0"
        case "uint": "0u"
        case "double": "0.0"
        case "bool": "false"
        case "bytes": "b''"
        case "duration": "duration('0s')"
        case _ where type.hasPrefix("list("): "[]"
        case _ where type.hasPrefix("map("): "{}"
        default: "…"
        }
    }
}
