/// Requests over HTTP.
public protocol HTTPClient: Sendable {
    /// Sends a request and waits for the whole response. TLS certificates are verified.
    ///
    /// - Throws: ``HTTPError``; `CancellationError` when cancelled.
    func send(_ request: HTTPRequest) async throws -> HTTPResponse
}

/// A request.
public struct HTTPRequest: Sendable, Hashable {
    /// The method, upper case.
    public var method: String
    /// The absolute URL, http or https.
    public var url: String
    /// The headers in order.
    public var headers: [HTTPHeader]
    /// The body; empty for none.
    public var body: [UInt8]
    /// How long the whole exchange may take.
    public var timeout: TimeAmount
    /// The most bytes of body accepted.
    public var responseLimit: Int
    /// How many redirects are followed.
    public var redirectLimit: Int

    /// Creates a request.
    public init(
        method: String, url: String, headers: [HTTPHeader] = [], body: [UInt8] = [], timeout: TimeAmount = .seconds(30),
        responseLimit: Int = 1 << 20, redirectLimit: Int = 5
    ) {
        self.method = method
        self.url = url
        self.headers = headers
        self.body = body
        self.timeout = timeout
        self.responseLimit = responseLimit
        self.redirectLimit = redirectLimit
    }
}

/// A header of a request or a response.
public struct HTTPHeader: Sendable, Hashable {
    /// The name.
    public var name: String
    /// The value.
    public var value: String

    /// Creates a header.
    public init(_ name: String, _ value: String) {
        self.name = name
        self.value = value
    }
}

/// A response.
public struct HTTPResponse: Sendable, Hashable {
    /// The status code.
    public var status: Int
    /// The headers.
    public var headers: [HTTPHeader]
    /// The body.
    public var body: [UInt8]

    /// Creates a response.
    public init(status: Int, headers: [HTTPHeader] = [], body: [UInt8] = []) {
        self.status = status
        self.headers = headers
        self.body = body
    }
}

/// Why there is no response.
public struct HTTPError: Error, Sendable, Hashable {
    /// The kind of failure.
    public enum Code: String, Sendable, Hashable {
        /// The URL or the method cannot be used.
        case invalidRequest
        /// Nobody answered at that address.
        case unreachable
        /// The certificate is not trusted.
        case untrusted
        /// It took too long.
        case timeout
        /// The response is larger than allowed, or redirected too often.
        case limit
        /// Anything else.
        case other
    }

    /// The kind of failure.
    public let code: Code
    /// What happened, for people.
    public let reason: String

    /// Creates an error.
    public init(_ code: Code, reason: String) {
        self.code = code
        self.reason = reason
    }
}
