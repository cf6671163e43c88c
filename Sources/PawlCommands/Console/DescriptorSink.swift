import Glibc
import Synchronization

/// Writes to a file descriptor, without a buffer, so that output and messages stay in order on one screen.
package final class DescriptorSink: TextSink {
    private let descriptor: Int32
    private let error = Atomic<Int32>(0)

    /// Creates a sink for a descriptor, which it does not own.
    package init(descriptor: Int32) { self.descriptor = descriptor }

    /// The error that ended the writing; nil when all was written.
    ///
    /// A reader that went away (`EPIPE`) is none: `pawl list | head` is well.
    package var failure: String? {
        let code = error.load(ordering: .relaxed)
        return code == 0 || code == EPIPE ? nil : String(cString: strerror(code))
    }

    /// Writes text, unless an earlier write failed.
    package func write(_ text: String) {
        guard error.load(ordering: .relaxed) == 0 else { return }
        var text = text
        text.withUTF8 { buffer in
            var rest = UnsafeRawBufferPointer(buffer)
            while !rest.isEmpty {
                let count = Glibc.write(descriptor, rest.baseAddress, rest.count)
                if count >= 0 {
                    rest = UnsafeRawBufferPointer(rebasing: rest[count...])
                } else if errno == EAGAIN {
                    var wait = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
                    _ = poll(&wait, 1, -1)
                } else if errno != EINTR {
                    error.store(errno, ordering: .relaxed)
                    return
                }
            }
        }
    }
}
