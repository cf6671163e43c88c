public import PawlKit
import Synchronization

/// Files in memory.
///
/// Paths are taken as they are: `a/b` and `./a/b` are two. The working directory and `/` are there from the start.
public final class MockFiles: Files {
    /// A call of ``write(_:to:replacing:)``.
    public struct Write: Sendable, Hashable {
        public let path: String
        public let bytes: [UInt8]
        public let replacing: Bool
    }

    /// The calls of ``read(_:limit:)``, by path.
    public let reads = CallScript<String, [UInt8], FileError, Blocking>()
    /// The calls of ``write(_:to:replacing:)``.
    public let writes = CallScript<Write, Void, FileError, Blocking>()
    /// The calls of ``makeDirectory(_:)``, by path.
    public let directories = CallScript<String, Void, FileError, Blocking>()
    /// The calls of ``list(_:)``, by path.
    public let lists = CallScript<String, [String], FileError, Blocking>()
    /// The calls of ``kind(of:)``, by path.
    public let kinds = CallScript<String, FileKind?, Never, Blocking>()

    private enum Node: Sendable {
        case file([UInt8])
        case directory
    }

    private let nodes: Mutex<[String: Node]>

    /// Creates files with their folders.
    public init(_ files: [String: String] = [:]) {
        nodes = Mutex(["": .directory, ".": .directory, "/": .directory])
        for (path, text) in files { put(path, Array(text.utf8)) }
    }

    /// Puts a file there, with the folders above it, without a call being recorded.
    public func put(_ path: String, _ bytes: [UInt8]) {
        nodes.withLock { nodes in
            Self.addDirectory(Self.parent(of: path), to: &nodes)
            nodes[path] = .file(bytes)
        }
    }

    /// The bytes of a file, without a call being recorded; nil when there is none.
    public func contents(of path: String) -> [UInt8]? {
        nodes.withLock { if case .file(let bytes)? = $0[path] { bytes } else { nil } }
    }

    public func read(_ path: String, limit: Int) throws(FileError) -> [UInt8] {
        let scripted = try reads.call(path)
        let bytes: [UInt8]
        if let scripted {
            bytes = scripted
        } else {
            switch nodes.withLock({ $0[path] }) {
            case .file(let stored)?: bytes = stored
            case .directory?: throw FileError(.wrongKind, path: path, reason: "is a folder")
            case nil: throw FileError(.notFound, path: path, reason: "no such file")
            }
        }
        guard bytes.count <= limit else { throw FileError(.tooLarge, path: path, reason: "has more than \(limit) bytes") }
        return bytes
    }

    public func write(_ bytes: [UInt8], to path: String, replacing: Bool) throws(FileError) {
        if try writes.call(Write(path: path, bytes: bytes, replacing: replacing)) != nil { return }
        let failure = nodes.withLock { nodes -> FileError? in
            guard case .directory? = nodes[Self.parent(of: path)] else {
                return FileError(.notFound, path: path, reason: "no such folder")
            }
            switch nodes[path] {
            case .directory?: return FileError(.wrongKind, path: path, reason: "is a folder")
            case .file? where !replacing: return FileError(.exists, path: path, reason: "is there already")
            case .file?, nil: nodes[path] = .file(bytes)
            }
            return nil
        }
        if let failure { throw failure }
    }

    public func makeDirectory(_ path: String) throws(FileError) {
        if try directories.call(path) != nil { return }
        let isDone = nodes.withLock { Self.addDirectory(path, to: &$0) }
        guard isDone else { throw FileError(.wrongKind, path: path, reason: "a file is in the way") }
    }

    public func list(_ path: String) throws(FileError) -> [String] {
        if let scripted = try lists.call(path) { return scripted }
        let nodes = nodes.withLock { $0 }
        switch nodes[path] {
        case .directory?: break
        case .file?: throw FileError(.wrongKind, path: path, reason: "is no folder")
        case nil: throw FileError(.notFound, path: path, reason: "no such folder")
        }
        let folder = path == "." ? "" : path
        return nodes.keys.filter { !["", ".", "/"].contains($0) && Self.parent(of: $0) == folder }.map(Self.name(of:))
            .sorted(by: UTF8Order.less)
    }

    public func kind(of path: String) -> FileKind? {
        if let scripted = kinds.call(path) { return scripted }
        return switch nodes.withLock({ $0[path] }) {
        case .file?: .file
        case .directory?: .directory
        case nil: nil
        }
    }

    /// Adds a folder and those above it; false when a file stands there.
    @discardableResult
    private static func addDirectory(_ path: String, to nodes: inout [String: Node]) -> Bool {
        var missing: [String] = []
        var current = path
        while true {
            switch nodes[current] {
            case .directory?:
                for path in missing { nodes[path] = .directory }
                return true
            case .file?: return false
            case nil:
                missing.append(current)
                current = parent(of: current)
            }
        }
    }

    private static func parent(of path: String) -> String {
        guard let slash = path.lastIndex(of: "/") else { return "" }
        return slash == path.startIndex ? "/" : String(path[..<slash])
    }

    private static func name(of path: String) -> String {
        path.lastIndex(of: "/").map { String(path[path.index(after: $0)...]) } ?? path
    }
}
