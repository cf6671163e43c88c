import Dispatch
import Foundation
import Glibc
import PawlControl
import Synchronization

/// A client that says what it likes. Its calls block, on threads of Dispatch.
final class RawClient: Sendable {
    private let descriptor: Int32
    /// What was read beyond the last line asked for.
    private let rest: Rest

    private final class Rest: Sendable {
        private let bytes = Mutex<ArraySlice<UInt8>>([])
        func withLock<Result>(_ body: (inout sending ArraySlice<UInt8>) -> sending Result) -> sending Result { bytes.withLock(body) }
    }

    struct Failure: Error { let what: String }

    init(_ path: SocketPath) throws {
        rest = Rest()
        descriptor = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0)
        var address = sockaddr_un()
        address.sun_family = sa_family_t(AF_UNIX)
        withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: path.text.utf8) }
        // Whatever hangs is a failure, and not one of the whole test run. Long enough for a machine that is busy with other tests.
        var patience = timeval(tv_sec: 300, tv_usec: 0)
        for option in [SO_RCVTIMEO, SO_SNDTIMEO] {
            setsockopt(descriptor, SOL_SOCKET, option, &patience, socklen_t(MemoryLayout<timeval>.size))
        }
        let descriptor = descriptor
        let result = withUnsafePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                connect(descriptor, $0, socklen_t(MemoryLayout<sockaddr_un>.size))
            }
        }
        guard result == 0 else { throw Failure(what: "connect: " + String(cString: strerror(errno))) }
    }

    deinit { close(descriptor) }

    /// Sends bytes; false when the other end is gone.
    @discardableResult func send(_ text: String) async -> Bool { await send(Array(text.utf8)) }

    @discardableResult func send(_ bytes: [UInt8]) async -> Bool {
        await aside { [descriptor] in
            var sent = 0
            while sent < bytes.count {
                let count = bytes.withUnsafeBytes {
                    Glibc.send(descriptor, $0.baseAddress?.advanced(by: sent), bytes.count - sent, Int32(MSG_NOSIGNAL))
                }
                if count <= 0 { return false }
                sent += count
            }
            return true
        }
    }

    /// The next lines; fewer when the other end ends.
    func lines(_ count: Int) async -> [String] {
        await aside { [descriptor, rest] in
            rest.withLock { rest in
                var lines: [String] = []
                while lines.count < count {
                    if let end = rest.firstIndex(of: UInt8(ascii: "\n")) {
                        lines.append(String(decoding: rest[..<end], as: UTF8.self))
                        rest = rest[(end + 1)...]
                        continue
                    }
                    let bytes = [UInt8](unsafeUninitializedCapacity: 65_536) { buffer, count in
                        count = max(0, recv(descriptor, buffer.baseAddress, buffer.count, 0))
                    }
                    if bytes.isEmpty { break }
                    rest = rest + bytes
                }
                return lines
            }
        }
    }

    /// The answer to one line.
    func ask(_ line: String) async -> String {
        await send(line + "\n")
        return await lines(1).first ?? "(nothing)"
    }

    /// Says that nothing more will come.
    func finish() { shutdown(descriptor, Int32(SHUT_WR)) }

    private func aside<Result: Sendable>(_ body: @escaping @Sendable () -> Result) async -> Result {
        await withCheckedContinuation { continuation in
            DispatchQueue.global().async { continuation.resume(returning: body()) }
        }
    }
}
