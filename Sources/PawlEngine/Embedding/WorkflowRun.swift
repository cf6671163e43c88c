public import PawlKit
public import PawlMachine

/// An instance of a workflow. Cheap to copy, and good for as long as the engine runs.
public struct WorkflowRun: Sendable, Identifiable {
    /// The id, which finds the instance again after a restart.
    public let id: InstanceID
    let engine: WorkflowEngine

    /// Where an instance stands.
    public struct Standing: Sendable, Hashable {
        /// Whether it goes on, and how it ended.
        public let status: InstanceStatus
        /// The active states.
        public let states: [String]
        /// The data of the active states, an object by name.
        public let data: RawJSON
        /// The position of its last entry.
        public let position: Int64
        /// What it gave, when it has ended.
        public let output: RawJSON?
        /// Why it is blocked.
        public let incident: Incident?
    }

    /// Where it stands now; waits for a change that is on its way.
    public var standing: Standing {
        get async throws(WorkflowError) {
            do {
                let row = try await engine.engine.state(of: id).stored.instance
                return Standing(
                    status: row.status, states: row.states, data: row.data, position: row.position, output: row.output,
                    incident: row.incident)
            } catch {
                throw WorkflowError(error)
            }
        }
    }

    // MARK: Events

    /// Sends an event, and returns what became of it once that is on disk.
    ///
    /// - Parameter dedupe: The same for each try of one sending: the second try is answered as the first was.
    @discardableResult
    public func send<E: SystemEvent>(_ event: E, dedupe: String? = nil) async throws(WorkflowError) -> SendOutcome {
        let value: Value
        do {
            value = try ValueEncoder().encode(event)
        } catch {
            throw WorkflowError(.event, "the payload of '\(E.name)' cannot be encoded: \(error)", instance: id)
        }
        return try await send(E.name, payload: value, dedupe: dedupe)
    }

    /// Sends an event by name, with its payload.
    @discardableResult
    public func send(_ event: String, payload: Value = .map(ValueMap()), dedupe: String? = nil) async throws(WorkflowError) -> SendOutcome {
        let json: [UInt8]
        do { json = try JSONCodec.encode(payload, as: .any, dialect: .plain) } catch {
            throw WorkflowError(.event, "the payload of '\(event)' cannot be written: \(error.message)", instance: id)
        }
        let reply: Reply
        do {
            reply = try await engine.engine.send(SentEvent(name: event, payload: json, who: "program", dedupe: dedupe), to: id).reply
        } catch {
            throw WorkflowError(error)
        }
        switch reply {
        case .handled(let states): return .taken(states: states)
        case .unhandled(_, let accepted): return .unhandled(accepted: accepted.map(\.name))
        case .ignored: return .ignored
        case .deferred: return .deferred
        case .queued: return .queued
        case .stale: return .stale
        case .rejected(let rejection) where rejection.kind == .busy: throw WorkflowError(.busy, rejection.message, instance: id)
        case .rejected(let rejection): throw WorkflowError(.event, rejection.message, instance: id)
        case .deadLetter(let status): throw WorkflowError(.ended, "the instance is \(status.name)", instance: id)
        case .blocked(let incident): throw WorkflowError(.blocked, incident.message, instance: id)
        case .notApplicable(let status): throw WorkflowError(.event, "the instance is \(status.name)", instance: id)
        }
    }

    // MARK: What happens

    /// The journal of the instance as it grows: every entry after a position, those that are there already first.
    ///
    /// It ends with the instance, or when the engine shuts down.
    public func entries(after position: Int64 = 0) -> AsyncThrowingStream<JournalEntry, any Error> {
        let (stream, continuation) = AsyncThrowingStream.makeStream(of: JournalEntry.self)
        let task = Task { [self] in
            do {
                try await follow(position, continuation)
                continuation.finish()
            } catch {
                continuation.finish(throwing: error)
            }
        }
        continuation.onTermination = { _ in task.cancel() }
        return stream
    }

    private func follow(
        _ position: Int64, _ continuation: AsyncThrowingStream<JournalEntry, any Error>.Continuation
    ) async throws(WorkflowError) {
        var last = position
        while !Task.isCancelled {
            // The watch begins before the reading, so that no entry falls between the two.
            let notices = await engine.engine.watch(id)
            if try await read(&last, continuation) { return }
            if try await isOver(last) { return }
            var isLost = false
            for await notice in notices {
                switch notice {
                case .committed(let entry) where entry.position == last + 1:
                    last = entry.position
                    continuation.yield(entry)
                    if entry.ends { return }
                case .committed(let entry) where entry.position <= last: continue
                case .committed, .lost: isLost = true
                case .started: continue
                }
                if isLost { break }
            }
            if !isLost { return }
        }
    }

    /// Gives what the journal has; tells whether the instance has ended.
    private func read(
        _ last: inout Int64, _ continuation: AsyncThrowingStream<JournalEntry, any Error>.Continuation
    ) async throws(WorkflowError) -> Bool {
        while true {
            let page: [JournalEntry]
            do { page = try await engine.journal.entries(of: id, after: last, limit: 500) } catch { throw WorkflowError(error) }
            for entry in page {
                last = entry.position
                continuation.yield(entry)
                if entry.ends { return true }
            }
            if page.count < 500 { return false }
        }
    }

    /// Whether nothing comes after a position; that is so when the instance had ended by then.
    private func isOver(_ last: Int64) async throws(WorkflowError) -> Bool {
        let stored: StoredInstance?
        do { stored = try await engine.journal.stored(id) } catch { throw WorkflowError(error) }
        guard let row = stored?.instance else { throw WorkflowError(.unknownInstance, "there is no instance '\(id)'", instance: id) }
        return row.status.isEnded && row.position <= last
    }

    // MARK: The result

    /// Waits for the end of the instance, and gives its output.
    ///
    /// An instance that is blocked has not ended: it waits for a person.
    /// - Throws: ``WorkflowError`` with code `failed` when it ends otherwise than well, `stopping` when the engine shuts down first.
    public func result<Output: Decodable>(as type: Output.Type) async throws -> Output {
        for try await entry in entries() where entry.ends { break }
        let standing = try await standing
        guard standing.status.isEnded else { throw WorkflowError(.stopping, "the engine stopped before the instance ended", instance: id) }
        guard standing.status == .finished else {
            throw WorkflowError(.failed, "the instance is \(standing.status.name)", instance: id)
        }
        let machine: Machine
        do { machine = try await engine.engine.machine(of: id) } catch { throw WorkflowError(error) }
        let output = standing.output ?? RawJSON("{}")
        let record = machine.states.first { standing.states == [$0.path] }.flatMap { state -> RecordType? in
            machine.output.fields.isEmpty ? state.data : machine.output
        }
        return try ValueDecoder().decode(type, from: try JSONCodec.decode(output.bytes, as: .record(record ?? machine.output)))
    }
}

extension JournalEntry {
    /// Whether the instance ends with it.
    fileprivate var ends: Bool { body.end != nil || kind == .cancelled }
}
