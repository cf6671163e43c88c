import Glibc

/// What the system says of a folder.
struct FolderFacts: Sendable {
    /// Whether this user may make files in it.
    let isWritable: Bool
    /// Whether others may: anybody, or the group of another.
    let isOpenToOthers: Bool
    /// The bytes that are free on its disk.
    let free: Int64

    /// Looks at a folder; nil when there is none.
    init?(_ path: String) {
        var status = stat()
        var disk = statvfs()
        guard stat(path, &status) == 0, status.st_mode & S_IFMT == S_IFDIR, statvfs(path, &disk) == 0 else { return nil }
        isWritable = access(path, W_OK | X_OK) == 0
        // Where each may only delete what is theirs, as in /tmp, others do no harm.
        isOpenToOthers = status.st_mode & S_IWOTH != 0 && status.st_mode & S_ISVTX == 0
        free = Int64(disk.f_bavail) * Int64(disk.f_frsize)
    }
}
