import PawlKit

extension FunctionTable {
    /// The macros, for documentation and completion; the parser knows how they are read.
    static var macroFunctions: [Function] {
        func macro(
            _ name: String, _ arguments: String, _ summary: String, _ examples: [(String, String)], chapter: Function.Chapter = .macros,
            style: Function.Style = .macro
        ) -> Function {
            Function(
                name: name, style: style, chapter: chapter, summary: "`\(arguments)`: \(summary)",
                examples: examples.map { .init(expression: $0.0, result: $0.1) }, overloads: [])
        }
        return [
            macro(
                "has", "has(a.b)", "whether the field is there, or the map has the key.",
                [("has({'a': 1}.a)", "true"), ("has({'a': 1}.b)", "false")], style: .syntax),
            macro(
                "all", "list.all(x, test)",
                "whether the test holds for each element (each key of a map). With two names, `all(i, x, test)`, index and element, or key "
                    + "and value.", [("[1, 2].all(x, x > 0)", "true"), ("{'a': 1}.all(k, v, v > 0)", "true")]),
            macro(
                "exists", "list.exists(x, test)", "whether the test holds for some element; also `exists(i, x, test)`.",
                [("[1, 2].exists(x, x > 1)", "true")]),
            macro(
                "exists_one", "list.exists_one(x, test)",
                "whether the test holds for exactly one element; also `existsOne`, and with two names.",
                [("[1, 2].exists_one(x, x > 1)", "true")]),
            macro(
                "filter", "list.filter(x, test)", "the elements (keys of a map) for which the test holds.",
                [("[1, 2, 3].filter(x, x > 1)", "[2, 3]")]),
            macro(
                "map", "list.map(x, value)",
                "the list of a value for each element (key of a map); `map(x, test, value)` only where the test holds.",
                [("[1, 2].map(x, x * 10)", "[10, 20]"), ("[1, 2, 3].map(x, x > 1, x * 10)", "[20, 30]")]),
            macro(
                "sortBy", "list.sortBy(x, key)", "the elements in the order of a key made from each; equal keys keep their order.",
                [("[{'n': 2}, {'n': 1}].sortBy(x, x.n)", "[{'n': 1}, {'n': 2}]")]),
            macro(
                "transformList", "list.transformList(i, x, value)",
                "the list of a value made from each index and element (key and value of a map); `transformList(i, x, test, value)` only "
                    + "where the test holds.", [("[5, 6].transformList(i, x, x + i)", "[5, 7]")]),
            macro(
                "transformMap", "map.transformMap(k, v, value)",
                "the map with each value replaced (indexes are the keys for a list); `transformMap(k, v, test, value)` only where the test "
                    + "holds.", [("{'a': 1}.transformMap(k, v, v + 1)", "{'a': 2}")]),
            macro(
                "transformMapEntry", "map.transformMapEntry(k, v, entries)",
                "the map of the entries made from each; a key made twice fails; `transformMapEntry(k, v, test, entries)` only where the "
                    + "test holds.", [("{'a': 'b'}.transformMapEntry(k, v, {v: k})", "{'b': 'a'}")]),
            macro(
                "cel.bind", "cel.bind(x, value, expression)", "the expression with a name for a value that is computed once.",
                [("cel.bind(x, 2 + 3, x * x)", "25")], style: .syntax),
            macro(
                "optMap", "optional.optMap(x, value)", "an optional of a value made from the one inside; none stays none.",
                [("optional.of(2).optMap(x, x + 1).value()", "3")], chapter: .optionals),
            macro(
                "optFlatMap", "optional.optFlatMap(x, optional)", "the optional made from the value inside; none stays none.",
                [("{'a': {'b': 1}}.?a.optFlatMap(x, x.?b).value()", "1")], chapter: .optionals),
        ]
    }
}
