@preconcurrency import Dispatch
import Glibc
import PawlKit

/// Answers operations on a local socket: JSON-RPC 2.0, one message a line.
///
/// Input and output run on one queue and never block; operations run on the cooperative pool. Everything that a client can
/// make grow is bounded: its line, its requests, what it leaves unread. A client that goes over is told or dropped, and
/// nobody else notices.
package actor ControlServer {
    private let executor: QueueExecutor
    private let target: ControlTarget
    private let listener: ControlListener
    private let patience: Double
    private var connections: [Int: ControlConnection] = [:]
    private var nextConnection = 1
    private var isClosed = false
    private var isResting = false
    /// Who waits for the last connection to end.
    private var closing: [CheckedContinuation<Void, Never>] = []

    package nonisolated var unownedExecutor: UnownedSerialExecutor { executor.asUnownedSerialExecutor() }

    /// Listens at a path, for the owner of the store.
    ///
    /// - Parameter patience: how many seconds a client that asks may leave the answers unread.
    package static func open(
        _ path: SocketPath, target: ControlTarget, patience: Double = ControlLimit.patience
    ) async throws(ControlError) -> ControlServer {
        let server = try ControlServer(path, target, patience)
        await server.open()
        return server
    }

    private init(_ path: SocketPath, _ target: ControlTarget, _ patience: Double) throws(ControlError) {
        self.patience = patience
        executor = QueueExecutor(label: "pawl.control")
        self.target = target
        listener = try ControlListener(path, on: executor.queue)
    }

    private func open() {
        listener.open { [weak self] in self?.assumeIsolated { $0.accept() } }
    }

    /// The number of connections.
    package var connectionCount: Int { connections.count }

    /// Takes no more connections and no more requests, and ends each connection when its client has the answers that are on their way.
    ///
    /// A client that has them not within a second is not waited for.
    package func close() async {
        if !isClosed {
            isClosed = true
            if isResting { listener.rest(false) }
            listener.close()
            for (number, connection) in connections { hearNoMore(connection, number) }
            executor.queue.asyncAfter(deadline: .now() + 1) { [weak self] in self?.assumeIsolated { $0.endAll() } }
        }
        if !connections.isEmpty { await withCheckedContinuation { closing.append($0) } }
    }

    private func endAll() { for number in connections.keys { end(number) } }

    // MARK: Clients come and go

    private func accept() {
        while !isClosed {
            switch listener.accept() {
            case .nobody: return
            case .exhausted: return rest()
            case .client(let descriptor): welcome(descriptor)
            }
        }
    }

    /// Nothing can be accepted now, and the system would say so again at once.
    private func rest() {
        target.ports.log.write(.warning, "no more connections can be taken: the process has too many open files")
        isResting = true
        listener.rest(true)
        executor.queue.asyncAfter(deadline: .now() + .seconds(1)) { [weak self] in
            self?.assumeIsolated { server in
                guard server.isResting, !server.isClosed else { return }
                server.isResting = false
                server.listener.rest(false)
            }
        }
    }

    private func welcome(_ descriptor: SocketDescriptor) {
        let channel = SocketChannel(descriptor, on: executor.queue, unread: ControlLimit.unread, line: ControlLimit.line)
        // The mode of the file keeps others out already, where the file system honours it.
        guard let user = descriptor.peer, user == geteuid() || user == 0 else {
            return turnAway(channel, ControlError(.refused, reason: "notPermitted", "the engine runs as another user"))
        }
        guard connections.count < ControlLimit.connections else {
            return turnAway(
                channel,
                ControlError(
                    .busy, reason: "connections", "the engine has \(connections.count) connections already; try again later",
                    retryAfter: ControlLimit.retryAfter))
        }
        let number = nextConnection
        nextConnection += 1
        connections[number] = ControlConnection(channel, asker: "uid \(user)")
        channel.open(
            readable: { [weak self] in self?.assumeIsolated { $0.readable(number) } },
            writable: { [weak self] in self?.assumeIsolated { $0.writable(number) } })
    }

    private func turnAway(_ channel: SocketChannel, _ error: ControlError) {
        _ = channel.send(RPCMessage.failure(.null, error))
        channel.close()
    }

    private func end(_ number: Int) {
        guard let connection = connections.removeValue(forKey: number) else { return }
        for task in connection.subscriptions.values { task.cancel() }
        connection.channel.close()
        connection.wake()
        guard isClosed, connections.isEmpty else { return }
        for one in closing { one.resume() }
        closing = []
    }

    // MARK: Lines

    private func readable(_ number: Int) {
        guard let connection = connections[number] else { return }
        let reading = connection.channel.read()
        for line in reading.lines {
            switch line {
            case .whole(let bytes): take(bytes, connection, number)
            case .tooLong:
                let error = ControlError(
                    .invalidRequest, reason: "tooLong", "a line may have \(ControlLimit.line) bytes; this one was dropped")
                write(RPCMessage.failure(.null, error), to: number)
            }
        }
        if reading.isEnd { hearNoMore(connection, number) } else { regulate(connection, number) }
    }

    /// Nothing more is read; the connection ends with the last answer.
    private func hearNoMore(_ connection: ControlConnection, _ number: Int) {
        connection.isEnd = true
        connection.channel.endReading()
        for task in connection.subscriptions.values { task.cancel() }
        connection.wake()
        endIfDone(number)
    }

    /// Nothing more is read from a client that does not read, or that goes on although it was told busy.
    private func regulate(_ connection: ControlConnection, _ number: Int) {
        let isBehind = connection.channel.unread > ControlLimit.paced
        connection.channel.pause(isBehind || connection.requests >= 2 * ControlLimit.requests)
        guard isBehind, !connection.isWatched else { return }
        connection.isWatched = true
        let taken = connection.channel.taken
        executor.queue.asyncAfter(deadline: .now() + patience) { [weak self] in
            self?.assumeIsolated { $0.lookAgain(at: number, taken: taken) }
        }
    }

    /// One who only follows may be as slow as it likes; one who asks and does not read the answers is let go.
    private func lookAgain(at number: Int, taken: Int) {
        guard let connection = connections[number] else { return }
        connection.isWatched = false
        guard connection.channel.unread > ControlLimit.paced else { return }
        if connection.channel.taken == taken, connection.subscriptions.isEmpty {
            target.ports.log.write(.warning, "a client does not read its answers, and its connection was ended")
            end(number)
        } else {
            regulate(connection, number)
        }
    }

    private func writable(_ number: Int) {
        guard let connection = connections[number] else { return }
        guard connection.channel.flush() else { return end(number) }
        if connection.channel.unread <= ControlLimit.paced { connection.wake() }
        if !connection.isEnd { regulate(connection, number) }
        endIfDone(number)
    }

    /// One who has said all, and has all the answers, is done.
    private func endIfDone(_ number: Int) {
        guard let connection = connections[number], connection.isEnd, connection.requests == 0, connection.channel.unread == 0 else {
            return
        }
        end(number)
    }

    private func write(_ bytes: [UInt8], to number: Int) {
        guard let connection = connections[number], !connection.channel.send(bytes) else { return }
        if connection.channel.unread > ControlLimit.unread {
            target.ports.log.write(.warning, "a client left \(connection.channel.unread) bytes unread, and its connection was ended")
        }
        end(number)
    }

    // MARK: Requests

    private func take(_ line: [UInt8], _ connection: ControlConnection, _ number: Int) {
        let isBusy = connection.requests >= ControlLimit.requests
        connection.requests += 1
        var target = target
        target.asker = connection.asker
        target.host.connections = { await self.connectionCount }
        target.subscribe = { following throws(ControlError) in try await self.subscribe(following, on: number) }
        Task { [target] in
            let answer = await Self.answer(line, isBusy: isBusy, target)
            answered(answer, on: number)
        }
    }

    private nonisolated static func answer(_ line: [UInt8], isBusy: Bool, _ target: ControlTarget) async -> [UInt8]? {
        let request: RPCRequest
        do { request = try RPCRequest(line) } catch { return RPCMessage.failure(error.id, error.error) }
        var target = target
        // The subscription of a request that wants no answer could not be told from others.
        if request.id == nil { target.subscribe = nil }
        do throws(ControlError) {
            if isBusy {
                throw ControlError(
                    .busy, reason: "requests",
                    "\(ControlLimit.requests) requests of this connection are worked on already; wait for answers",
                    retryAfter: ControlLimit.retryAfter)
            }
            let result = try await ControlMethod.named(request.method).perform(request.parameters, target)
            return request.id.map { RPCMessage.result($0, result) }
        } catch {
            return request.id.map { RPCMessage.failure($0, error) }
        }
    }

    private func answered(_ answer: [UInt8]?, on number: Int) {
        guard let connection = connections[number] else { return }
        connection.requests -= 1
        if let answer { write(answer, to: number) }
        if connections[number] != nil, !connection.isEnd { regulate(connection, number) }
        beginSubscriptions(of: number)
        endIfDone(number)
    }

    // MARK: Subscriptions

    private func subscribe(_ following: Following, on number: Int) throws(ControlError) -> Int {
        guard let connection = connections[number] else {
            throw ControlError(.failed, reason: "noConnection", "the connection has ended")
        }
        guard connection.subscriptions.count + connection.begun.count < ControlLimit.subscriptions else {
            throw ControlError(
                .busy, reason: "subscriptions", "a connection may have \(ControlLimit.subscriptions) subscriptions; use another",
                retryAfter: ControlLimit.retryAfter)
        }
        let subscription = connection.nextSubscription
        connection.nextSubscription += 1
        connection.begun[subscription] = following
        return subscription
    }

    private func beginSubscriptions(of number: Int) {
        guard let connection = connections[number], !connection.isEnd else { return }
        for (subscription, following) in connection.begun {
            let follower = Follower(following: following, subscription: subscription, target: target) { [weak self] line in
                await self?.send(line, to: number) ?? false
            }
            let log = target.ports.log
            connection.subscriptions[subscription] = Task { [weak self] in
                do { try await follower.run() } catch { log.write(.error, "a subscription ends: \(error)") }
                await self?.ended(subscription, of: number)
            }
        }
        connection.begun = [:]
    }

    private func ended(_ subscription: Int, of number: Int) { connections[number]?.subscriptions[subscription] = nil }

    /// Sends a line of a subscription once the client has read most of what it got before.
    private func send(_ line: [UInt8], to number: Int) async -> Bool {
        while let connection = connections[number], !connection.isEnd, connection.channel.unread > ControlLimit.paced {
            await withCheckedContinuation { connection.waiting.append($0) }
        }
        guard let connection = connections[number], !connection.isEnd else { return false }
        write(line, to: number)
        return connections[number] != nil
    }
}
