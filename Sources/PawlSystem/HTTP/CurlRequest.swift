import CSystem
import PawlKit

/// One request, on a thread of its own.
enum CurlRequest {
    /// What libcurl gives bit by bit.
    private final class Exchange {
        let limit: Int
        let cancellation: Cancellation
        var headers: [HTTPHeader] = []
        var body: [UInt8] = []
        var isTooLarge = false
        private var headerBytes = 0
        /// The most bytes of headers of a chain of responses: libcurl bounds only the length of each line.
        private static let headerLimit = 256 << 10

        init(limit: Int, cancellation: Cancellation) {
            self.limit = limit
            self.cancellation = cancellation
        }

        /// Takes a line of headers, unless that makes them too large.
        func addHeader(_ line: UnsafeRawBufferPointer) -> Bool {
            headerBytes += line.count
            isTooLarge = headerBytes > Self.headerLimit
            if !isTooLarge { read(line) }
            return !isTooLarge
        }

        private func read(_ line: UnsafeRawBufferPointer) {
            let text = String(decoding: line, as: UTF8.self)
            // Each response of a chain starts with its status line; the last one counts.
            if text.hasPrefix("HTTP/") { headers = [] }
            guard let colon = text.firstIndex(of: ":") else { return }
            headers.append(HTTPHeader(String(text[..<colon]), trimmed(text[text.index(after: colon)...])))
        }

        private func trimmed(_ text: Substring) -> String {
            var text = text
            while text.first?.isWhitespace == true { text.removeFirst() }
            while text.last?.isWhitespace == true { text.removeLast() }
            return String(text)
        }

        /// Takes a part of the body, unless that makes it too large.
        func addBody(_ bytes: UnsafeRawBufferPointer) -> Bool {
            isTooLarge = body.count + bytes.count > limit
            if !isTooLarge { body.append(contentsOf: bytes) }
            return !isTooLarge
        }
    }

    /// The library, once it is loaded. It is code, not state.
    private static let library: pawl_curl? = {
        var curl = pawl_curl()
        return pawl_curl_load(&curl) == 1 ? curl : nil
    }()

    /// Sends a request and waits for the response.
    static func perform(_ request: HTTPRequest, cancellation: Cancellation) throws -> HTTPResponse {
        try check(request)
        guard var curl = library else {
            throw HTTPError(.other, reason: "libcurl is not installed; install the package libcurl4")
        }
        guard let handle = curl.easy_init() else { throw HTTPError(.other, reason: "libcurl cannot be started") }
        defer { curl.easy_cleanup(handle) }
        let exchange = Exchange(limit: request.responseLimit, cancellation: cancellation)
        let context = Unmanaged.passUnretained(exchange).toOpaque()
        var headers: UnsafeMutableRawPointer?
        defer { curl.slist_free_all(headers) }
        for line in headerLines(request) { headers = curl.slist_append(headers, line) }

        func set(_ option: Int, _ value: Int) { _ = pawl_curl_set_long(&curl, handle, Int32(option), value) }
        func set(_ option: Int, _ value: UnsafeRawPointer?) { _ = pawl_curl_set_pointer(&curl, handle, Int32(option), value) }
        set(PAWL_CURLOPT_NOSIGNAL, 1)
        set(PAWL_CURLOPT_PROTOCOLS, PAWL_CURLPROTO_HTTP_AND_HTTPS)
        set(PAWL_CURLOPT_REDIR_PROTOCOLS, PAWL_CURLPROTO_HTTP_AND_HTTPS)
        set(PAWL_CURLOPT_FOLLOWLOCATION, request.redirectLimit > 0 ? 1 : 0)
        set(PAWL_CURLOPT_MAXREDIRS, request.redirectLimit)
        set(PAWL_CURLOPT_TIMEOUT_MS, Int(min(max(1, request.timeout.nanoseconds / 1_000_000), Int64(Int32.max))))
        set(PAWL_CURLOPT_HTTPHEADER, headers)
        set(PAWL_CURLOPT_WRITEDATA, context)
        set(PAWL_CURLOPT_HEADERDATA, context)
        set(PAWL_CURLOPT_XFERINFODATA, context)
        set(PAWL_CURLOPT_NOPROGRESS, 0)
        setCallbacks(&curl, handle)
        // libcurl copies texts, but not the body.
        _ = request.url.withCString { pawl_curl_set_pointer(&curl, handle, Int32(PAWL_CURLOPT_URL), $0) }
        switch request.method {
        case "GET" where request.body.isEmpty: break
        case "HEAD": set(PAWL_CURLOPT_NOBODY, 1)
        case "POST": set(PAWL_CURLOPT_POST, 1)
        default: _ = request.method.withCString { pawl_curl_set_pointer(&curl, handle, Int32(PAWL_CURLOPT_CUSTOMREQUEST), $0) }
        }
        let result = request.body.withUnsafeBytes { body in
            if !body.isEmpty || request.method == "POST" {
                _ = pawl_curl_set_size(&curl, handle, Int32(PAWL_CURLOPT_POSTFIELDSIZE_LARGE), Int64(body.count))
                set(PAWL_CURLOPT_POSTFIELDS, body.baseAddress ?? UnsafeRawPointer(handle))
            }
            return curl.easy_perform(handle)
        }
        if cancellation.isCancelled { throw CancellationError() }
        if result != 0 { throw failure(result, exchange, request, curl) }
        var status = 0
        _ = pawl_curl_get_long(&curl, handle, Int32(PAWL_CURLINFO_RESPONSE_CODE), &status)
        return HTTPResponse(status: status, headers: exchange.headers, body: exchange.body)
    }

    private static func setCallbacks(_ curl: inout pawl_curl, _ handle: UnsafeMutableRawPointer) {
        _ = pawl_curl_set_data(&curl, handle, Int32(PAWL_CURLOPT_WRITEFUNCTION)) { bytes, size, count, context in
            guard let context else { return 0 }
            let exchange = Unmanaged<Exchange>.fromOpaque(context).takeUnretainedValue()
            return exchange.addBody(UnsafeRawBufferPointer(start: bytes, count: size * count)) ? size * count : 0
        }
        _ = pawl_curl_set_data(&curl, handle, Int32(PAWL_CURLOPT_HEADERFUNCTION)) { bytes, size, count, context in
            guard let context else { return 0 }
            let exchange = Unmanaged<Exchange>.fromOpaque(context).takeUnretainedValue()
            return exchange.addHeader(UnsafeRawBufferPointer(start: bytes, count: size * count)) ? size * count : 0
        }
        _ = pawl_curl_set_progress(&curl, handle, Int32(PAWL_CURLOPT_XFERINFOFUNCTION)) { context, _, _, _, _ in
            guard let context else { return 1 }
            return Unmanaged<Exchange>.fromOpaque(context).takeUnretainedValue().cancellation.isCancelled ? 1 : 0
        }
    }

    // MARK: Request

    private static func check(_ request: HTTPRequest) throws(HTTPError) {
        let scheme = request.url.prefix(8).lowercased()
        guard scheme.hasPrefix("http://") || scheme.hasPrefix("https://") else {
            throw HTTPError(.invalidRequest, reason: "the URL must start with http:// or https://")
        }
        guard !request.method.isEmpty, request.method.utf8.allSatisfy({ (0x41...0x5A).contains($0) }) else {
            throw HTTPError(.invalidRequest, reason: "'\(request.method)' is not a method")
        }
        // A line break in a header would start another one.
        let texts = [request.url] + request.headers.flatMap { [$0.name, $0.value] }
        guard texts.allSatisfy({ $0.utf8.allSatisfy { $0 >= 0x20 && $0 != 0x7F || $0 == 0x09 } }),
            request.headers.allSatisfy({ !$0.name.isEmpty && !$0.name.contains(":") })
        else {
            throw HTTPError(.invalidRequest, reason: "the URL or a header has a character that may not stand there")
        }
    }

    private static func headerLines(_ request: HTTPRequest) -> [String] {
        // A name with a semicolon is libcurl's way to send a header without a value.
        var lines = request.headers.map { $0.value.isEmpty ? "\($0.name);" : "\($0.name): \($0.value)" }
        // What libcurl would add by itself and nobody asked for.
        let names = request.headers.map { $0.name.lowercased() }
        for name in ["Expect", "Content-Type"] where !names.contains(name.lowercased()) { lines.append("\(name):") }
        return lines
    }

    // MARK: Failures

    private static func failure(_ code: Int32, _ exchange: Exchange, _ request: HTTPRequest, _ curl: pawl_curl) -> HTTPError {
        let reason = curl.easy_strerror(code).map { String(cString: $0) } ?? "error \(code)"
        switch Int(code) {
        case PAWL_CURLE_WRITE_ERROR where exchange.isTooLarge:
            return HTTPError(.limit, reason: "the response has more than \(request.responseLimit) bytes, or its headers are too large")
        case PAWL_CURLE_TOO_MANY_REDIRECTS:
            return HTTPError(.limit, reason: "more than \(request.redirectLimit) redirects")
        case PAWL_CURLE_URL_MALFORMAT: return HTTPError(.invalidRequest, reason: reason)
        case PAWL_CURLE_COULDNT_RESOLVE_PROXY, PAWL_CURLE_COULDNT_RESOLVE_HOST, PAWL_CURLE_COULDNT_CONNECT:
            return HTTPError(.unreachable, reason: reason)
        case PAWL_CURLE_OPERATION_TIMEDOUT: return HTTPError(.timeout, reason: "no answer within \(request.timeout.text)")
        case PAWL_CURLE_PEER_FAILED_VERIFICATION, PAWL_CURLE_SSL_CACERT_BADFILE: return HTTPError(.untrusted, reason: reason)
        default: return HTTPError(.other, reason: reason)
        }
    }
}
