import Foundation
import HttpPlugin
import PawlKit
import TestSupport
import Testing

@Suite(.timeLimit(.minutes(1))) struct HTTPPluginTests {
    let server: HTTPServer
    let other: HTTPServer

    init() throws {
        @Sendable func answer(_ status: String, _ type: String, _ body: String, _ more: String = "") -> String {
            "HTTP/1.1 \(status)\r\nContent-Type: \(type)\r\n\(more)Content-Length: \(body.utf8.count)\r\n\r\n\(body)"
        }
        other = try HTTPServer { answer("200 OK", "text/plain", $0) }
        let elsewhere = other.url("/caught")
        server = try HTTPServer { request in
            let path = request.split(separator: " ")[1].prefix { $0 != "?" }
            func redirect(_ status: Int, _ location: String) -> String {
                "HTTP/1.1 \(status) Go\r\nLocation: \(location)\r\nContent-Length: 0\r\n\r\n"
            }
            switch path {
            case "/json":
                return answer(
                    "200 OK", "application/problem+json; charset=utf-8", #"{"n": 1, "list": [true, null]}"#, "X-A: 1\r\nX-A: 2\r\n")
            case "/broken": return answer("200 OK", "application/json", #"{"n": "#)
            case "/empty": return answer("204 No Content", "application/json", "")
            case "/silent": return nil
            case "/huge": return answer("200 OK", "text/plain", String(repeating: "x", count: 2_000_000))
            case "/headers":
                return "HTTP/1.1 200 OK\r\n" + String(repeating: "X-Long: \(String(repeating: "y", count: 1_000))\r\n", count: 400) + "\r\n"
            case "/loop": return redirect(302, "/loop")
            case "/away": return redirect(302, "ftp://example.org/x")
            case "/file": return redirect(307, "file:///etc/passwd")
            case "/303": return redirect(303, "echo")
            case "/307": return redirect(307, "/echo?again")
            case "/elsewhere": return redirect(307, elsewhere)
            case "/401", "/404", "/429", "/500", "/503":
                return answer("\(path.dropFirst()) No", "text/plain", path == "/404" ? String(repeating: "n", count: 400) : "no")
            default: return answer("200 OK", "text/plain", request)
            }
        }
    }

    private func call(_ path: String, _ more: [String: Value] = [:], _ configuration: [String: Value] = [:]) async throws -> Value {
        let input = more.merging(["url": .string(server.url(path))]) { first, _ in first }
        var map = ValueMap()
        for (name, value) in input { map[name] = value }
        return try await PluginUnderTest(HTTPPlugin.self, configuration).call("http.request", .map(map))
    }

    private func failure(_ path: String, _ more: [String: Value] = [:], _ configuration: [String: Value] = [:]) async -> ServiceFailure? {
        do {
            _ = try await call(path, more, configuration)
            return nil
        } catch { return error as? ServiceFailure }
    }

    @Test func `JSON, text and nothing come out as what they are`() async throws {
        let json = try await call("/json")
        #expect(json["status"] == 200)
        #expect(json["body"] == ["n": 1, "list": [true, .null]])
        #expect(json["headers"]?["x-a"] == "1, 2")
        #expect(try await call("/echo")["body"]?.stringValue?.hasPrefix("GET /echo HTTP/1.1\r\n") == true)
        let empty = try await call("/empty")
        #expect(empty["status"] == 204 && empty["body"] == .null)
    }

    @Test func `a request says what it is given, and its key`() async throws {
        let echo =
            try await call(
                "/echo?a=1",
                ["method": "post", "query": ["q": "a b&ü"], "headers": ["X-One": "1", "accept": "text/plain"], "body": ["n": [1, .null]]]
            )["body"]?.stringValue ?? ""
        #expect(echo.hasPrefix("POST /echo?a=1&q=a%20b%26%C3%BC HTTP/1.1\r\n"))
        #expect(echo.contains("\r\nX-One: 1\r\n") && echo.contains("\r\naccept: text/plain\r\n") && !echo.contains("Accept: "))
        #expect(echo.contains("\r\nContent-Type: application/json\r\n") && echo.hasSuffix("\r\n\r\n{\"n\":[1,null]}"))
        #expect(echo.contains("\r\nIdempotency-Key: order-1/7/pay\r\n"))
        let text =
            try await call("/echo", ["method": "PUT", "text": "hello", "headers": ["Content-Type": "text/csv"]])["body"]?.stringValue ?? ""
        #expect(text.contains("\r\nContent-Type: text/csv\r\n") && text.hasSuffix("\r\n\r\nhello"))
        #expect(try await call("/echo")["body"]?.stringValue?.contains("Idempotency-Key") == false)
        #expect(await failure("/echo", ["method": "POST", "text": "a", "body": 1])?.code == "invalid_request")
    }

    @Test(arguments: [("/401", "http_4xx"), ("/404", "http_4xx"), ("/429", "http_429"), ("/500", "http_5xx"), ("/503", "http_5xx")])
    func `a status that says no has a code`(path: String, code: String) async throws {
        let refused = await failure(path + "?token=hidden")
        #expect(refused?.code == code)
        #expect(
            refused?.message.hasPrefix("GET \(server.url(path)) answered \(path.dropFirst()): n") == true, "\(String(describing: refused))")
        #expect(refused?.message.contains("hidden") == false && (refused?.message.utf8.count ?? 0) < 420)
        let accepted = try await call(path, ["accept": .list([.int(Int64(path.dropFirst()) ?? 0)])])
        #expect(accepted["status"]?.intValue.map { "/\($0)" } == path)
    }

    @Test func `what is too large or broken is a failure of its own`() async {
        #expect(await failure("/huge")?.code == "too_large")
        #expect(await failure("/echo", [:], ["limit": 10])?.code == "too_large")
        #expect(await failure("/headers")?.code == "too_large")
        #expect(await failure("/broken")?.code == "bad_body")
    }

    @Test func `redirects are followed within bounds`() async throws {
        #expect(await failure("/loop")?.message == "GET \(server.url("/loop")): more than 5 redirects")
        #expect(await failure("/loop")?.code == "bad_redirect")
        for path in ["/away", "/file"] { #expect(await failure(path)?.code == "bad_redirect") }
        let none = try await call("/loop", [:], ["redirects": 0])
        #expect(none["status"] == 302 && none["headers"]?["location"] == "/loop")
        // The method and the body stay with 307; 303 is another page to look at.
        let kept = try await call("/307", ["method": "POST", "text": "hello"])["body"]?.stringValue ?? ""
        #expect(kept.hasPrefix("POST /echo?again ") && kept.hasSuffix("hello"))
        let seen = try await call("/303", ["method": "POST", "text": "hello"])["body"]?.stringValue ?? ""
        #expect(seen.hasPrefix("GET /echo ") && !seen.contains("hello") && !seen.contains("Content-Type"))
    }

    @Test func `another host gets no secrets`() async throws {
        let headers: Value = ["Authorization": "Bearer s3cret", "X-Api-Key": "s3cret", "Cookie": "s3cret", "Accept": "text/plain"]
        let caught = try await call("/elsewhere", ["headers": headers])["body"]?.stringValue ?? ""
        #expect(caught.hasPrefix("GET /caught ") && caught.contains("Accept: text/plain") && !caught.contains("s3cret"))
        let kept = try await call("/307", ["headers": headers])["body"]?.stringValue ?? ""
        #expect(kept.contains("Bearer s3cret"))
    }

    @Test func `silence, absence and nonsense have their codes`() async throws {
        #expect(await failure("/silent", [:], ["timeout": .duration(.milliseconds(50))])?.code == "timeout")
        #expect(await failure("/", ["url": "http://127.0.0.1:1/"])?.code == "unavailable")
        #expect(await failure("/", ["url": "file:///etc/passwd"])?.code == "invalid_request")
        #expect(await failure("/", ["method": "NO WAY"])?.code == "invalid_request")
        #expect(await failure("/", ["headers": ["X": "a\r\nY: b"]])?.code == "invalid_request")
        let codes = Set(try PluginUnderTest(HTTPPlugin.self).registration("http.request").interface.errors)
        #expect(codes == ["invalid_request", "untrusted", "bad_redirect", "too_large", "bad_body", "http_4xx", "http_429", "http_5xx"])
        for bad in [["timeout": Value.duration(.zero)], ["limit": 0], ["limit": .int(1 << 40)], ["redirects": -1]] {
            #expect(throws: PluginError.self) { try PluginUnderTest(HTTPPlugin.self, bad) }
        }
    }

    private static let openssl = "/usr/bin/openssl"

    @Test(.enabled(if: FileManager.default.isExecutableFile(atPath: openssl)))
    func `a certificate that nobody vouches for is refused`() async throws {
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent("pawl-tls-\(UUID().uuidString)").path
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(atPath: folder) }
        let made = try RunningProgram(
            Self.openssl,
            [
                "req", "-x509", "-newkey", "rsa:2048", "-nodes", "-keyout", "key.pem", "-out", "cert.pem", "-days", "1", "-subj",
                "/CN=localhost",
            ],
            in: folder, environment: [:])
        #expect(try await made.outcome().code == 0)
        // A port that was free a moment ago.
        let port = try HTTPServer { _ in nil }.port
        let tls = try RunningProgram(
            Self.openssl, ["s_server", "-accept", "127.0.0.1:\(port)", "-key", "key.pem", "-cert", "cert.pem", "-www", "-quiet"],
            in: folder,
            environment: [:])
        defer { tls.signal(SIGKILL) }
        var refused: ServiceFailure?
        // Until the server listens.
        repeat { refused = await failure("/", ["url": .string("https://127.0.0.1:\(port)/")]) } while refused?.code == "unavailable"
        #expect(refused?.code == "untrusted", "\(String(describing: refused))")
    }
}
