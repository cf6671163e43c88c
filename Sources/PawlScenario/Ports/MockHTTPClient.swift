public import PawlKit

/// A network in which nobody answers, but by a rule.
public final class MockHTTPClient: HTTPClient {
    /// The calls.
    public let requests: CallScript<HTTPRequest, HTTPResponse, any Error, Suspending<any Error>>

    public init(clock: any WallClock) { requests = CallScript(clock: clock) }

    public func send(_ request: HTTPRequest) async throws -> HTTPResponse {
        guard let response = try await requests.call(request) else {
            throw HTTPError(.unreachable, reason: "no rule of the mock answers \(request.method) \(request.url)")
        }
        if response.body.count > request.responseLimit {
            throw HTTPError(.limit, reason: "the response has more than \(request.responseLimit) bytes")
        }
        return response
    }
}
