@preconcurrency import Dispatch
import Glibc

/// Tells when something in a folder changes: https://man7.org/linux/man-pages/man7/inotify.7.html
///
/// The kernel wakes it; nothing polls. Changes that come while nobody looks are told once.
final class FolderWatch: Sendable {
    /// One element for any number of changes since the last.
    let changes: AsyncStream<Void>

    /// Watches a folder; nil when the system has no watch to give.
    init?(_ folder: String) {
        let descriptor = inotify_init1(Int32(IN_NONBLOCK) | Int32(IN_CLOEXEC))
        guard descriptor >= 0 else { return nil }
        // Editors write a new file and rename it over the old one, others write in place and close.
        let events = UInt32(IN_CLOSE_WRITE | IN_MOVED_TO | IN_MOVED_FROM | IN_DELETE) | UInt32(IN_ONLYDIR)
        guard inotify_add_watch(descriptor, folder, events) >= 0 else {
            close(descriptor)
            return nil
        }
        let (stream, continuation) = AsyncStream.makeStream(of: Void.self, bufferingPolicy: .bufferingNewest(1))
        changes = stream
        let source = DispatchSource.makeReadSource(fileDescriptor: descriptor, queue: DispatchQueue(label: "pawl.workflows"))
        source.setEventHandler { @Sendable in
            Self.drain(descriptor)
            continuation.yield()
        }
        source.setCancelHandler { @Sendable in close(descriptor) }
        continuation.onTermination = { @Sendable _ in source.cancel() }
        source.resume()
    }

    /// What happened to which file does not matter: the folder is compared as a whole.
    private static func drain(_ descriptor: Int32) {
        withUnsafeTemporaryAllocation(byteCount: 4_096, alignment: 8) { buffer in
            while read(descriptor, buffer.baseAddress, buffer.count) > 0 {}
        }
    }
}
