import PawlKit

extension FunctionTable {
    /// The texts' part of CEL's standard library.
    static var textFunctions: [Function] {
        [
            Function(
                name: "contains", style: .receiver, chapter: .text, summary: "Whether the other text occurs in this one.",
                examples: [.init(expression: "'hello'.contains('ell')", result: "true")],
                overloads: [
                    Make.overload { (a: String, b: String, frame) throws(EvaluationError) in
                        try frame.charge(a.utf8.count / 16)
                        return TextSearch.contains(a, b)
                    }
                ]),
            Function(
                name: "startsWith", style: .receiver, chapter: .text, summary: "Whether this text starts with the other.",
                examples: [.init(expression: "'hello'.startsWith('he')", result: "true")],
                overloads: [Make.overload { (a: String, b: String, _) in TextSearch.hasPrefix(a, b) }]),
            Function(
                name: "endsWith", style: .receiver, chapter: .text, summary: "Whether this text ends with the other.",
                examples: [.init(expression: "'hello'.endsWith('lo')", result: "true")],
                overloads: [Make.overload { (a: String, b: String, _) in TextSearch.hasSuffix(a, b) }]),
            Function(
                name: "matches", style: .receiver, chapter: .text,
                summary: "Whether the pattern (RE2 syntax) occurs anywhere in the text; write ^ and $ for all of it. A constant pattern is "
                    + "checked when the file is loaded, and time is linear in the text whatever the pattern.",
                examples: [.init(expression: "'A-17'.matches('^[A-Z]-[0-9]+$')", result: "true")],
                overloads: [matches]),
            Function(
                name: "matches", style: .global, chapter: .text, summary: "The same as `text.matches(pattern)`.",
                examples: [.init(expression: "matches('A-17', '[0-9]+')", result: "true")],
                overloads: [matches]),
            Function(
                name: "size", style: .global, chapter: .text,
                summary: "The number of code points of a text, of bytes, of elements of a list, or of entries of a map.",
                examples: [.init(expression: "size('été')", result: "3"), .init(expression: "size([1, 2])", result: "2")],
                overloads: sizes),
            Function(
                name: "size", style: .receiver, chapter: .text, summary: "The same as `size(x)`.",
                examples: [.init(expression: "'abc'.size()", result: "3"), .init(expression: "{'a': 1}.size()", result: "1")],
                overloads: sizes),
        ]
    }

    private static var matches: Overload {
        Make.overload { (text: String, pattern: String, frame) throws(EvaluationError) in
            let compiled: Pattern
            if let last = frame.lastPattern, UTF8Order.equal(last.text, pattern) {
                compiled = last
            } else {
                try frame.charge(100 + pattern.utf8.count)
                compiled = try Pattern(pattern)
                frame.lastPattern = compiled
            }
            try frame.charge(text.utf8.count / 16)
            return compiled.occurs(in: text)
        }
    }

    private static var sizes: [Overload] {
        [
            Make.overload { (a: String, frame) throws(EvaluationError) in
                try frame.charge(a.utf8.count / 16)
                return Int64(CodePoints.count(a))
            },
            Make.overload { (a: [UInt8], _) in Int64(a.count) },
            Make.overload { (a: AnyList, _) in Int64(a.elements.count) },
            Make.overload { (a: AnyMap, _) in Int64(a.map.count) },
        ]
    }
}
