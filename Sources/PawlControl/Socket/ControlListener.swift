@preconcurrency import Dispatch
import Glibc

/// The socket that clients connect to.
///
/// Not `Sendable`: it lives in the server's actor, on whose queue its function is called.
final class ControlListener {
    /// Nil once it has ended: only then is it closed, and those who wait to be taken learn that nobody will.
    private var descriptor: SocketDescriptor?
    private let queue: DispatchQueue
    private let path: SocketPath
    private var source: (any DispatchSourceRead)?

    /// Begins to listen.
    ///
    /// The caller owns the store. So a file that is there already was left by an owner that is gone, and is removed.
    init(_ path: SocketPath, on queue: DispatchQueue) throws(ControlError) {
        self.path = path
        self.queue = queue
        try path.makeFolder()
        let descriptor = try SocketDescriptor()
        self.descriptor = descriptor
        // The file gets the mode of the socket, so that there is no moment at which others may connect.
        guard fchmod(descriptor.number, 0o600) == 0 else { throw SocketProblem.error("'\(path.text)' cannot be made private", errno) }
        if unlink(path.text) != 0, errno != ENOENT { throw SocketProblem.error("'\(path.text)' cannot be replaced", errno) }
        guard path.withAddress({ bind(descriptor.number, $0, $1) }) == 0 else {
            throw SocketProblem.error("'\(path.text)' cannot be made", errno)
        }
        guard listen(descriptor.number, 128) == 0 else { throw SocketProblem.error("'\(path.text)' cannot be listened to", errno) }
    }

    func open(_ acceptable: @escaping @Sendable () -> Void) {
        guard let descriptor else { return }
        let source = DispatchSource.makeReadSource(fileDescriptor: descriptor.number, queue: queue)
        source.setEventHandler { @Sendable in acceptable() }
        source.setCancelHandler { @Sendable in withExtendedLifetime(descriptor) {} }
        self.source = source
        source.resume()
    }

    enum Accepted {
        case client(SocketDescriptor)
        /// Nobody waits.
        case nobody
        /// The system has no more descriptors or memory.
        case exhausted
    }

    /// The next client that waits.
    func accept() -> Accepted {
        while let descriptor {
            let number = Glibc.accept(descriptor.number, nil, nil)
            if number >= 0 {
                _ = fcntl(number, F_SETFD, FD_CLOEXEC)
                _ = fcntl(number, F_SETFL, O_NONBLOCK)
                return .client(SocketDescriptor(taking: number))
            }
            switch errno {
            case EINTR, ECONNABORTED: continue
            case EMFILE, ENFILE, ENOBUFS, ENOMEM: return .exhausted
            default: return .nobody
            }
        }
        return .nobody
    }

    /// Rests, so that a client who cannot be taken does not make the source fire without end.
    func rest(_ rests: Bool) { if rests { source?.suspend() } else { source?.resume() } }

    /// Ends, and removes the file.
    func close() {
        guard let source else { return }
        unlink(path.text)
        source.cancel()
        self.source = nil
        descriptor = nil
    }
}
