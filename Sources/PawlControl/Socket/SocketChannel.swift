@preconcurrency import Dispatch
import Glibc

/// One end of a connection: lines in, bytes out, both bounded, and nothing that blocks.
///
/// Not `Sendable`: it lives in an actor, on whose queue the two functions that it is opened with are called.
final class SocketChannel {
    private let descriptor: SocketDescriptor
    private let queue: DispatchQueue
    private let unreadLimit: Int
    private var splitter: LineSplitter
    private var reading: (any DispatchSourceRead)?
    private var writing: (any DispatchSourceWrite)?
    private var isPaused = false
    /// Whether another look at the socket is on its way.
    private var looksAgain = false
    private var output: [UInt8] = []
    private var sent = 0
    private var readable: @Sendable () -> Void = {}
    private var writable: @Sendable () -> Void = {}
    private(set) var isClosed = false

    init(_ descriptor: SocketDescriptor, on queue: DispatchQueue, unread: Int, line: Int) {
        self.descriptor = descriptor
        self.queue = queue
        unreadLimit = unread
        splitter = LineSplitter(limit: line)
    }

    /// Begins to listen for what comes.
    func open(readable: @escaping @Sendable () -> Void, writable: @escaping @Sendable () -> Void) {
        self.readable = readable
        self.writable = writable
        let source = DispatchSource.makeReadSource(fileDescriptor: descriptor.number, queue: queue)
        source.setEventHandler { @Sendable in readable() }
        keepDescriptor(until: source)
        reading = source
        source.resume()
    }

    /// A descriptor may be closed only when no source looks at it any more.
    private func keepDescriptor(until source: any DispatchSourceProtocol) {
        let descriptor = descriptor
        source.setCancelHandler { @Sendable in withExtendedLifetime(descriptor) {} }
    }

    // MARK: In

    /// What a look at the socket gave.
    struct Reading {
        var lines: [LineSplitter.Line] = []
        /// Whether nothing more will come.
        var isEnd = false
    }

    /// Reads what is there, at most one chunk: others have their turn before the next.
    ///
    /// Whoever gets something looks again until nothing is there, instead of waiting to be told: once the other end has hung up,
    /// a source of Dispatch fires a last time and never again
    /// (https://github.com/swiftlang/swift-corelibs-libdispatch/blob/main/src/event/event_epoll.c, `_dispatch_event_merge_hangup`).
    func read() -> Reading {
        looksAgain = false
        if isClosed { return Reading(isEnd: true) }
        if isPaused { return Reading() }
        return withUnsafeTemporaryAllocation(byteCount: ControlLimit.chunk, alignment: 16) { buffer in
            let count = recv(descriptor.number, buffer.baseAddress, buffer.count, 0)
            if count > 0 {
                lookAgain()
                return Reading(lines: splitter.take(UnsafeRawBufferPointer(rebasing: buffer[..<count])))
            }
            return Reading(isEnd: count == 0 || ![EAGAIN, EINTR].contains(errno))
        }
    }

    private func lookAgain() {
        guard !looksAgain else { return }
        looksAgain = true
        queue.async(execute: readable)
    }

    /// Stops or goes on to read.
    func pause(_ pauses: Bool) {
        guard pauses != isPaused, let reading else { return }
        isPaused = pauses
        if pauses { return reading.suspend() }
        reading.resume()
        lookAgain()
    }

    /// Reads no more.
    func endReading() {
        pause(false)
        reading?.cancel()
        reading = nil
    }

    // MARK: Out

    /// The bytes that the other end has not taken.
    var unread: Int { output.count - sent }
    /// The bytes that it has taken in all.
    private(set) var taken = 0

    /// Sends bytes; what cannot go now goes when there is room. Returns whether the connection is still good.
    func send(_ bytes: [UInt8]) -> Bool {
        if isClosed { return false }
        output.append(contentsOf: bytes)
        guard flush() else { return false }
        return unread <= unreadLimit
    }

    /// Sends what waits. Returns whether the connection is still good.
    func flush() -> Bool {
        while sent < output.count {
            let count = output.withUnsafeBytes { bytes in
                Glibc.send(descriptor.number, bytes.baseAddress?.advanced(by: sent), bytes.count - sent, Int32(MSG_NOSIGNAL))
            }
            if count > 0 {
                sent += count
                taken += count
            } else if errno == EAGAIN {
                if sent > output.count / 2 {
                    output.removeFirst(sent)
                    sent = 0
                }
                listenForRoom()
                return true
            } else if errno != EINTR {
                return false
            }
        }
        output.removeAll(keepingCapacity: output.capacity <= ControlLimit.chunk)
        sent = 0
        writing?.cancel()
        writing = nil
        return true
    }

    private func listenForRoom() {
        guard writing == nil else { return }
        let source = DispatchSource.makeWriteSource(fileDescriptor: descriptor.number, queue: queue)
        let writable = writable
        source.setEventHandler { @Sendable in writable() }
        keepDescriptor(until: source)
        writing = source
        source.resume()
    }

    /// Ends both directions.
    func close() {
        if isClosed { return }
        isClosed = true
        endReading()
        writing?.cancel()
        writing = nil
        output = []
        sent = 0
        shutdown(descriptor.number, Int32(SHUT_RDWR))
    }
}
