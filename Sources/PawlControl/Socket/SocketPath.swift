import Glibc
import PawlKit

/// Where the socket of a store lies: next to it, or, when that path is too long, in the folder that the system keeps for the user.
package struct SocketPath: Sendable, Hashable {
    /// The path.
    package let text: String
    /// The folder to make first, when the path is the other one.
    private let folder: String?
    /// The bytes that the system's address holds, without the zero at its end: https://man7.org/linux/man-pages/man7/unix.7.html
    static let longest = 107

    /// The path of the socket of a store.
    ///
    /// - Parameters:
    ///   - store: the file of the store, absolute and with its links resolved, so that all its names lead to one socket.
    ///   - runtimeFolder: what `XDG_RUNTIME_DIR` says.
    package init(store: String, runtimeFolder: String?) throws(ControlError) {
        let beside = store + ".sock"
        if beside.utf8.count <= Self.longest {
            text = beside
            folder = nil
            return
        }
        guard let runtimeFolder, runtimeFolder.hasPrefix("/") else {
            throw ControlError(
                .failed, reason: "socket",
                "the path of the socket, '\(beside)', is longer than the \(Self.longest) bytes that the system allows",
                help: ["Move the store to a shorter path, or set XDG_RUNTIME_DIR for pawl serve and for those who call it."])
        }
        let folder = runtimeFolder + "/pawl"
        let digits = String(XXH64.hash(Array(store.utf8)), radix: 16)
        text = folder + "/" + String(repeating: "0", count: 16 - digits.count) + digits + ".sock"
        self.folder = folder
        if text.utf8.count > Self.longest {
            throw ControlError(.failed, reason: "socket", "XDG_RUNTIME_DIR is too long for a socket: '\(runtimeFolder)'")
        }
    }

    /// Makes the folder that only this user may enter.
    func makeFolder() throws(ControlError) {
        guard let folder else { return }
        if mkdir(folder, 0o700) != 0, errno != EEXIST { throw SocketProblem.error("'\(folder)' cannot be made", errno) }
    }

    /// Calls a function with the address.
    func withAddress<Result>(_ body: (UnsafePointer<sockaddr>, socklen_t) -> Result) -> Result {
        var address = sockaddr_un()
        address.sun_family = sa_family_t(AF_UNIX)
        withUnsafeMutableBytes(of: &address.sun_path) { path in path.copyBytes(from: text.utf8.prefix(Self.longest)) }
        return withUnsafePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { body($0, socklen_t(MemoryLayout<sockaddr_un>.size)) }
        }
    }
}
