import Foundation
import Glibc

/// A small file system in memory.
package enum SmallDisk {
    package struct Failure: Error { package let message: String }

    /// Whether this process may mount one.
    package static let isAvailable: Bool = {
        guard let folder = try? mountNew(kilobytes: 64) else { return false }
        unmount(folder)
        return true
    }()

    package static func with<Result>(kilobytes: Int, _ body: (String) async throws -> Result) async throws -> Result {
        let folder = try mountNew(kilobytes: kilobytes)
        defer { unmount(folder) }
        return try await body(folder)
    }

    package static func grow(_ folder: String, kilobytes: Int) throws { try mount(folder, UInt(MS_REMOUNT), "size=\(kilobytes)k") }

    package static func makeReadOnly(_ folder: String) throws { try mount(folder, UInt(MS_REMOUNT) | UInt(MS_RDONLY), nil) }

    private static func mountNew(kilobytes: Int) throws -> String {
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent("pawl-disk-\(UUID().uuidString)").path
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        do {
            try mount(folder, 0, "size=\(kilobytes)k")
        } catch {
            try? FileManager.default.removeItem(atPath: folder)
            throw error
        }
        return folder
    }

    private static func mount(_ folder: String, _ flags: UInt, _ options: String?) throws {
        guard Glibc.mount("tmpfs", folder, "tmpfs", flags, options) == 0 else {
            throw Failure(message: "\(folder): " + String(cString: strerror(errno)))
        }
    }

    private static func unmount(_ folder: String) {
        umount2(folder, Int32(MNT_DETACH))
        try? FileManager.default.removeItem(atPath: folder)
    }
}
