import Foundation
import PawlKit
import PawlSystem
import Testing

@Suite struct FilesTests {
    let files = DefaultFiles()
    let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    private func code(_ body: () throws -> Void) -> FileError.Code? {
        do { try body() } catch { return (error as? FileError)?.code }
        return nil
    }

    @Test func `what is written is read`() throws {
        for bytes in [[], [1, 2, 3], [UInt8](repeating: 7, count: 200_000)] as [[UInt8]] {
            try files.write(bytes, to: folder("f"), replacing: true)
            #expect(try files.read(folder("f"), limit: bytes.count) == bytes)
        }
        #expect(try files.list(folder.path) == ["f"])
    }

    @Test func `a file over the limit is refused`() throws {
        try files.write([1, 2, 3], to: folder("f"), replacing: true)
        #expect(code { _ = try files.read(folder("f"), limit: 2) } == .tooLarge)
        #expect(code { _ = try files.read("/dev/zero", limit: 1000) } == .tooLarge)
    }

    @Test func `a file that is there is replaced only on demand`() throws {
        try files.write([1], to: folder("f"), replacing: false)
        #expect(code { try files.write([2], to: folder("f"), replacing: false) } == .exists)
        #expect(try files.read(folder("f"), limit: 9) == [1])
        try files.write([2], to: folder("f"), replacing: true)
        #expect(try files.read(folder("f"), limit: 9) == [2])
        #expect(try files.list(folder.path) == ["f"])
    }

    @Test func `a replaced file keeps its mode and its links`() throws {
        try files.write([1], to: folder("f"), replacing: true)
        #expect(chmod(folder("f"), 0o750) == 0)
        #expect(symlink("f", folder("link")) == 0)
        try files.write([2], to: folder("link"), replacing: true)
        #expect(try files.read(folder("f"), limit: 9) == [2])
        var status = stat()
        #expect(lstat(folder("link"), &status) == 0 && status.st_mode & S_IFMT == S_IFLNK)
        #expect(stat(folder("f"), &status) == 0 && status.st_mode & 0o777 == 0o750)
    }

    @Test func `folders are made, listed and told apart`() throws {
        try files.makeDirectory(folder("a/b/c"))
        try files.makeDirectory(folder("a/b/c/"))
        try files.write([], to: folder("a/z"), replacing: true)
        try files.write([], to: folder("a/Z"), replacing: true)
        #expect(try files.list(folder("a")) == ["Z", "b", "z"])
        #expect(files.kind(of: folder("a/b")) == .directory)
        #expect(files.kind(of: folder("a/z")) == .file)
        #expect(files.kind(of: "/dev/null") == .other)
        #expect(files.kind(of: folder("none")) == nil)
        #expect(code { try files.makeDirectory(folder("a/z/y")) } == .wrongKind)
    }

    @Test func `errors have the code of what is wrong`() throws {
        #expect(code { _ = try files.read(folder("none"), limit: 1) } == .notFound)
        #expect(code { _ = try files.list(folder("none")) } == .notFound)
        #expect(code { _ = try files.read(folder.path, limit: 1) } == .wrongKind)
        #expect(code { try files.write([], to: folder.path, replacing: true) } == .wrongKind)
        #expect(code { try files.write([], to: folder("none/f"), replacing: true) } == .notFound)
        #expect(code { try files.write([1], to: "/proc/version", replacing: true) } != nil)
    }
}
