package import PawlEngine
package import PawlKit

/// Why an operation was not done.
package struct ControlError: Error, Sendable, Hashable {
    /// The kinds of failure. Each has one number on the wire and one exit code of the command line.
    package enum Code: String, Sendable, Hashable, CaseIterable {
        /// The answer is no: the key is taken, the instance has ended, a file does not load.
        case refused
        /// Too much waits already; try again later.
        case busy
        /// The store or the engine failed.
        case failed
        /// There is no such instance or workflow.
        case notFound
        /// The request makes no sense, or names an event that cannot be sent.
        case usage
        /// Data that does not fit its type or a limit.
        case badData
        /// The line is not JSON.
        case notJSON
        /// The JSON is no request.
        case invalidRequest
        /// There is no such method.
        case unknownMethod
        /// The parameters are not those of the method.
        case invalidParameters
    }

    /// The kind of failure.
    package let code: Code
    /// One word for programs, stable: `keyTaken`, `unknownEvent`.
    package let reason: String
    /// What happened, in one sentence.
    package let message: String
    /// What to do, one line each.
    package var help: [String]
    /// The instance it is about.
    package var instance: String?
    /// When it is worth trying again, in milliseconds.
    package var retryAfter: Int64?

    package init(
        _ code: Code, reason: String, _ message: String, help: [String] = [], instance: String? = nil, retryAfter: Int64? = nil
    ) {
        self.code = code
        self.reason = reason
        self.message = message
        self.help = help
        self.instance = instance
        self.retryAfter = retryAfter
    }
}

extension ControlError {
    /// A failure of the journal.
    package init(_ error: JournalError) {
        let code: Code =
            switch error.code {
            case .notFound: .notFound
            case .keyTaken: .refused
            default: .failed
            }
        self.init(code, reason: error.code.rawValue, error.message, instance: error.instance?.rawValue)
    }

    /// A failure of the engine.
    package init(_ error: EngineError) {
        if let cause = error.cause {
            self.init(cause)
            return
        }
        let instance = error.instance?.rawValue
        switch error.code {
        case .unknownInstance: self.init(.notFound, reason: error.code.rawValue, error.message, instance: instance)
        case .start:
            self.init(.badData, reason: error.code.rawValue, "the first state cannot be entered: \(error.message)", instance: instance)
        case .keyTaken: self.init(.refused, reason: error.code.rawValue, error.message, instance: instance)
        case .definition, .mismatch, .journal, .stopping:
            self.init(.failed, reason: error.code.rawValue, error.message, instance: instance)
        case .busy:
            self.init(
                .busy, reason: error.code.rawValue, error.message, instance: instance,
                retryAfter: error.retryAfter.map { $0.nanoseconds / 1_000_000 })
        }
    }

    /// Asks a journal, and words its errors as those of an operation.
    static func asking<Answer>(_ question: () async throws(JournalError) -> Answer) async throws(ControlError) -> Answer {
        do { return try await question() } catch { throw ControlError(error) }
    }

    /// Asks the engine, and words its errors as those of an operation.
    static func engaging<Answer>(_ question: () async throws(EngineError) -> Answer) async throws(ControlError) -> Answer {
        do { return try await question() } catch { throw ControlError(error) }
    }
}
