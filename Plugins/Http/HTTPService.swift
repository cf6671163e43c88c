import PawlKit

/// The service `http.request`.
struct HTTPService: Sendable {
    /// What goes wrong, as workflows see it.
    enum Code: String, CaseIterable {
        case invalidRequest = "invalid_request"
        case untrusted
        case badRedirect = "bad_redirect"
        case tooLarge = "too_large"
        case badBody = "bad_body"
        case status429 = "http_429"
        case status4xx = "http_4xx"
        case status5xx = "http_5xx"
    }

    static let interface = ServiceInterface(
        input: RecordType(fields: [
            .init("method", .string, isOptional: true),
            .init("url", .string),
            .init("query", .map(.string), isOptional: true),
            .init("headers", .map(.string), isOptional: true),
            .init("body", .any, isOptional: true),
            .init("text", .string, isOptional: true),
            .init("accept", .list(.int), isOptional: true),
        ]),
        output: .record(HTTPAnswer.type),
        errors: Code.allCases.map(\.rawValue)
    )

    let limits: HTTPLimits

    func run(_ input: Value, _ context: ServiceContext) async throws -> Value {
        var request = try request(input, context)
        let accepted = (input["accept"]?.listValue ?? []).compactMap(\.intValue)
        let clock = context.ports.clock
        let end = clock.now.advanced(by: limits.timeout)
        var redirects = 0
        while true {
            guard let left = end.since(clock.now), left > .zero else {
                throw ServiceFailure(EngineErrorCode.timeout.rawValue, "\(name(request)): no answer within \(limits.timeout.text)")
            }
            request.timeout = left
            let response = try await send(request, context)
            if limits.redirects > 0, let location = Redirect.location(of: response) {
                guard redirects < limits.redirects else {
                    throw failure(.badRedirect, "\(name(request)): more than \(limits.redirects) redirects")
                }
                guard let next = Redirect.follow(request, to: location, status: response.status) else {
                    throw failure(.badRedirect, "\(name(request)): it leads to '\(location.prefix(200))', which is not followed")
                }
                request = next
                redirects += 1
                continue
            }
            if response.status >= 400, !accepted.contains(Int64(response.status)) { throw refusal(request, response) }
            return try HTTPAnswer.value(of: response) { failure(.badBody, "\(name(request)): \($0)") }
        }
    }

    private func send(_ request: HTTPRequest, _ context: ServiceContext) async throws -> HTTPResponse {
        do {
            return try await context.ports.http.send(request)
        } catch let error as HTTPError {
            let code =
                switch error.code {
                case .invalidRequest: Code.invalidRequest.rawValue
                case .untrusted: Code.untrusted.rawValue
                case .limit: Code.tooLarge.rawValue
                case .timeout: EngineErrorCode.timeout.rawValue
                case .unreachable, .other: EngineErrorCode.unavailable.rawValue
                }
            throw ServiceFailure(code, "\(name(request)): \(error.reason)")
        }
    }

    // MARK: Request

    private func request(_ input: Value, _ context: ServiceContext) throws -> HTTPRequest {
        var request = HTTPRequest(method: (input["method"]?.stringValue ?? "GET").uppercased(), url: input["url"]?.stringValue ?? "")
        request.url = PercentEncoding.url(request.url, adding: texts(input["query"]))
        request.headers = texts(input["headers"]).map { HTTPHeader($0.name, $0.value) }
        request.responseLimit = limits.bytes
        // They are followed here, where it is known which headers may go to which host.
        request.redirectLimit = 0
        let text = input["text"]?.stringValue
        if let body = input["body"] {
            if text != nil { throw failure(.invalidRequest, "give `body` or `text`, one of the two") }
            request.body = try JSONCodec.encode(body, as: .any, dialect: .plain)
            request.add("Content-Type", "application/json")
        } else if let text {
            request.body = Array(text.utf8)
            request.add("Content-Type", "text/plain; charset=utf-8")
        }
        request.add("Accept", "application/json, text/*;q=0.9, */*;q=0.5")
        request.add("User-Agent", "pawl")
        // https://datatracker.ietf.org/doc/draft-ietf-httpapi-idempotency-key-header: for methods that are not idempotent by themselves.
        if !["GET", "HEAD", "OPTIONS"].contains(request.method) { request.add("Idempotency-Key", context.idempotencyKey) }
        return request
    }

    private func texts(_ value: Value?) -> [(name: String, value: String)] {
        guard case .map(let map)? = value else { return [] }
        return map.entries.map { ($0.key.text ?? "", $0.value.stringValue ?? "") }
    }

    // MARK: Failures

    private func failure(_ code: Code, _ message: String) -> ServiceFailure { ServiceFailure(code.rawValue, message) }

    /// The failure for a status that says that the request was not done, with the beginning of what was said.
    private func refusal(_ request: HTTPRequest, _ response: HTTPResponse) -> ServiceFailure {
        let code: Code = response.status == 429 ? .status429 : response.status < 500 ? .status4xx : .status5xx
        var text = String(decoding: response.body.prefix(300), as: UTF8.self)
        if response.body.count > 300 { text += "…" }
        return failure(code, "\(name(request)) answered \(response.status)" + (text.isEmpty ? "" : ": \(text)"))
    }

    /// The request in messages, without its query, which may hold what nobody should read.
    private func name(_ request: HTTPRequest) -> String {
        "\(request.method) \(request.url.prefix { $0 != "?" && $0 != "#" }.prefix(200))"
    }
}

extension HTTPRequest {
    /// Adds a header unless it is there.
    fileprivate mutating func add(_ name: String, _ value: String) {
        if !headers.contains(where: { $0.name.lowercased() == name.lowercased() }) { headers.append(HTTPHeader(name, value)) }
    }
}
