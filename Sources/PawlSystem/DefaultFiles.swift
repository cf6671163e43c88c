import Glibc
package import PawlKit

/// The files of this computer.
package struct DefaultFiles: Files {
    /// Creates the port.
    package init() {}

    // MARK: Reading

    /// The bytes of a file, or of whatever else can be read to its end, such as a pipe.
    package func read(_ path: String, limit: Int) throws(FileError) -> [UInt8] {
        let (file, error) = retryingInterrupts { Int(open(path, O_RDONLY | O_CLOEXEC)) }
        if file < 0 { throw FileError(path, error) }
        defer { close(Int32(file)) }
        var status = stat()
        guard fstat(Int32(file), &status) == 0 else { throw FileError(path, errno) }
        if status.st_mode & S_IFMT == S_IFDIR { throw FileError(path, EISDIR) }
        if status.st_mode & S_IFMT == S_IFREG, status.st_size > limit { throw tooLarge(path, limit) }
        var bytes: [UInt8] = []
        bytes.reserveCapacity(min(limit, max(0, Int(status.st_size))) + 1)
        var chunk = [UInt8](repeating: 0, count: 1 << 16)
        while true {
            let (count, error) = retryingInterrupts { Glibc.read(Int32(file), &chunk, chunk.count) }
            if count < 0 { throw FileError(path, error) }
            if count == 0 { return bytes }
            if bytes.count + count > limit { throw tooLarge(path, limit) }
            bytes.append(contentsOf: chunk[..<count])
        }
    }

    private func tooLarge(_ path: String, _ limit: Int) -> FileError {
        FileError(.tooLarge, path: path, reason: "it has more than \(limit) bytes")
    }

    /// The names in a folder, sorted by bytes.
    package func list(_ path: String) throws(FileError) -> [String] {
        guard let directory = opendir(path) else { throw FileError(path, errno) }
        defer { closedir(directory) }
        var names: [String] = []
        while true {
            errno = 0
            guard let entry = readdir(directory) else {
                if errno != 0 { throw FileError(path, errno) }
                return names.sorted(by: UTF8Order.less)
            }
            let name = withUnsafeBytes(of: entry.pointee.d_name) { String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self) }
            if name != "." && name != ".." { names.append(name) }
        }
    }

    /// What stands at a path, behind symbolic links; nil when nothing does.
    package func kind(of path: String) -> FileKind? {
        var status = stat()
        guard stat(path, &status) == 0 else { return nil }
        return switch status.st_mode & S_IFMT {
        case S_IFREG: .file
        case S_IFDIR: .directory
        default: .other
        }
    }

    // MARK: Writing

    /// Writes a whole file: into a new one beside it, which then takes its name.
    ///
    /// The bytes and the name are on the disk when this returns. A symbolic link stays one, and a file keeps its mode.
    package func write(_ bytes: [UInt8], to path: String, replacing: Bool) throws(FileError) {
        if kind(of: path) == .directory { throw FileError(path, EISDIR) }
        let target = replacing ? resolved(path) : path
        let (folder, name) = split(target)
        let temporary = folder + ".\(name).\(String(UInt64.random(in: .min ... .max), radix: 36))"
        let (file, error) = retryingInterrupts { Int(open(temporary, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o666)) }
        if file < 0 { throw FileError(path, error) }
        var failure = fill(Int32(file), with: bytes, modeOf: target)
        if close(Int32(file)) != 0, failure == 0 { failure = errno }
        if failure == 0 {
            if replacing {
                if rename(temporary, target) != 0 { failure = errno }
            } else {
                // Unlike rename, link fails when the name is taken.
                if link(temporary, target) != 0 { failure = errno }
                unlink(temporary)
            }
        }
        if failure != 0 {
            unlink(temporary)
            throw FileError(path, failure)
        }
        synchronizeDirectory(folder)
    }

    private func fill(_ file: Int32, with bytes: [UInt8], modeOf target: String) -> Int32 {
        var status = stat()
        if stat(target, &status) == 0, fchmod(file, status.st_mode & 0o7777) != 0 { return errno }
        var written = 0
        while written < bytes.count {
            let (count, error) = bytes.withUnsafeBytes { buffer in
                retryingInterrupts { Glibc.write(file, buffer.baseAddress! + written, buffer.count - written) }
            }
            if count < 0 { return error }
            written += count
        }
        return fsync(file) == 0 ? 0 : errno
    }

    /// A new name is on the disk only when its folder is: https://man7.org/linux/man-pages/man2/fsync.2.html
    private func synchronizeDirectory(_ folder: String) {
        let file = open(folder.isEmpty ? "." : folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        guard file >= 0 else { return }
        fsync(file)
        close(file)
    }

    /// The file behind symbolic links; the path itself when there is none yet.
    private func resolved(_ path: String) -> String {
        guard let real = realpath(path, nil) else { return path }
        defer { free(real) }
        return String(cString: real)
    }

    private func split(_ path: String) -> (folder: String, name: String) {
        guard let slash = path.lastIndex(of: "/") else { return ("", path) }
        let next = path.index(after: slash)
        return (String(path[..<next]), String(path[next...]))
    }

    /// Makes a folder and those above it; one that is there is fine.
    package func makeDirectory(_ path: String) throws(FileError) {
        var end = path.startIndex
        while end < path.endIndex {
            end = path[path.index(after: end)...].firstIndex(of: "/") ?? path.endIndex
            let part = String(path[..<end])
            if mkdir(part, 0o777) != 0 {
                let error = errno
                if kind(of: part) != .directory { throw FileError(path, error == EEXIST ? ENOTDIR : error) }
            }
        }
    }
}

extension FileError {
    /// The error for an `errno`.
    fileprivate init(_ path: String, _ error: Int32) {
        let code: Code =
            switch error {
            case ENOENT: .notFound
            case EEXIST: .exists
            case EACCES, EPERM, EROFS: .notPermitted
            case EISDIR, ENOTDIR: .wrongKind
            case ENOSPC, EDQUOT: .full
            case EFBIG: .tooLarge
            default: .other
            }
        self.init(code, path: path, reason: systemMessage(error))
    }
}
