import Glibc
import PawlKit

/// The ownership of a store: an advisory lock on a file next to it.
///
/// The system drops the lock with the process that holds it, however that ends; the text in the file is only there for the message. The file is
/// never deleted: whoever deletes it may take away the file that a third process has just locked.
final class StoreLock: Sendable {
    private let descriptor: Int32

    init(_ path: StorePath) throws(JournalError) {
        // Not inherited by programs that the owner starts: they would keep the lock.
        let descriptor = open(path.lock, O_RDWR | O_CREAT | O_CLOEXEC, 0o644)
        guard descriptor >= 0 else { throw Self.cannotOpen(path, errno) }
        var result = flock(descriptor, LOCK_EX | LOCK_NB)
        // Who only looks whether the store is owned holds a shared lock for an instant.
        for _ in 0..<3 where result != 0 && errno == EWOULDBLOCK {
            usleep(2_000)
            result = flock(descriptor, LOCK_EX | LOCK_NB)
        }
        guard result == 0 else {
            let code = errno
            defer { Glibc.close(descriptor) }
            if code == EWOULDBLOCK { throw Self.owned(path, by: StoreOwner(Self.read(descriptor), since: Self.written(descriptor))) }
            throw JournalError(.unavailable, "'\(path.lock)' cannot be locked: \(String(cString: strerror(code))).")
        }
        self.descriptor = descriptor
        ftruncate(descriptor, 0)
        let text = Array("\(getpid()) \(Self.command)\n".utf8)
        // Without the text only the message is poorer: a full disk must not keep anybody from opening a store.
        _ = pwrite(descriptor, text, text.count, 0)
    }

    deinit { Glibc.close(descriptor) }

    /// Whether some process owns the store now.
    static func isHeld(_ path: StorePath) -> Bool { owner(of: path) != nil }

    /// The process that owns the store now; nil when none does.
    static func owner(of path: StorePath) -> StoreOwner? {
        let descriptor = open(path.lock, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else { return nil }
        defer { Glibc.close(descriptor) }
        guard flock(descriptor, LOCK_SH | LOCK_NB) != 0, errno == EWOULDBLOCK else { return nil }
        return StoreOwner(read(descriptor), since: written(descriptor))
    }

    /// When the owner wrote the text.
    private static func written(_ descriptor: Int32) -> Timestamp? {
        var status = stat()
        guard fstat(descriptor, &status) == 0 else { return nil }
        return Timestamp.epoch.advanced(by: .seconds(Int64(status.st_mtim.tv_sec)))
    }

    private static func owned(_ path: StorePath, by owner: StoreOwner) -> JournalError {
        JournalError(
            .owned,
            "'\(path.file)' is in use by \(owner.description), and a store has one owner at a time. "
                + "Stop that process, or name another store.")
    }

    private static func cannotOpen(_ path: StorePath, _ code: Int32) -> JournalError {
        let reason = String(cString: strerror(code))
        switch code {
        case EACCES, EPERM, EROFS:
            return JournalError(
                .readOnly,
                "'\(path.file)' cannot be opened for writing, because '\(path.lock)' cannot be created next to it: \(reason). "
                    + "Make the folder writable, or copy the store elsewhere.")
        case ENOSPC, EDQUOT:
            return JournalError(.full, "The disk that holds '\(path.file)' is full: '\(path.lock)' cannot be created. Free some space.")
        default: return JournalError(.unavailable, "'\(path.lock)' cannot be opened: \(reason).")
        }
    }

    private static func read(_ descriptor: Int32) -> String {
        let bytes = [UInt8](unsafeUninitializedCapacity: 4_096) { buffer, count in
            count = max(0, pread(descriptor, buffer.baseAddress!, buffer.count, 0))
        }
        return String(decoding: bytes, as: UTF8.self)
    }

    /// This process's command line.
    private static var command: String {
        let descriptor = open("/proc/self/cmdline", O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else { return "unknown" }
        defer { Glibc.close(descriptor) }
        return Self.read(descriptor).split(separator: "\0").joined(separator: " ").replacing("\n", with: " ")
    }
}
