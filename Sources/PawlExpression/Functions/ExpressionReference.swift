/// What there is to know of the language's functions, for documentation, help and completion.
package enum ExpressionReference {
    /// A function, a method, an operator or a macro.
    package struct Entry: Sendable {
        /// As it is called: `size`, `math.sum`, `+`.
        package let name: String
        /// The heading that it belongs to.
        package let chapter: String
        /// Its forms: `string.contains(string) -> bool`.
        package let signatures: [String]
        /// What it does.
        package let summary: String
        /// Expressions, and the texts of their values.
        package let examples: [(expression: String, result: String)]
        /// Whether it is called on a value, after a dot.
        package let isMethod: Bool
    }

    /// All entries in the order of the documentation.
    package static let entries: [Entry] = FunctionTable.standard.functions.map { function in
        Entry(
            name: Operator(rawValue: function.name)?.symbol ?? function.name, chapter: function.chapter.rawValue,
            signatures: function.overloads.map { $0.signature(of: function.name, style: function.style) }, summary: function.summary,
            examples: function.examples.map { ($0.expression, $0.result) },
            isMethod: function.style == .receiver || function.style == .macro)
    }

    /// The page for users, in Markdown.
    package static var page: String {
        var page = introduction
        for chapter in Function.Chapter.allCases {
            page += "\n## \(chapter.rawValue)\n"
            for entry in entries where entry.chapter == chapter.rawValue { page += "\n" + section(entry) }
        }
        return page
    }

    private static func section(_ entry: Entry) -> String {
        let title = entry.isMethod ? "x.\(entry.name)" : entry.name
        var text = "### `\(title)`\n\n\(entry.summary)\n"
        if !entry.signatures.isEmpty {
            text += "\n```text\n" + entry.signatures.map { $0 + "\n" }.joined() + "```\n"
        }
        if !entry.examples.isEmpty {
            text += "\n```cel\n" + entry.examples.map { "\($0.expression)  // \($0.result)\n" }.joined() + "```\n"
        }
        return text
    }

    private static let introduction = """
        # Expressions

        Guards, data mappings and filters are written in CEL, the Common Expression Language
        (<https://github.com/google/cel-spec>), with the extensions strings, math, lists, optionals, bindings, two-variable
        comprehensions and encoders, and some functions of Pawl. Expressions are read and checked against the declared types when a
        file is loaded; what they may use when they run is bounded.

        This page is made from the table that the checker and the evaluator read, and each example on it is run as a test:
        `expression  // its value`.

        `pawl eval` evaluates an expression, to learn and to try; `--check` says its type only:

        ```console
        $ pawl eval 'items.filter(i, i.price > 10.0).map(i, i.sku)' --vars '{"items": [{"sku": "pen", "price": 12.5}]}'
        ['pen']
        ```

        Without more, a variable has the type of its JSON value, and what is inside of an object is `any`. `--types FILE` names a file
        that declares types as a workflow does, and variables beside them, or a workflow, whose types, `input` and `settings` are taken:

        ```yaml
        types:
          Item: { sku: string, price: double, note: string? }
        variables:
          items: list(Item)
        ```

        Types: `bool`, `int`, `uint`, `double`, `string`, `bytes`, `timestamp`, `duration`, `list(T)`, `map(T)` with text keys (inside
        expressions also `map(K, V)`), records and enums from `types:`, `optional(T)`, and `any`, which is checked when it is used. `T`,
        `K` and `V` stand for any type, each for one type within a signature.

        - Numbers of different types do not mix: write `1000.0` beside a double, or convert with `double(x)`. Only values of type `any`
          compare across number types.
        - Texts are compared by code points, without normalisation, and sizes and places count code points.
        - A field that may be absent (`T?`) is read with `has(x.f) && …` before it, or as `x.?f.orValue(…)`.
        - `Item{sku: 'x', quantity: 1}` makes a record; a field that may be absent can be left out, or given as `?note: optional`.
        - Enums are text; comparing one with a text that is no member is an error when the file is loaded.
        - Literals: `1`, `0x1F`, `1u`, `1.5`, `'text'`, `\"text\"`, `'''text over lines'''`, `r'raw \\d'`, `b'bytes'`, `[1, 2]`,
          `{'key': 1}`, `true`, `false`, `null`. `// …` is a comment.
        - An expression may be 100,000 bytes long and 250 levels deep; one evaluation may do about a million steps and make lists of
          100,000 elements and texts of 1,600,000 bytes.

        """
}
