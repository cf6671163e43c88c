import PawlControl
import PawlEngine
package import PawlKit

extension CommandFailure {
    /// The failure of a command whose operation was not done.
    init(_ error: ControlError) { self.init(error.code.exitCode, error.message, help: error.help) }

    /// The failure of a command whose journal could not be read or written.
    package init(_ error: JournalError) { self.init(ControlError(error)) }

    /// The failure of a command whose engine could not do what was asked.
    init(_ error: EngineError) { self.init(ControlError(error)) }
}

extension ControlError.Code {
    /// What a command ends with.
    var exitCode: ExitCode {
        switch self {
        case .refused, .busy: .negative
        case .failed, .notJSON, .invalidRequest, .unknownMethod, .invalidParameters: .failure
        case .notFound: .notFound
        case .usage: .usage
        case .badData: .badData
        }
    }
}

extension ControlError {
    /// What keeps a command from working keeps an operation from it, too.
    init(_ failure: CommandFailure) {
        let code: Code =
            switch failure.exitCode {
            case .done, .failure, .interrupted: .failed
            case .negative: .refused
            case .notFound: .notFound
            case .usage: .usage
            case .badData: .badData
            }
        self.init(code, reason: "\(code)", failure.message, help: failure.help)
    }
}
