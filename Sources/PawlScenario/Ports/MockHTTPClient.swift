package import PawlKit

/// A network in which nobody answers, but by a rule.
package final class MockHTTPClient: HTTPClient {
    /// The calls.
    package let requests: CallScript<HTTPRequest, HTTPResponse, any Error, Suspending<any Error>>

    package init(clock: any WallClock) { requests = CallScript(clock: clock) }

    package func send(_ request: HTTPRequest) async throws -> HTTPResponse {
        guard let response = try await requests.call(request) else {
            throw HTTPError(.unreachable, reason: "no rule of the mock answers \(request.method) \(request.url)")
        }
        if response.body.count > request.responseLimit {
            throw HTTPError(.limit, reason: "the response has more than \(request.responseLimit) bytes")
        }
        return response
    }
}
