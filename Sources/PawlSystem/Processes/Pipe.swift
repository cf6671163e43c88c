import CSystem
import Glibc
import PawlKit

/// A pipe whose ends close with it.
struct Pipe: ~Copyable {
    private(set) var readEnd: Int32
    private(set) var writeEnd: Int32

    init() throws(ProcessError) {
        var ends: [Int32] = [-1, -1]
        guard pipe2(&ends, O_CLOEXEC) == 0 else { throw ProcessError(.other, reason: "no pipe: \(systemMessage(errno))") }
        readEnd = ends[0]
        writeEnd = ends[1]
    }

    deinit {
        if readEnd >= 0 { close(readEnd) }
        if writeEnd >= 0 { close(writeEnd) }
    }

    mutating func closeReadEnd() {
        if readEnd >= 0 { close(readEnd) }
        readEnd = -1
    }

    mutating func closeWriteEnd() {
        if writeEnd >= 0 { close(writeEnd) }
        writeEnd = -1
    }

    /// Makes an end return at once when there is nothing to read or no room to write.
    static func makeNonBlocking(_ end: Int32) {
        let flags = fcntl(end, F_GETFL)
        _ = fcntl(end, F_SETFL, flags | O_NONBLOCK)
    }
}
