/// How a command prints data.
package enum OutputFormat: String, Sendable, Hashable, CaseIterable {
    /// For people.
    case table
    /// One JSON document.
    case json
    /// One JSON value a line.
    case jsonl

    /// The option that chooses it.
    package static let option = Option<OutputFormat>.choice(
        "output", letter: "o", "FORMAT", help: "table (the default), json, or jsonl: one JSON value a line.")
}
