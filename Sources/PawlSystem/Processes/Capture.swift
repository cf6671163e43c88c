import Glibc
import PawlKit

/// An output of a program, kept up to a limit.
struct Capture: ~Copyable {
    var pipe: Pipe
    /// What was written so far.
    private(set) var bytes: [UInt8] = []
    /// Whether more was written than is kept.
    private(set) var isTooMuch = false
    private let limit: Int

    init(limit: Int) throws(ProcessError) {
        pipe = try Pipe()
        self.limit = limit
        Pipe.makeNonBlocking(pipe.readEnd)
    }

    /// Reads what is there, and closes the pipe at its end.
    mutating func read() {
        // A program that writes without end must not keep the caller from seeing a cancellation.
        for _ in 0..<16 where pipe.readEnd >= 0 {
            let end = pipe.readEnd
            let (chunk, error) = withUnsafeTemporaryAllocation(byteCount: 1 << 14, alignment: 1) { chunk in
                let (count, error) = retryingInterrupts { Glibc.read(end, chunk.baseAddress, chunk.count) }
                return (count < 0 ? nil : Array(chunk.prefix(count)), error)
            }
            guard let chunk else {
                if error != EAGAIN { pipe.closeReadEnd() }
                return
            }
            if chunk.isEmpty { pipe.closeReadEnd() }
            let room = limit - bytes.count
            if chunk.count > room { isTooMuch = true }
            bytes.append(contentsOf: chunk.prefix(room))
        }
    }
}
