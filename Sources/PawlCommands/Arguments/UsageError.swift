/// Why a command line makes no sense.
package enum UsageError: Error, Sendable, Hashable {
    /// There is no such command.
    case unknownCommand(String, nearest: String?)
    /// The command has no such option.
    case unknownOption(String, nearest: String?)
    /// An option stands at the end, and takes a value.
    case missingValue(option: String, placeholder: String)
    /// A flag got a value.
    case unexpectedValue(option: String)
    /// A value is not what its option takes.
    case badValue(option: String, value: String, expected: String)
    /// An option that may be given once is there twice.
    case repeatedOption(String)
    /// An argument that must be given is not there.
    case missingArgument(String)
    /// A word that nothing takes.
    case extraArgument(String)
    /// Words that make no sense together.
    case contradiction(String)

    /// The error in one sentence without a full stop.
    package var message: String {
        switch self {
        case .unknownCommand(let name, let nearest): "there is no command '\(name)'" + Self.suggestion(nearest)
        case .unknownOption(let name, let nearest): "there is no option '\(name)'" + Self.suggestion(nearest)
        case .missingValue(let option, let placeholder): "option '\(option)' needs a value: \(option) \(placeholder)"
        case .unexpectedValue(let option): "option '\(option)' takes no value"
        case .badValue(let option, let value, let expected): "option '\(option)' takes \(expected), not '\(value)'"
        case .repeatedOption(let option): "option '\(option)' can be given only once"
        case .missingArgument(let name): "\(name) is missing"
        case .extraArgument(let word): "'\(word)' is one word too many"
        case .contradiction(let message): message
        }
    }

    private static func suggestion(_ nearest: String?) -> String { nearest.map { "; did you mean '\($0)'?" } ?? "" }
}
