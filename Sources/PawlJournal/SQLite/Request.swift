import PawlKit

/// What a caller asks of the owner's thread, with the way to answer.
enum Request: Sendable {
    case write(JournalWrite, Reply<Void>)
    case define(StoredDefinition, JournalClaim, Reply<Int>)
    case claim(Reply<JournalClaim>)

    /// Tells the caller.
    func answer(_ outcome: Outcome) {
        switch (self, outcome) {
        case (.write(_, let reply), .done): reply(.success(()))
        case (.define(_, _, let reply), .revision(let revision)): reply(.success(revision))
        case (.claim(let reply), .claim(let claim)): reply(.success(claim))
        case (.write(_, let reply), .failed(let error)): reply(.failure(error))
        case (.define(_, _, let reply), .failed(let error)): reply(.failure(error))
        case (.claim(let reply), .failed(let error)): reply(.failure(error))
        case (.write, _), (.define, _), (.claim, _): preconditionFailure("a request was answered with another request's outcome")
        }
    }
}

/// What became of a request.
enum Outcome: Sendable {
    case done
    case revision(Int)
    case claim(JournalClaim)
    case failed(JournalError)

    /// Whether it came to nothing.
    var hasFailed: Bool { if case .failed = self { true } else { false } }
}

/// A caller that waits.
struct Reply<Success: Sendable>: Sendable {
    private let continuation: CheckedContinuation<Result<Success, JournalError>, Never>

    func callAsFunction(_ result: Result<Success, JournalError>) { continuation.resume(returning: result) }

    /// Waits for the answer; the body sees to it that one comes.
    static func wait(_ body: (Reply) -> Void) async throws(JournalError) -> Success {
        try await withCheckedContinuation { body(Reply(continuation: $0)) }.get()
    }
}
