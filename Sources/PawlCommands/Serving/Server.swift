import Glibc
import PawlControl
import PawlEngine
import PawlJournal
import PawlKit
import PawlServices

/// The life of `pawl serve`, from taking the store to giving it back.
struct Server: Sendable {
    let session: Session
    /// The folder of workflows that was asked for.
    let folder: String?
    let grace: TimeAmount
    /// Whether findings at the start are shown with their lines; else each is a line of the log.
    let showsFindings: Bool
    private let shelf = WorkflowShelf()

    private var log: any Log { session.host.ports.log }

    /// Serves until the task is cancelled, and then lets running effects end.
    func run() async throws(CommandFailure) {
        let workspace = try Workspace.open(session)
        let named = session.storePath(in: workspace.configuration)
        let path = (try? SQLiteJournal.resolvedPath(named)) ?? named
        // A second one stops here, and says who the first is.
        let store = try await session.ask { () throws(JournalError) in try await session.host.journals.store(path) }
        do throws(CommandFailure) {
            try await serve(store, path, workspace)
        } catch {
            await store.close()
            throw error
        }
        await store.close()
        log.write(.info, "stopped")
    }

    private func serve(_ store: any JournalStore, _ path: String, _ workspace: Workspace) async throws(CommandFailure) {
        let manager = ServiceManager(socket: session.host.ports.environment.variable("NOTIFY_SOCKET"))
        let workflows = folder ?? WorkflowFolder.path(workspace.configuration)
        // The watch begins before the reading, so that no change falls between the two.
        let watch = FolderWatch.changes(in: workflows, at: .whole)
        try await readFirst(workflows, workspace, store)
        if watch == nil, session.host.ports.files.kind(of: workflows) == .directory {
            log.write(.warning, "'\(workflows)' cannot be watched; changes in it are taken up by a restart or workflow.reload")
        }
        let claim = try await session.ask { () throws(JournalError) in try await store.claim() }
        let engine = Engine(
            workspace.engineDependencies(store: store, claim: claim, ports: session.host.ports), scope: .everything)
        let (failures, failed) = AsyncStream.makeStream(of: PluginError.self)
        let plugins = PluginWork(workspace.plugins) { failed.yield($0) }
        let socket: (server: ControlServer, path: String)
        let figures: JournalStatistics
        do throws(CommandFailure) {
            figures = try await session.ask { () throws(JournalError) in try await store.statistics() }
            do { try await engine.recover() } catch { throw CommandFailure(error) }
            socket = try await openSocket(engine, store, path, workflows, workspace)
        } catch {
            await engine.stop(grace: .zero)
            await plugins.end(clock: session.host.ports.clock)
            throw error
        }
        let unfinished = figures.instances.filter { !$0.key.isEnded }.values.reduce(0, +)
        let count = await (shelf.files + workspace.systemFiles).count(where: \.canStart)
        log.write(
            .info, "ready",
            [("workflows", "\(count)"), ("unfinished", "\(unfinished)"), ("store", path), ("socket", socket.path), ("pid", "\(getpid())")])
        manager?.tell("READY=1", "STATUS=\(count) workflows, \(unfinished) unfinished instances", "MAINPID=\(getpid())")

        let failure = await Self.first(of: failures) { await follow(watch, workflows, workspace) }
        if let failure { log.write(.error, failure.message) }

        manager?.tell("STOPPING=1", "STATUS=stopping; running effects may end within \(grace.text)")
        log.write(.info, "stopping", [("grace", grace.text)])
        // In a task of its own: this one is cancelled, and would not wait for anything.
        await Task { [grace] in
            await engine.stop(grace: grace)
            await socket.server.close()
            await plugins.end(clock: session.host.ports.clock)
        }.value
        if let failure { throw CommandFailure(.failure, failure.message) }
    }

    private func openSocket(
        _ engine: Engine, _ store: any JournalStore, _ path: String, _ workflows: String, _ workspace: Workspace
    ) async throws(CommandFailure) -> (server: ControlServer, path: String) {
        let ports = session.host.ports
        do throws(ControlError) {
            let place = try EngineSocket.path(ofStore: path, runtimeFolder: ports.environment.variable("XDG_RUNTIME_DIR"))
            var host = ControlHost(
                version: VersionCommand.version, store: path, since: session.now,
                workflow: { [shelf] name throws(ControlError) in
                    if let system = try workspace.startable(system: name) { return system }
                    return try await shelf.startable(name)
                },
                load: { text, file throws(ControlError) in try workspace.startable(text, file: file) })
            host.files = { [shelf] () throws(ControlError) in await shelf.files + workspace.systemFiles }
            host.reload = { () throws(ControlError) in
                do throws(CommandFailure) { try await readAgain(workflows, workspace) } catch { throw ControlError(error) }
            }
            let target = ControlTarget(engine: engine, journal: store, host: host, ports: ports, asker: "pawl")
            return (try await ControlServer.open(place, target: target), place.text)
        } catch {
            throw CommandFailure(error)
        }
    }

    // MARK: Workflows

    /// Reads the workflows for the first time, and reports every problem of every file.
    private func readFirst(_ path: String, _ workspace: Workspace, _ store: any JournalStore) async throws(CommandFailure) {
        let figures = try await session.ask { () throws(JournalError) in try await store.statistics() }
        let hasInstances = figures.instances.contains { !$0.key.isEnded && $0.value > 0 }
        let systems = workspace.systemFiles
        for system in systems {
            for problem in system.problems { log.write(.error, problem, [("system", system.workflow ?? "")]) }
        }
        let canBegin = systems.contains(where: \.canStart)
        let found: WorkflowFolder
        do throws(CommandFailure) {
            found = try await WorkflowFolder.readAside(path, workspace, session)
        } catch {
            // What has begun goes on without a folder.
            guard hasInstances || canBegin, error.exitCode == .notFound else { throw error }
            if !canBegin { log.write(.warning, "\(error.message); only what has begun already goes on") }
            return
        }
        if showsFindings {
            let sources = Dictionary(found.files.map { ($0.path, SourceText($0.bytes)) }, uniquingKeysWith: { first, _ in first })
            session.report(found.files.flatMap(\.diagnostics), sources: sources)
        }
        for change in await shelf.take(found) { tell(change, withProblems: !showsFindings) }
        if !hasInstances, !canBegin, await !shelf.files.contains(where: \.canStart) {
            throw CommandFailure(
                .negative, "there is nothing to serve: no file in '\(path)' loads, and the journal has no unfinished instance")
        }
    }

    private func readAgain(_ path: String, _ workspace: Workspace) async throws(CommandFailure) {
        let found = try await WorkflowFolder.readAside(path, workspace, session)
        for change in await shelf.take(found) { tell(change, withProblems: true) }
    }

    /// Takes changes of the folder up until the task is cancelled.
    private func follow(_ watch: AsyncStream<Void>?, _ path: String, _ workspace: Workspace) async {
        guard let watch else { return await Self.waitForEnd() }
        for await _ in watch {
            do throws(CommandFailure) {
                try await readAgain(path, workspace)
            } catch {
                log.write(.error, "\(error.message); the workflows stay as they were")
            }
        }
    }

    /// The failure that ends a body; nil when it ends by itself.
    private static func first(
        of failures: AsyncStream<PluginError>, during body: @escaping @Sendable () async -> Void
    ) async -> PluginError? {
        await withTaskGroup(of: PluginError?.self) { group in
            group.addTask {
                await body()
                return nil
            }
            group.addTask { await failures.first { _ in true } }
            defer { group.cancelAll() }
            return await group.next() ?? nil
        }
    }

    private static func waitForEnd() async { for await _ in AsyncStream<Never>.makeStream().stream {} }

    private func tell(_ change: WorkflowShelf.Change, withProblems: Bool) {
        log.write(change.level, change.message, [("file", change.file)])
        if withProblems { for problem in change.problems { log.write(.error, problem, [("file", change.file)]) } }
    }
}
