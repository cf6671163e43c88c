import PawlControl
import PawlEngine
import PawlKit
import PawlMachine
import PawlServices

/// What drives the instance of a run: an engine in this process, or one that runs already.
struct RunBackend: Sendable {
    /// The journal, to look at.
    let reader: any JournalReader
    /// Whether an engine in this process drives it.
    let isOwn: Bool
    /// Begins an instance.
    let start: @Sendable (InstanceStart) async throws(ControlError) -> InstanceStart.Answer
    /// Sends an event.
    let send: @Sendable (InstanceSend) async throws(ControlError) -> InstanceSend.Answer
    /// What happens to an instance after a position.
    let follow: @Sendable (InstanceID, Int64) async throws(ControlError) -> AsyncStream<EngineNotice>
    /// Takes up an instance that was left.
    let resume: @Sendable (InstanceID) async throws(ControlError) -> Void
    /// Lets everything go.
    let close: @Sendable () async -> Void

    /// An engine in this process, which owns the store.
    static func own(_ store: any JournalStore, _ path: String, _ workspace: Workspace, _ session: Session, log: any Log)
        async throws(CommandFailure) -> RunBackend
    {
        var ports = session.host.ports
        ports.log = log
        let claim = try await session.ask { () throws(JournalError) in try await store.claim() }
        let engine = Engine(workspace.engineDependencies(store: store, claim: claim, ports: ports), scope: .named)
        let plugins = workspace.startPlugins(of: engine, log: log)
        let target = ControlTarget(
            engine: engine, journal: store, host: session.controlHost(path, workspace), ports: ports, asker: session.userName)
        // Before anything can happen, so that nothing is missed.
        let notices = await engine.watch()
        return RunBackend(
            reader: store, isOwn: true,
            start: { operation throws(ControlError) in try await operation.perform(in: target) },
            send: { operation throws(ControlError) in try await operation.perform(in: target) },
            follow: { _, _ throws(ControlError) in notices },
            resume: { id throws(ControlError) in do throws(EngineError) { try await engine.recover(id) } catch { throw ControlError(error) }
            },
            close: { [clock = ports.clock] in
                await engine.stop(grace: .zero)
                await plugins.end(clock: clock)
                await store.close()
            })
    }

    /// The engine that runs on the store.
    static func running(_ client: ControlClient, _ path: String, _ session: Session) async throws(CommandFailure) -> RunBackend {
        let reader = try await session.ask { () throws(JournalError) in try await session.host.journals.reader(path) }
        return RunBackend(
            reader: reader, isOwn: false,
            start: { operation throws(ControlError) in try await client.call(operation) },
            send: { operation throws(ControlError) in try await client.call(operation) },
            follow: { id, after throws(ControlError) in
                let (_, notices) = try await client.follow(InstanceFollow(instance: id.rawValue, after: after))
                return notices.asEngineNotices
            },
            // It does already.
            resume: { _ throws(ControlError) in },
            close: { await client.close() })
    }
}

extension AsyncStream<FollowedNotice> {
    /// The same in the words of an engine in this process.
    fileprivate var asEngineNotices: AsyncStream<EngineNotice> {
        let (stream, continuation) = AsyncStream<EngineNotice>.makeStream()
        let task = Task {
            for await notice in self {
                switch notice {
                case .entry(let entry): continuation.yield(.committed(entry))
                case .attempt(let instance, let effect, let number): continuation.yield(.started(instance, effect, attempt: number))
                }
            }
            continuation.finish()
        }
        continuation.onTermination = { _ in task.cancel() }
        return stream
    }
}
