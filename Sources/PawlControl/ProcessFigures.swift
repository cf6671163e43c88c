import Glibc

/// What the system says of this process.
struct ProcessFigures {
    let pid: Int
    let memoryBytes: Int64
    let openFiles: Int

    static func now() -> ProcessFigures {
        ProcessFigures(pid: Int(getpid()), memoryBytes: residentBytes, openFiles: openFileCount)
    }

    /// The second number of https://man7.org/linux/man-pages/man5/proc_pid_statm.5.html, in pages.
    private static var residentBytes: Int64 {
        let descriptor = open("/proc/self/statm", O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else { return 0 }
        defer { close(descriptor) }
        let text = [UInt8](unsafeUninitializedCapacity: 256) { buffer, count in
            count = max(0, read(descriptor, buffer.baseAddress, buffer.count))
        }
        let numbers = text.split(separator: UInt8(ascii: " "))
        guard numbers.count > 1, let pages = Int64(String(decoding: numbers[1], as: UTF8.self)) else { return 0 }
        return pages * Int64(sysconf(Int32(_SC_PAGESIZE)))
    }

    private static var openFileCount: Int {
        guard let folder = opendir("/proc/self/fd") else { return 0 }
        defer { closedir(folder) }
        var count = 0
        while readdir(folder) != nil { count += 1 }
        // Without `.`, `..` and the one that lists.
        return max(0, count - 3)
    }
}
