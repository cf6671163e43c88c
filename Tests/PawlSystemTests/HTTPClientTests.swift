import Foundation
import PawlKit
import PawlSystem
import TestSupport
import Testing

@Suite(.timeLimit(.minutes(1))) struct HTTPClientTests {
    let client = DefaultHTTPClient()
    let server: HTTPServer

    init() throws {
        server = try HTTPServer { request in
            let path = request.split(separator: " ")[1]
            switch path {
            case "/silent": return nil
            case "/loop": return "HTTP/1.1 302 Found\r\nLocation: /loop\r\nContent-Length: 0\r\n\r\n"
            case "/away": return "HTTP/1.1 302 Found\r\nLocation: file:///etc/passwd\r\nContent-Length: 0\r\n\r\n"
            case "/there": return "HTTP/1.1 302 Found\r\nLocation: /\r\nX-Old: 1\r\nContent-Length: 0\r\n\r\n"
            case "/large": return "HTTP/1.1 200 OK\r\n\r\n" + String(repeating: "x", count: 100_000)
            case "/missing": return "HTTP/1.1 404 Not Found\r\nContent-Length: 2\r\n\r\nno"
            default: return "HTTP/1.1 200 OK\r\nX-Kind: echo \r\nContent-Length: \(request.utf8.count)\r\n\r\n\(request)"
            }
        }
    }

    private func code(_ request: HTTPRequest) async -> HTTPError.Code? {
        do {
            _ = try await client.send(request)
            return nil
        } catch { return (error as? HTTPError)?.code }
    }

    @Test(arguments: ["GET", "POST", "PUT", "DELETE", "PATCH"])
    func `a request arrives as it is`(method: String) async throws {
        var request = HTTPRequest(method: method, url: server.url("/a?b=c"), headers: [.init("X-One", "1"), .init("X-Empty", "")])
        if method != "GET" && method != "DELETE" { request.body = Array("hello".utf8) }
        let response = try await client.send(request)
        let echoed = String(decoding: response.body, as: UTF8.self)
        #expect(response.status == 200)
        #expect(response.headers.contains(.init("X-Kind", "echo")))
        #expect(echoed.hasPrefix("\(method) /a?b=c HTTP/1.1\r\n"))
        #expect(echoed.contains("\r\nX-One: 1\r\n") && echoed.contains("\r\nX-Empty:"))
        #expect(!echoed.contains("Content-Type") && !echoed.contains("Expect"))
        #expect(echoed.hasSuffix("\r\n\r\n" + String(decoding: request.body, as: UTF8.self)))
    }

    @Test func `a status is an answer and no error`() async throws {
        let response = try await client.send(HTTPRequest(method: "GET", url: server.url("/missing")))
        #expect(response.status == 404 && response.body == Array("no".utf8))
        #expect(try await client.send(HTTPRequest(method: "HEAD", url: server.url("/missing"))).body.isEmpty)
    }

    @Test func `redirects are followed, counted and kept to http`() async throws {
        let response = try await client.send(HTTPRequest(method: "GET", url: server.url("/there")))
        #expect(response.status == 200 && !response.headers.contains { $0.name == "X-Old" })
        #expect(await code(HTTPRequest(method: "GET", url: server.url("/loop"))) == .limit)
        #expect(await code(HTTPRequest(method: "GET", url: server.url("/away"))) == .other)
        let none = try await client.send(HTTPRequest(method: "GET", url: server.url("/there"), redirectLimit: 0))
        #expect(none.status == 302)
    }

    @Test func `a response over the limit is given up`() async throws {
        #expect(await code(HTTPRequest(method: "GET", url: server.url("/large"), responseLimit: 99_999)) == .limit)
        #expect(try await client.send(HTTPRequest(method: "GET", url: server.url("/large"), responseLimit: 100_000)).body.count == 100_000)
    }

    @Test func `silence ends with the time-out or with cancellation`() async throws {
        #expect(await code(HTTPRequest(method: "GET", url: server.url("/silent"), timeout: .milliseconds(50))) == .timeout)
        let task = Task { [client, server] in try await client.send(HTTPRequest(method: "GET", url: server.url("/silent"))) }
        await Task.yield()
        task.cancel()
        await #expect(throws: CancellationError.self) { try await task.value }
    }

    @Test func `what cannot be sent or reached says why`() async throws {
        #expect(await code(HTTPRequest(method: "GET", url: "file:///etc/passwd")) == .invalidRequest)
        #expect(await code(HTTPRequest(method: "get", url: server.url("/"))) == .invalidRequest)
        #expect(await code(HTTPRequest(method: "GET", url: server.url("/"), headers: [.init("X", "a\r\nY: b")])) == .invalidRequest)
        #expect(await code(HTTPRequest(method: "GET", url: "http://127.0.0.1:1/")) == .unreachable)
        #expect(await code(HTTPRequest(method: "GET", url: "http://no-such-host.invalid/")) == .unreachable)
        let plain = server.url("/").replacing("http://", with: "https://")
        #expect(await code(HTTPRequest(method: "GET", url: plain)) == .other)
    }
}
