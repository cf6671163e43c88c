package import PawlKit

extension DefinitionFact {
    /// The fact in words.
    package var wording: Wording {
        switch self {
        case .wrongShape(let what, let expected, let found):
            Wording("\(what) must be \(expected), and this is \(found)", label: "is \(found)")
        case .unknownKey(let key, let place, let suggestion, let known):
            Wording(
                "'\(key)' is not a key of \(place)", label: suggestion.map { "did you mean '\($0)'?" } ?? "not known here",
                help: suggestion == nil ? "\(place) has \(known.joined(separator: ", "))" : nil)
        case .missingKey(let key, let place, let help):
            Wording("\(place) needs `\(key)`", label: "`\(key)` is missing", help: help.map { "add `\(key)`: \($0)" })
        case .notSupported(let what):
            Wording("\(what) is not supported yet", label: "not supported yet")
        case .missingValue(let what):
            Wording("\(what) has no value", label: "a value goes here")
        case .unknownWord(let word, let what, let suggestion, let allowed):
            Wording(
                "'\(word)' is not a value of `\(what)`", label: suggestion.map { "did you mean '\($0)'?" } ?? "not known",
                help: "it is \(Names.list(allowed, and: "or"))")
        case .listedTwice(let name): Wording("'\(name)' is listed twice", label: "again here", relatedLabel: "first here")
        case .noStates: Wording("a workflow needs at least one state", help: "write states: { Done: { final: true } }")
        default: nameWording
        }
    }

    private var nameWording: Wording {
        switch self {
        case .badName(let name, let what):
            Wording(
                "'\(name)' cannot be the name of \(what)", label: "not a name", help: "a name is a letter or _, then letters, digits and _")
        case .badWorkflowName(let name):
            Wording("'\(name)' cannot be the name of a workflow", label: "not a name", help: "a letter or _, then letters, digits, _ and -")
        case .badServiceName(let name):
            Wording(
                "'\(name)' cannot be the name of a service", label: "not a name of a service",
                help: "names with points between them, such as payments.charge")
        case .badCode(let code, let what):
            Wording("'\(code)' cannot be \(what)", label: "not a code", help: "a letter or _, then letters, digits, _, - and points")
        case .reservedName(let name, let what, let why):
            Wording("'\(name)' cannot be the name of \(what): \(why)", label: "reserved", help: "choose another name")
        case .unknownState(let name, let suggestion, let states):
            Self.unknown("state", name, suggestion, states)
        case .ambiguousState(let name, let candidates):
            Wording("'\(name)' names several states", label: "ambiguous", help: "write one of \(Names.list(candidates, and: "or"))")
        case .unknownEvent(let name, let suggestion, let events):
            Self.unknown("event", name, suggestion, events)
        case .unknownService(let name, let suggestion):
            Wording(
                "there is no service '\(name)'", label: suggestion.map { "did you mean '\($0)'?" } ?? "not known",
                help: suggestion == nil ? "declare it under `services:` with its types, or load a plugin that provides it" : nil)
        default: typeWording
        }
    }

    private static func unknown(_ what: String, _ name: String, _ suggestion: String?, _ known: [String]) -> Wording {
        Wording(
            "there is no \(what) '\(name)'", label: suggestion.map { "did you mean '\($0)'?" } ?? "not known",
            help: suggestion == nil && !known.isEmpty ? "there \(known.count == 1 ? "is" : "are") \(Names.list(known))" : nil)
    }

    private var typeWording: Wording {
        switch self {
        case .unknownType(let name, let suggestion):
            Wording(
                "there is no type '\(name)'", label: suggestion.map { "did you mean '\($0)'?" } ?? "not known",
                help: suggestion == nil
                    ? "bool, int, uint, double, string, bytes, timestamp, duration, any, list(T), map(T), or a name under `types:`" : nil)
        case .typeSyntax(let text, let expected):
            Wording(
                "'\(text)' cannot be read as a type", label: "expected \(expected)",
                help: "for example string, int?, list(Item), map(double)")
        case .recursiveType(let name): Wording("the type '\(name)' contains itself", label: "again here")
        case .typeIsNoRecord(let name, let found):
            Wording(
                "the type '\(name)' must be a record or an enum, and this is '\(found)'", label: "neither",
                help: "write { field: type } for a record, [a, b] for an enum; use '\(found)' itself where it is needed")
        case .notARecord(let name, let what):
            Wording("\(what) must be a record, and '\(name)' is none", label: "not a record", help: "write { field: type }")
        case .typeTooLarge: Wording("the type is too large", label: "too many fields, those of inner types included")
        default: valueWording
        }
    }

    // MARK: Values

    private var valueWording: Wording {
        switch self {
        case .wrongValue(let text, let isQuoted, let expected, let field):
            Wording(
                "\(Self.place(field)) takes \(Self.article(expected)), and \(isQuoted ? "\"\(text)\" is text" : "'\(text)' is none")",
                label: "should be \(expected)", help: Self.help(text, isQuoted: isQuoted, expected: expected))
        case .wrongCollection(let found, let expected, let field):
            Wording("\(Self.place(field)) takes \(expected), and this is \(found)", label: "should be \(expected)")
        case .missingScalar(let field, let type, let isTilde):
            Wording(
                "\(Self.place(field)) takes \(type) and \(isTilde ? "may not be absent" : "has no value")", label: "a value goes here",
                help: type == "string"
                    ? (isTilde ? "quote it if it is text: \"~\"" : "write \"\" for an empty text")
                    : "declare the field as \(type)? if it may be absent")
        case .notAMember(let text, let type, let suggestion, let members):
            Wording(
                "'\(text)' is not a member of \(type)", label: suggestion.map { "did you mean '\($0)'?" } ?? "not a member",
                help: "the members are \(Names.list(members, and: "and"))")
        case .unknownField(let name, let owner, let suggestion, let fields):
            Wording(
                "\(owner) has no field '\(name)'", label: suggestion.map { "did you mean '\($0)'?" } ?? "no such field",
                help: suggestion != nil ? nil : fields.isEmpty ? "it has no fields" : "it has \(Names.list(fields))")
        case .missingFields(let fields, let owner):
            Wording("\(owner) needs \(Self.list(fields))", label: "not given here")
        case .unclosedTemplate:
            Wording("this `${` is not closed", label: "starts here", help: "add the `}`; a `${` that is text is written $${")
        case .textInTypedPlace(let expected, let field):
            Wording(
                "\(Self.place(field)) takes \(expected), and text with `${ }` in it is a string", label: "a string",
                help: "write one `${ … }` that is the whole value")
        case .notPrintable(let type):
            Wording(
                "a value of type \(type) cannot be put into text", label: "is \(type)",
                help: "only single values can, not lists, maps and records")
        case .badDuration(let text, let what):
            Wording(
                "\(what) takes a length of time, and '\(text)' is none", label: "not a length of time",
                help: "write it as 500ms, 30s, 15m, 2h, 7d or 1h30m")
        case .badTimestamp(let text, let what):
            Wording(
                "\(what) takes a point in time, and '\(text)' is none", label: "not a point in time",
                help: "write it as RFC 3339 with a zone, such as 2026-11-30T09:00:00Z")
        case .outOfRange(let field, let needs): Wording("'\(field)' must be \(needs)", label: "out of range")
        default: expressionWording
        }
    }

    private static func place(_ field: String?) -> String { field.map { "'\($0)'" } ?? "this place" }

    private static func article(_ type: ValueType) -> String {
        switch type {
        case .any, .int: "an \(type)"
        case .bool, .uint, .double, .string, .timestamp, .duration: "a \(type)"
        default: "\(type)"
        }
    }

    private static func help(_ text: String, isQuoted: Bool, expected: ValueType) -> String? {
        switch expected {
        case .bool:
            let word = text.lowercased()
            if word == "true" || word == "false" { return isQuoted ? "write it without quotes: \(word)" : "write \(word)" }
            if ["yes", "on", "y"].contains(word) { return "write true" }
            if ["no", "off", "n"].contains(word) { return "write false" }
            return "write true, false, or ${ … }"
        case .int, .uint, .double:
            if isQuoted, Double(text) != nil { return "write it without quotes: \(text)" }
            if expected != .double, let number = Double(text), number == number.rounded(), number.magnitude < 1e15 {
                if text.hasPrefix("0") || text.hasPrefix("-0") { return "write it without a 0 in front: \(Int64(number))" }
                return expected == .uint && number < 0 ? "a uint is not negative" : "write \(Int64(number))"
            }
            if text.contains("_") { return "write it without `_`" }
            return text.allSatisfy(\.isNumber) ? "it is out of range" : "write a number, or ${ … }"
        case .timestamp: return "write it as RFC 3339 with a zone, such as 2026-11-30T09:00:00Z"
        case .duration: return "write it as 500ms, 30s, 15m, 2h, 7d or 1h30m"
        case .bytes: return "write base64"
        default: return nil
        }
    }

    static func list(_ fields: [RecordType.Field]) -> String {
        let texts = fields.prefix(8).map { "'\($0.name)' (\($0.typeText))" } + (fields.count > 8 ? ["\(fields.count - 8) more"] : [])
        guard texts.count > 1, let last = texts.last else { return texts.first ?? "" }
        return texts.dropLast().joined(separator: ", ") + " and " + last
    }

    private var expressionWording: Wording {
        switch self {
        case .collectionAsExpression(let what, let quoted):
            Wording(
                "\(what) takes an expression, and YAML reads this as a list or a mapping",
                label: "an expression that starts with a bracket",
                help: quoted.map { "quote it: \($0)" } ?? "quote the expression")
        case .commentCutsExpression(let what, let quoted):
            Wording(
                "` #` starts a comment, so the expression of \(what) ends before it", label: "cut here", help: "quote the whole: \(quoted)")
        case .escapeInExpression:
            Wording(
                "in double quotes YAML turns `\\n` into a line break before the expression is read", label: "holds a line break",
                help: "put the expression into single quotes, or write \\\\n")
        case .tooManyExpressions:
            Wording(
                "the expressions of this file are too many, counted again for each state and event that a row is for",
                help: "split the rows that have long lists of states or events")
        default: rowWording
        }
    }
}
