/// What a shell offers for a word.
package enum Completion: Sendable, Hashable {
    /// Nothing.
    case none
    /// Files.
    case files
    /// Folders.
    case folders
    /// Workflow files, and files of input behind `@`.
    case inputs
    /// Instances, as ``InstanceNaming/handle(_:workflow:key:)`` names them.
    case instances
    /// Instances, and workflow files.
    case instancesOrFiles
    /// The names of workflows that have run.
    case workflows
    /// The names of workflows of the folder, and workflow files.
    case workflowsOrFiles
    /// The events that the instance named before takes.
    case events
    /// The names of services.
    case services
    /// The codes of errors.
    case codes
    /// The names of commands.
    case commands
    /// These words.
    case words([String])
}

/// What is known of an option before its value: what help and the parser need.
package struct OptionDeclaration: Sendable {
    /// The name after `--`.
    package let name: String
    /// The letter after `-`.
    package let letter: Character?
    /// What stands for the value in help; nil for a flag, which has none.
    package let placeholder: String?
    /// What it does, in one sentence.
    package let help: String
    /// Whether it may be given more than once.
    package let isRepeatable: Bool
    /// What a value must be, for a message, when this text is none: `a whole number`.
    let expectation: @Sendable (String) -> String?
    /// What a shell offers for the value.
    var completion = Completion.none
}

/// An option with a typed value: `--key K`.
package struct Option<Value: Sendable>: Sendable {
    /// What help and the parser need.
    package let declaration: OptionDeclaration
    let read: @Sendable (String) -> Value?

    /// Creates an option.
    ///
    /// - Parameters:
    ///   - expectation: what a value must be, for a message: `a whole number`.
    ///   - read: makes the value, nil when the text is none.
    package init(
        _ name: String, letter: Character? = nil, _ placeholder: String, help: String, isRepeatable: Bool = false,
        completion: Completion = .none, expectation: String, read: @escaping @Sendable (String) -> Value?
    ) {
        declaration = OptionDeclaration(
            name: name, letter: letter, placeholder: placeholder, help: help, isRepeatable: isRepeatable,
            expectation: { read($0) == nil ? expectation : nil }, completion: completion)
        self.read = read
    }
}

extension Option where Value == String {
    /// Creates an option that takes any text but none at all.
    package static func text(
        _ name: String, letter: Character? = nil, _ placeholder: String, help: String, completion: Completion = .none
    ) -> Self {
        Self(name, letter: letter, placeholder, help: help, completion: completion, expectation: "a text that is not empty") {
            $0.isEmpty ? nil : $0
        }
    }
}

extension Option where Value == Int64 {
    /// Creates an option that takes the position of an entry.
    package static func position(_ name: String, help: String) -> Self {
        Self(name, "POSITION", help: help, expectation: "a position, which is a whole number from 1") { text in
            Int64(text).flatMap { $0 >= 1 ? $0 : nil }
        }
    }
}

extension Option where Value: CaseIterable & RawRepresentable<String> {
    /// Creates an option that takes one of a few words.
    package static func choice(_ name: String, letter: Character? = nil, _ placeholder: String, help: String) -> Self {
        let words = Value.allCases.map(\.rawValue)
        let list = words.dropLast().joined(separator: ", ") + (words.count > 1 ? " or " : "") + (words.last ?? "")
        return Self(name, letter: letter, placeholder, help: help, completion: .words(words), expectation: list) { Value(rawValue: $0) }
    }
}

/// An option without a value: `--strict`.
package struct Flag: Sendable {
    /// What help and the parser need.
    package let declaration: OptionDeclaration

    /// Creates a flag.
    package init(_ name: String, letter: Character? = nil, help: String) {
        declaration = OptionDeclaration(
            name: name, letter: letter, placeholder: nil, help: help, isRepeatable: false, expectation: { _ in nil })
    }
}

/// A word without a name, told by its place.
package struct Positional: Sendable {
    /// How it is called in help: `FILE`.
    package let name: String
    /// What it is, in one sentence.
    package let help: String
    /// Whether it may be missing.
    package let isOptional: Bool
    /// Whether more than one may be given; only of the last.
    package let isRepeatable: Bool
    /// What a shell offers for it.
    package let completion: Completion

    /// Creates an argument.
    package init(
        _ name: String, help: String, isOptional: Bool = false, isRepeatable: Bool = false, completion: Completion = .none
    ) {
        self.name = name
        self.help = help
        self.isOptional = isOptional
        self.isRepeatable = isRepeatable
        self.completion = completion
    }

    /// How it stands in a usage line: `FILE…`, `[DIR]`.
    var usage: String {
        let text = name + (isRepeatable ? "…" : "")
        return isOptional ? "[\(text)]" : text
    }
}
