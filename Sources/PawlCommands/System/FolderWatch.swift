@preconcurrency import Dispatch
import Glibc

/// Tells when files of a folder change: inotify, so that nothing runs in between.
///
/// https://man7.org/linux/man-pages/man7/inotify.7.html
enum FolderWatch {
    /// What is worth telling.
    enum Moment {
        /// Each write.
        case write
        /// A file is whole again: editors write a new one and rename it over the old one, others write in place and close.
        case whole

        fileprivate var events: UInt32 {
            switch self {
            case .write: UInt32(IN_MODIFY | IN_CREATE | IN_DELETE | IN_MOVED_TO | IN_CLOSE_WRITE)
            case .whole: UInt32(IN_CLOSE_WRITE | IN_MOVED_TO | IN_MOVED_FROM | IN_DELETE) | UInt32(IN_ONLYDIR)
            }
        }
    }

    /// A stream with an element after one or more changes of the named files, or of any; nil when the system lets nobody watch.
    ///
    /// What changes after this call is told, also before anybody asks for the first element.
    ///
    /// - Parameter echoes: the milliseconds after which a change is told again, for those who cannot see it at once.
    static func changes(
        of names: Set<String>? = nil, in folder: String, at moment: Moment, echoes: [Int] = []
    ) -> AsyncStream<Void>? {
        let descriptor = inotify_init1(Int32(IN_CLOEXEC) | Int32(IN_NONBLOCK))
        guard descriptor >= 0 else { return nil }
        // The file itself may come and go, so the folder is watched.
        guard inotify_add_watch(descriptor, folder, moment.events) >= 0 else {
            close(descriptor)
            return nil
        }
        // One element that waits says all that several would.
        let (stream, continuation) = AsyncStream.makeStream(of: Void.self, bufferingPolicy: .bufferingNewest(1))
        let source = DispatchSource.makeReadSource(fileDescriptor: descriptor, queue: .global())
        // `@Sendable` keeps the handlers from inheriting an actor, which would trap on the queue's thread.
        source.setEventHandler { @Sendable in
            let changed = read(descriptor)
            guard names.map({ changed.contains(where: $0.contains) }) ?? true else { return }
            continuation.yield()
            for echo in echoes {
                DispatchQueue.global().asyncAfter(deadline: .now() + .milliseconds(echo)) { @Sendable in continuation.yield() }
            }
        }
        source.setCancelHandler { @Sendable in
            close(descriptor)
            continuation.finish()
        }
        continuation.onTermination = { _ in source.cancel() }
        source.resume()
        return stream
    }

    /// The names of the files that changed, as far as the system has told.
    private static func read(_ descriptor: Int32) -> [String] {
        var names: [String] = []
        withUnsafeTemporaryAllocation(byteCount: 16_384, alignment: MemoryLayout<inotify_event>.alignment) { buffer in
            while true {
                let count = Glibc.read(descriptor, buffer.baseAddress, buffer.count)
                guard count > 0 else { return }
                var offset = 0
                while offset + MemoryLayout<inotify_event>.size <= count {
                    let event = buffer.load(fromByteOffset: offset, as: inotify_event.self)
                    let start = offset + MemoryLayout<inotify_event>.size
                    let name = buffer[start..<start + Int(event.len)].prefix { $0 != 0 }
                    names.append(String(decoding: name, as: UTF8.self))
                    offset = start + Int(event.len)
                }
            }
        }
        return names
    }
}

extension JournalAccess {
    /// What tells of the commits to the journal in a file: each is written to its log, or moves the log into the file.
    static func commits(to path: String) -> AsyncStream<Void>? {
        // The log lies next to the file itself, wherever a link to it lies.
        guard let real = realpath(path, nil) else { return nil }
        defer { free(real) }
        let file = String(cString: real)
        let folder = FilePath.folder(of: file)
        let name = String(file.dropFirst(folder.count))
        // A commit is written to the log first, then synced, and only then told to readers in shared memory, which nobody can watch:
        // a disk takes its time in between.
        return FolderWatch.changes(
            of: [name, name + "-wal"], in: folder.isEmpty ? "." : folder, at: .write, echoes: [5, 50, 500, 2_000])
    }
}
