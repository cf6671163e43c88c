@preconcurrency import Dispatch
import Glibc
package import PawlKit

/// A connection to an engine, for commands.
package actor ControlClient {
    private let executor: QueueExecutor
    private let channel: SocketChannel
    private var nextRequest = 1
    private var waiting: [Int: CheckedContinuation<Result<Value, ControlError>, Never>] = [:]
    private var followers: [Int: AsyncStream<FollowedNotice>.Continuation] = [:]
    /// Notices of subscriptions whose answer was read in the same breath and is not taken up yet.
    private var early: [Int: [FollowedNotice]] = [:]
    private var end: ControlError?

    package nonisolated var unownedExecutor: UnownedSerialExecutor { executor.asUnownedSerialExecutor() }

    /// Connects to the engine of a store; nil when nobody listens there.
    ///
    /// - Parameter patience: how many seconds the engine may take for its first answer.
    /// - Throws: ``ControlError`` when the engine does not answer, or speaks another protocol.
    package static func connect(
        _ path: SocketPath, patience: Double = ControlLimit.greeting
    ) async throws(ControlError) -> ControlClient? {
        let descriptor = try SocketDescriptor()
        let code = path.withAddress { Glibc.connect(descriptor.number, $0, $1) == 0 ? 0 : errno }
        switch code {
        case 0: break
        case ENOENT, ECONNREFUSED: return nil
        case EAGAIN:
            throw ControlError(
                .busy, reason: "connections", "the engine does not take connections as fast as they come; try again later",
                retryAfter: ControlLimit.retryAfter)
        case EACCES, EPERM:
            throw ControlError(.failed, reason: "notPermitted", "the engine behind '\(path.text)' runs as another user")
        default: throw SocketProblem.error("'\(path.text)' cannot be connected to", code)
        }
        let client = ControlClient(descriptor)
        await client.open()
        let alarm = Task { [weak client] in
            try await Task.sleep(for: .seconds(patience))
            await client?.end(
                ControlError(.failed, reason: "silent", "the engine behind '\(path.text)' took the connection and does not answer"))
        }
        defer { alarm.cancel() }
        _ = try await client.call(EngineHello())
        return client
    }

    private init(_ descriptor: SocketDescriptor) {
        executor = QueueExecutor(label: "pawl.client")
        channel = SocketChannel(descriptor, on: executor.queue, unread: .max, line: .max)
    }

    private func open() {
        channel.open(
            readable: { [weak self] in self?.assumeIsolated { $0.readable() } },
            writable: { [weak self] in self?.assumeIsolated { $0.writable() } })
    }

    /// Has an operation done by the engine.
    package func call<Operation: ControlOperation>(_ operation: Operation) async throws(ControlError) -> Operation.Answer {
        let parameters = try ControlMethod.write(operation)
        let value = try await request(Operation.method, parameters).get()
        do {
            return try ValueDecoder().decode(Operation.Answer.self, from: value)
        } catch {
            throw ControlError(.failed, reason: "answer", "the answer to \(Operation.method) is not of this release: \(error)")
        }
    }

    /// The entries of an instance or of all, as they come. The stream ends with the engine.
    package func follow(_ operation: InstanceFollow) async throws(ControlError) -> (InstanceFollow.Answer, AsyncStream<FollowedNotice>) {
        let (stream, continuation) = AsyncStream.makeStream(of: FollowedNotice.self)
        let answer = try await call(operation)
        for notice in early.removeValue(forKey: answer.subscription) ?? [] { continuation.yield(notice) }
        if end == nil { followers[answer.subscription] = continuation } else { continuation.finish() }
        return (answer, stream)
    }

    /// Ends the connection.
    package func close() { end(ControlError(.failed, reason: "closed", "the connection was closed")) }

    private func request(_ method: String, _ parameters: [UInt8]) async -> Result<Value, ControlError> {
        if let end { return .failure(end) }
        let id = nextRequest
        nextRequest += 1
        return await withCheckedContinuation { continuation in
            waiting[id] = continuation
            if !channel.send(RPCMessage.request(id, method, parameters: parameters)) { end(Self.gone) }
        }
    }

    // MARK: What comes

    private func writable() { if !channel.flush() { end(Self.gone) } }

    private func readable() {
        let reading = channel.read()
        for case .whole(let line) in reading.lines { take(line) }
        if reading.isEnd { end(Self.gone) }
    }

    private static let gone = ControlError(
        .failed, reason: "gone", "the engine went away before it answered; whether it was done is not known",
        help: ["Try again: with --dedupe or --if-absent nothing is done twice."])

    private func end(_ error: ControlError) {
        guard end == nil else { return }
        end = error
        channel.close()
        for continuation in waiting.values { continuation.resume(returning: .failure(error)) }
        waiting = [:]
        for follower in followers.values { follower.finish() }
        followers = [:]
    }

    private func take(_ line: [UInt8]) {
        // The engine's lines are canonical, so that their parts can be taken as they are.
        guard let members = RawJSON(line).members else { return }
        let parts = Dictionary(members.map { ($0.name, $0.value) }, uniquingKeysWith: { $1 })
        if let method = parts["method"]?.string {
            notice(method, Dictionary((parts["params"]?.members ?? []).map { ($0.name, $0.value) }, uniquingKeysWith: { $1 }))
        } else if let id = parts["id"]?.integer, let continuation = waiting.removeValue(forKey: Int(id)) {
            continuation.resume(returning: Self.result(parts))
        } else if let error = parts["error"] {
            // It is about the connection, not about a request.
            end(Self.error(error))
        }
    }

    private static func result(_ parts: [String: RawJSON]) -> Result<Value, ControlError> {
        if let error = parts["error"] { return .failure(Self.error(error)) }
        do {
            return .success(try JSONCodec.decodeAny(parts["result"]?.bytes ?? [], dialect: .plain))
        } catch {
            return .failure(ControlError(.failed, reason: "answer", "the answer cannot be read: \(error.description)"))
        }
    }

    private static func error(_ json: RawJSON) -> ControlError {
        guard let value = try? JSONCodec.decodeAny(json.bytes, dialect: .plain) else {
            return ControlError(.failed, reason: "answer", "the engine's error cannot be read")
        }
        let number = value["code"]?.intValue
        let data = value["data"]
        return ControlError(
            ControlError.Code.allCases.first { Int64($0.number) == number } ?? .failed, reason: data?["reason"]?.stringValue ?? "unknown",
            value["message"]?.stringValue ?? "", help: data?["help"]?.listValue?.compactMap(\.stringValue) ?? [],
            instance: data?["instance"]?.stringValue, retryAfter: data?["retryAfter"]?.intValue)
    }

    private func notice(_ method: String, _ parts: [String: RawJSON]) {
        guard let number = parts["subscription"]?.integer else { return }
        let notice: FollowedNotice
        switch method {
        case InstanceFollow.entry:
            guard let entry = parts["entry"].flatMap({ JournalEntry(json: $0) }) else { return }
            notice = .entry(entry)
        case InstanceFollow.attempt:
            guard let instance = parts["instance"]?.string, let effect = parts["effect"]?.string.flatMap({ EffectID($0) }),
                let attempt = parts["attempt"]?.integer
            else { return }
            notice = .attempt(InstanceID(rawValue: instance), effect, number: Int(attempt))
        default: return
        }
        if let follower = followers[Int(number)] { follower.yield(notice) } else { early[Int(number), default: []].append(notice) }
    }
}

/// What a subscription tells.
package enum FollowedNotice: Sendable {
    /// An entry is durable.
    case entry(JournalEntry)
    /// An attempt at an effect starts.
    case attempt(InstanceID, EffectID, number: Int)
}
