import PawlKit

/// Sorts the words of a command line by the options and arguments that a command declares.
package struct WordParser {
    private let options: [OptionDeclaration]
    private let arguments: [Positional]
    private var parsed = ParsedWords()
    private var free: [String] = []

    /// Creates a parser for a command.
    package init(_ shape: CommandShape) {
        options = shape.options + GlobalOptions.declarations
        arguments = shape.arguments
    }

    /// Sorts the words after the command's name.
    ///
    /// - Throws: ``UsageError`` for the first word that makes no sense; none for a missing argument when help is asked for.
    package consuming func parse(_ words: [String]) throws(UsageError) -> ParsedWords {
        var rest = words[...]
        while let word = rest.popFirst() {
            if word == "--" {
                free += rest
                break
            } else if word.hasPrefix("--") {
                try long(word, &rest)
            } else if word.hasPrefix("-"), word.count > 1 {
                try short(word, &rest)
            } else {
                free.append(word)
            }
        }
        if !parsed[GlobalOptions.helpFlag] { try assign() }
        return parsed
    }

    private mutating func long(_ word: String, _ rest: inout ArraySlice<String>) throws(UsageError) {
        let parts = word.dropFirst(2).split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
        let written = "--" + parts[0]
        guard let option = options.first(where: { $0.name == parts[0] }) else {
            let nearest = NearestName.find(parts[0], among: options.map(\.name))
            throw .unknownOption(written, nearest: nearest.map { "--" + $0 })
        }
        try set(option, written, attached: parts.count > 1 ? parts[1] : nil, &rest)
    }

    private mutating func short(_ word: String, _ rest: inout ArraySlice<String>) throws(UsageError) {
        let letters = word.dropFirst()
        guard let letter = letters.first, let option = options.first(where: { $0.letter == letter }) else {
            // `-store` is more likely a slip of `--store` than a bundle of letters.
            let nearest = NearestName.find(String(letters), among: options.map(\.name))
            throw .unknownOption(word, nearest: letters.count > 1 ? nearest.map { "--" + $0 } : nil)
        }
        var attached = String(letters.dropFirst())
        if attached.hasPrefix("=") { attached.removeFirst() }
        try set(option, "-\(letter)", attached: letters.count > 1 ? attached : nil, &rest)
    }

    private mutating func set(
        _ option: OptionDeclaration, _ written: String, attached: String?, _ rest: inout ArraySlice<String>
    ) throws(UsageError) {
        guard let placeholder = option.placeholder else {
            if attached != nil { throw .unexpectedValue(option: written) }
            parsed.values[option.name] = [""]
            return
        }
        // A value that looks like an option is a forgotten value; one that is meant can be attached with `=`.
        let follows = rest.first.map { !($0.hasPrefix("--") && $0.count > 2) } ?? false
        guard let value = attached ?? (follows ? rest.popFirst() : nil) else {
            throw .missingValue(option: written, placeholder: placeholder)
        }
        if let expected = option.expectation(value) { throw .badValue(option: written, value: value, expected: expected) }
        if parsed.values[option.name] != nil, !option.isRepeatable { throw .repeatedOption(written) }
        parsed.values[option.name, default: []].append(value)
    }

    /// Gives the free words to the arguments in order.
    private mutating func assign() throws(UsageError) {
        var rest = free[...]
        for argument in arguments {
            if argument.isRepeatable {
                parsed.arguments[argument.name] = rest.isEmpty ? nil : Array(rest)
                rest = []
            } else if let word = rest.popFirst() {
                parsed.arguments[argument.name] = [word]
            }
            if parsed.arguments[argument.name] == nil, !argument.isOptional { throw .missingArgument(argument.name) }
        }
        if let extra = rest.first { throw .extraArgument(extra) }
    }
}
