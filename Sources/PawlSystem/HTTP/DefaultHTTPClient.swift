import CSystem
package import PawlKit
import Synchronization

/// HTTP through libcurl, which is loaded with the first request.
///
/// Each request has a thread and a connection of its own. Certificates are verified, redirects stay with http and https and are
/// counted, and a response over the limit is given up as soon as it is. Proxies are those of the environment.
package struct DefaultHTTPClient: HTTPClient {
    /// Creates the client.
    package init() {}

    /// Sends a request and waits for the whole response.
    package func send(_ request: HTTPRequest) async throws -> HTTPResponse {
        try Task.checkCancellation()
        let cancellation = Cancellation()
        return try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { continuation in
                let started = OwnThread.start {
                    continuation.resume(with: Result { try CurlRequest.perform(request, cancellation: cancellation) })
                }
                if !started { continuation.resume(throwing: HTTPError(.other, reason: "no thread could be started for the request")) }
            }
        } onCancel: {
            cancellation.cancel()
        }
    }
}

/// Whether a request is to be given up; libcurl asks at least once a second.
final class Cancellation: Sendable {
    private let flag = Atomic(false)

    var isCancelled: Bool { flag.load(ordering: .relaxed) }

    func cancel() { flag.store(true, ordering: .relaxed) }
}
