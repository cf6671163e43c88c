/// The words of a command line, each checked by itself, and asked for by the option or argument that declared them.
package struct ParsedWords: Sendable {
    /// The values by the name of their option; a flag has one empty value.
    var values: [String: [String]] = [:]
    /// The words without names, by the name of their argument.
    var arguments: [String: [String]] = [:]

    /// Whether a flag is given.
    package subscript(flag: Flag) -> Bool { values[flag.declaration.name] != nil }

    /// The value of an option; nil when it is not given.
    package subscript<Value>(option: Option<Value>) -> Value? {
        values[option.declaration.name]?.last.flatMap(option.read)
    }

    /// All values of an option that may be repeated, in order.
    package func all<Value>(_ option: Option<Value>) -> [Value] {
        (values[option.declaration.name] ?? []).compactMap(option.read)
    }

    /// An argument; nil when it is not given.
    package subscript(argument: Positional) -> String? { arguments[argument.name]?.first }

    /// All words of an argument that may be repeated, in order.
    package func all(_ argument: Positional) -> [String] { arguments[argument.name] ?? [] }

    /// An argument that must be given; empty only where the shape lets it be missing.
    package func required(_ argument: Positional) -> String { self[argument] ?? "" }
}
