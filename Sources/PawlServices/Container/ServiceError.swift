import PawlKit

/// Why a service cannot be called.
package struct ServiceError: Error, Sendable, CustomStringConvertible {
    /// What kind of problem it is.
    package enum Code: Sendable, Hashable {
        /// Nothing provides it.
        case unknown
        /// Its factory failed; it is not tried again.
        case notMade
        /// The input is not what the service takes.
        case badInput
    }

    /// What kind of problem it is.
    package let code: Code
    /// The service.
    package let service: String
    /// What is wrong and how to fix it.
    package let message: String
    /// The error behind it.
    package let cause: (any Error)?

    init(_ code: Code, service: String, message: String, cause: (any Error)? = nil) {
        self.code = code
        self.service = service
        self.message = message
        self.cause = cause
    }

    /// The message.
    package var description: String { message }

    static func unknown(_ name: String, among names: some Sequence<String>) -> ServiceError {
        let nearest = NearestName.find(name, among: names).map { "; did you mean '\($0)'?" } ?? ""
        return ServiceError(.unknown, service: name, message: "nothing provides the service '\(name)'\(nearest)")
    }
}
