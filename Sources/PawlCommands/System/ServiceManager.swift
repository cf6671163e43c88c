import Glibc

/// Tells the service manager how the process gets on: https://www.freedesktop.org/software/systemd/man/latest/sd_notify.html
struct ServiceManager: Sendable {
    private let socketPath: String

    /// The manager that started this process; nil when none wants to be told.
    init?(socket path: String?) {
        guard let path, path.hasPrefix("/") || path.hasPrefix("@"), path.utf8.count <= 107 else { return nil }
        socketPath = path
    }

    /// Sends assignments such as `READY=1`. A manager that does not listen is no reason to fail.
    func tell(_ lines: String...) {
        let descriptor = socket(AF_UNIX, Int32(SOCK_DGRAM.rawValue | SOCK_CLOEXEC.rawValue | SOCK_NONBLOCK.rawValue), 0)
        guard descriptor >= 0 else { return }
        defer { close(descriptor) }
        var address = sockaddr_un()
        address.sun_family = sa_family_t(AF_UNIX)
        var path = Array(socketPath.utf8)
        // A name that is in no file system begins with a zero.
        if path.first == UInt8(ascii: "@") { path[0] = 0 }
        withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: path) }
        let size = socklen_t(MemoryLayout<sa_family_t>.size + path.count)
        let text = Array(lines.joined(separator: "\n").utf8)
        withUnsafePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                _ = sendto(descriptor, text, text.count, Int32(MSG_NOSIGNAL), $0, size)
            }
        }
    }
}
