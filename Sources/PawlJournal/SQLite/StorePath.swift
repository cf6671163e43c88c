import Glibc
import PawlKit

/// Where a store lies, with symbolic links resolved, so that two names of one file share one lock.
struct StorePath: Sendable {
    /// The database file.
    let file: String
    /// The file whose lock is the ownership.
    var lock: String { file + ".lock" }
    /// The write-ahead log.
    var log: String { file + "-wal" }
    /// What readers and the owner share in memory.
    var sharedMemory: String { file + "-shm" }

    init(_ path: String) throws(JournalError) {
        file = try Self.resolve(path, linksLeft: 40)
    }

    private static func resolve(_ path: String, linksLeft: Int) throws(JournalError) -> String {
        if let real = realPath(path) { return real }
        guard linksLeft > 0 else { throw JournalError(.unavailable, "'\(path)' leads through too many symbolic links.") }
        let (folder, name) = split(path)
        // A link to a file that does not exist yet.
        if let target = readLink(path) {
            return try resolve(target.hasPrefix("/") ? target : folder + "/" + target, linksLeft: linksLeft - 1)
        }
        guard let realFolder = realPath(folder) else {
            throw JournalError(.notFound, "There is no folder '\(folder)' for the store '\(path)'. Create it, or name another file.")
        }
        return (realFolder == "/" ? "" : realFolder) + "/" + name
    }

    private static func split(_ path: String) -> (folder: String, name: String) {
        guard let slash = path.lastIndex(of: "/") else { return (".", path) }
        let folder = path[..<slash]
        return (folder.isEmpty ? "/" : String(folder), String(path[path.index(after: slash)...]))
    }

    private static func realPath(_ path: String) -> String? {
        guard let real = realpath(path, nil) else { return nil }
        defer { free(real) }
        return String(cString: real)
    }

    private static func readLink(_ path: String) -> String? {
        let target = [UInt8](unsafeUninitializedCapacity: Int(PATH_MAX)) { buffer, count in
            count = max(0, buffer.withMemoryRebound(to: CChar.self) { readlink(path, $0.baseAddress!, $0.count) })
        }
        return target.isEmpty ? nil : String(decoding: target, as: UTF8.self)
    }
}
