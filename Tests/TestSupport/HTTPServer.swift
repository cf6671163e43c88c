import Foundation

/// A server that answers each connection with what a function makes of the request, then closes it.
package final class HTTPServer: Sendable {
    package let port: UInt16
    private let listener: Int32

    package init(_ answer: @escaping @Sendable (String) -> String?) throws {
        let listener = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
        var length = socklen_t(MemoryLayout<sockaddr_in>.size)
        let bound = withUnsafeMutablePointer(to: &address) {
            $0.withMemoryRebound(to: sockaddr.self, capacity: 1) { address in
                bind(listener, address, length) == 0 && listen(listener, 16) == 0 && getsockname(listener, address, &length) == 0
            }
        }
        guard bound else { throw POSIXError(.EADDRINUSE) }
        self.listener = listener
        port = UInt16(bigEndian: address.sin_port)
        Thread.detachNewThread {
            while true {
                let connection = accept(listener, nil, nil)
                if connection < 0 { return }
                Thread.detachNewThread {
                    Self.serve(connection, answer)
                    close(connection)
                }
            }
        }
    }

    deinit {
        shutdown(listener, Int32(SHUT_RDWR))
        close(listener)
    }

    package func url(_ path: String) -> String { "http://127.0.0.1:\(port)\(path)" }

    private static func serve(_ connection: Int32, _ answer: (String) -> String?) {
        var request = ""
        var chunk = [UInt8](repeating: 0, count: 4096)
        while !isComplete(request) {
            let count = recv(connection, &chunk, chunk.count, 0)
            // The first byte of a TLS handshake: this server speaks none, and hangs up.
            if count <= 0 || (request.isEmpty && chunk[0] == 0x16) { return }
            request += String(decoding: chunk[..<count], as: UTF8.self)
        }
        guard let text = answer(request) else {
            // Silence until the client goes away.
            while recv(connection, &chunk, chunk.count, 0) > 0 {}
            return
        }
        var rest = Array(text.utf8)[...]
        while !rest.isEmpty {
            let count = rest.withUnsafeBytes { send(connection, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL)) }
            if count <= 0 { return }
            rest = rest.dropFirst(count)
        }
    }

    private static func isComplete(_ request: String) -> Bool {
        guard let end = request.range(of: "\r\n\r\n") else { return false }
        let length = request.lowercased().range(of: "content-length: ").map { request[$0.upperBound...].prefix(while: \.isNumber) }
        return request[end.upperBound...].utf8.count >= Int(length ?? "0") ?? 0
    }
}
