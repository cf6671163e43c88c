import PawlKit

/// The word of a command line that is being typed, and what may stand there.
package struct CompletionPoint: Sendable {
    /// What may stand there.
    package enum Wanted: Sendable {
        /// A command.
        case command
        /// One of these options.
        case options([OptionDeclaration])
        /// A value of that kind.
        case value(Completion)
        /// Nothing that is known.
        case nothing
    }

    /// What may stand there.
    package private(set) var wanted = Wanted.nothing
    /// The beginning of the word that counts: behind `--option=`.
    package private(set) var beginning = ""
    /// What stands before that in the same word, and is to be repeated.
    package private(set) var lead = ""
    /// The words without names before it.
    package private(set) var free: [String] = []
    /// The options before it, for those that say which store is meant.
    package private(set) var parsed = ParsedWords()

    /// Finds the point at the end of some words, the last one unfinished, without the name of the program.
    package init(_ words: [String], among commands: [CommandShape]) {
        beginning = words.last ?? ""
        guard let name = words.first, words.count > 1 else {
            wanted = .command
            return
        }
        if name == "help" {
            wanted = words.count == 2 ? .command : .nothing
            return
        }
        guard let shape = commands.first(where: { $0.name == name }) else { return }
        let options = shape.options + GlobalOptions.declarations
        var awaited: OptionDeclaration?
        var isPlain = false
        for word in words.dropFirst().dropLast() {
            if let option = awaited {
                parsed.values[option.name, default: []].append(word)
                awaited = nil
            } else if isPlain || !word.hasPrefix("-") || word == "-" {
                free.append(word)
            } else if word == "--" {
                isPlain = true
            } else if let (option, value) = Self.option(word, among: options) {
                if option.placeholder == nil || value != nil {
                    parsed.values[option.name, default: []].append(value ?? "")
                } else {
                    awaited = option
                }
            }
        }
        decide(shape, options, awaited, isPlain: isPlain)
    }

    private mutating func decide(_ shape: CommandShape, _ options: [OptionDeclaration], _ awaited: OptionDeclaration?, isPlain: Bool) {
        if let awaited {
            wanted = .value(awaited.completion)
        } else if !isPlain, beginning.hasPrefix("--"), let (option, value) = Self.option(beginning, among: options), let value {
            lead = String(beginning.dropLast(value.count))
            beginning = value
            wanted = option.placeholder == nil ? .nothing : .value(option.completion)
        } else if !isPlain, beginning.hasPrefix("-") {
            wanted = .options(options.filter { $0.isRepeatable || parsed.values[$0.name] == nil })
        } else if let argument = free.count < shape.arguments.count
            ? shape.arguments[free.count] : shape.arguments.last(where: \.isRepeatable)
        {
            wanted = .value(argument.completion)
        }
    }

    /// The option that a word names, and the value that is attached to it.
    private static func option(_ word: String, among options: [OptionDeclaration]) -> (OptionDeclaration, value: String?)? {
        if word.hasPrefix("--") {
            let parts = word.dropFirst(2).split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
            return options.first { $0.name == parts[0] }.map { ($0, parts.count > 1 ? parts[1] : nil) }
        }
        guard let letter = word.dropFirst().first else { return nil }
        let rest = String(word.dropFirst(2))
        return options.first { $0.letter == letter }.map { ($0, rest.isEmpty ? nil : rest) }
    }
}
