/// Files and folders.
///
/// Paths are as the user wrote them, relative to the working directory. Calls may block for as long as the disk does;
/// the engine calls them off the cooperative pool.
public protocol Files: Sendable {
    /// The bytes of a file.
    ///
    /// - Throws: ``FileError``, with code `tooLarge` when the file has more than `limit` bytes.
    func read(_ path: String, limit: Int) throws(FileError) -> [UInt8]
    /// Writes a whole file so that a reader sees the old bytes or the new ones, never a part.
    ///
    /// - Throws: ``FileError``, with code `exists` when the file is there and `replacing` is false.
    func write(_ bytes: [UInt8], to path: String, replacing: Bool) throws(FileError)
    /// Makes a folder and those above it.
    func makeDirectory(_ path: String) throws(FileError)
    /// The names in a folder, sorted by bytes.
    func list(_ path: String) throws(FileError) -> [String]
    /// What stands at a path; nil when nothing does.
    func kind(of path: String) -> FileKind?
}

/// What stands at a path.
public enum FileKind: Sendable, Hashable {
    /// A regular file.
    case file
    /// A folder.
    case directory
    /// A socket, a device, a pipe.
    case other
}

/// Why a file could not be read or written.
public struct FileError: Error, Sendable, Hashable {
    /// The kind of failure.
    public enum Code: String, Sendable, Hashable {
        /// There is no such file or folder.
        case notFound
        /// It is there already.
        case exists
        /// The user may not.
        case notPermitted
        /// It is a folder, or it is none.
        case wrongKind
        /// More bytes than allowed.
        case tooLarge
        /// The disk is full.
        case full
        /// Anything else.
        case other
    }

    /// The kind of failure.
    public let code: Code
    /// The path as given.
    public let path: String
    /// What the system said, for people.
    public let reason: String

    /// Creates an error.
    public init(_ code: Code, path: String, reason: String) {
        self.code = code
        self.path = path
        self.reason = reason
    }
}
