import Glibc

/// A descriptor of the system, closed when the last one who needs it is gone.
final class SocketDescriptor: Sendable {
    let number: Int32

    /// Takes a descriptor over.
    init(taking number: Int32) { self.number = number }

    /// A new local socket that never blocks.
    init() throws(ControlError) {
        number = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue | SOCK_NONBLOCK.rawValue), 0)
        if number < 0 { throw SocketProblem.error("no socket can be had", errno) }
    }

    deinit { close(number) }

    /// The user at the other end; nil when the system does not tell.
    var peer: uid_t? {
        // struct ucred: https://man7.org/linux/man-pages/man7/unix.7.html
        var credentials: (pid: Int32, user: UInt32, group: UInt32) = (0, 0, 0)
        var size = socklen_t(MemoryLayout.size(ofValue: credentials))
        return getsockopt(number, SOL_SOCKET, SO_PEERCRED, &credentials, &size) == 0 ? credentials.user : nil
    }
}

/// Failures of sockets in words.
enum SocketProblem {
    static func error(_ what: String, _ code: Int32) -> ControlError {
        ControlError(.failed, reason: "socket", "\(what): \(String(cString: strerror(code)))")
    }
}
