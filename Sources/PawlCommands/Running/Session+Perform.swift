import PawlControl
import PawlEngine
import PawlKit
import PawlMachine
import PawlServices

/// What an operation came to.
struct Performed<Answer: Sendable>: Sendable {
    /// The answer.
    let answer: Answer
    /// Whether a running engine gave it; if not, effects wait for one.
    let isEngineRunning: Bool
    /// The services that are scheduled for the instance and wait for an engine.
    let waiting: [String]
}

extension Session {
    /// Has an operation done: by the engine that runs on the store, or, when none does, in this process, which owns the store meanwhile.
    ///
    /// Effects that the operation schedules in this process are not started; they wait for an engine.
    func perform<Operation: ControlOperation>(_ operation: Operation) async throws(CommandFailure) -> Performed<Operation.Answer> {
        let path = try storePath()
        if !Operation.mayCreateStore, host.ports.files.kind(of: path) == nil {
            throw CommandFailure(.notFound, "there is no journal '\(path)' yet", help: ["pawl start or pawl run begins one."])
        }
        let (store, workspace): (any JournalStore, Workspace)
        switch try await executor(on: path) {
        case .engine(let client):
            let answer: Operation.Answer
            do { answer = try await client.call(operation) } catch { throw CommandFailure(error) }
            await client.close()
            return Performed(answer: answer, isEngineRunning: true, waiting: [])
        case .process(let own, let opened): (store, workspace) = (own, opened)
        }
        do {
            let performed = try await perform(operation, on: store, path, workspace)
            await store.close()
            return performed
        } catch {
            await store.close()
            throw error
        }
    }

    /// Who can do an operation.
    private enum Executor {
        /// The engine that runs on the store.
        case engine(ControlClient)
        /// This process, which owns the store now.
        case process(any JournalStore, Workspace)
    }

    /// Finds the engine, or takes the store. An owner that has no socket may be a command that is done in a moment, or an engine that is about to
    /// be ready: it is waited for, but not for long.
    private func executor(on path: String) async throws(CommandFailure) -> Executor {
        let deadline = now.advanced(by: .seconds(2))
        while true {
            if let client = try await engine(of: path) { return .engine(client) }
            let workspace = try Workspace.open(self)
            do {
                return .process(try await host.journals.store(path), workspace)
            } catch {
                guard error.code == .owned, now < deadline else { throw CommandFailure(error) }
            }
            do {
                try await host.ports.clock.sleep(until: now.advanced(by: .milliseconds(50)))
            } catch {
                throw CommandFailure(.interrupted, "interrupted while waiting for the store")
            }
        }
    }

    /// The engine that runs on a store; nil when none does.
    func engine(of path: String) async throws(CommandFailure) -> ControlClient? {
        guard let access = host.control else { return nil }
        do { return try await access(path, host.ports.environment.variable("XDG_RUNTIME_DIR")) } catch { throw CommandFailure(error) }
    }

    private func perform<Operation: ControlOperation>(
        _ operation: Operation, on store: any JournalStore, _ path: String, _ workspace: Workspace
    ) async throws(CommandFailure) -> Performed<Operation.Answer> {
        let claim = try await ask { () throws(JournalError) in try await store.claim() }
        var dependencies = workspace.engineDependencies(store: store, claim: claim, ports: host.ports)
        dependencies.startsEffects = false
        let engine = Engine(dependencies, scope: .named)
        let target = ControlTarget(
            engine: engine, journal: store, host: controlHost(path, workspace), ports: host.ports, asker: userName)
        do {
            let answer = try await operation.perform(in: target)
            var waiting: [String] = []
            if let instance = (answer as? any InstanceAnswer)?.instance {
                // For a note only: what was asked is done.
                let state = try? await engine.state(of: InstanceID(rawValue: instance))
                waiting = (state?.stored.effects ?? []).filter { $0.phase == .running }.map(\.service)
            }
            await engine.stop(grace: .zero)
            return Performed(answer: answer, isEngineRunning: false, waiting: waiting)
        } catch {
            throw CommandFailure(error)
        }
    }

    /// What operations in this process may know of it.
    func controlHost(_ path: String, _ workspace: Workspace) -> ControlHost {
        ControlHost(
            version: VersionCommand.version, store: path, since: now,
            workflow: { name throws(ControlError) in
                if let system = try workspace.startable(system: name) { return system }
                let folder: WorkflowFolder
                do throws(CommandFailure) {
                    folder = try WorkflowFolder.read(WorkflowFolder.path(workspace.configuration), workspace, self)
                } catch {
                    throw ControlError(error)
                }
                return try folder.startable(name)
            },
            load: { text, file throws(ControlError) in try workspace.startable(text, file: file) })
    }

    /// By what name the journal knows whoever uses the command line.
    var userName: String { host.ports.environment.variable("USER") ?? "pawl" }

    /// Says that effects wait, after an operation that no running engine did.
    func note<Answer>(_ performed: Performed<Answer>, handle: String) {
        guard !performed.isEngineRunning else { return }
        let services = performed.waiting
        guard !services.isEmpty else { return console.messages.line("no engine is running; pawl serve starts one") }
        let verb = services.count == 1 ? "is scheduled and will run" : "are scheduled and will run"
        console.messages.line(
            "no engine is running: \(services.joined(separator: ", ")) \(verb) at the next pawl serve or pawl run \(ShellWord.quoted(handle))"
        )
    }
}

extension Workspace {
    /// What an engine needs from outside.
    func engineDependencies(store: any JournalStore, claim: JournalClaim, ports: Ports) -> EngineDependencies {
        EngineDependencies(
            store: store, claim: claim, ports: ports, service: { try services.function($0) }, load: systems.drive,
            settings: settings)
    }

    /// Has the plugins begin to work beside an engine. A plugin that fails stops it.
    func startPlugins(of engine: Engine, log: any Log) -> PluginWork {
        PluginWork(plugins) { failure in
            log.write(.error, failure.message)
            await engine.stop(grace: .zero)
        }
    }

    /// What can begin of a text, which need not be a file that this process sees.
    func startable(_ text: String, file: String) throws(ControlError) -> StartableWorkflow {
        let loaded = load(Array(text.utf8), file: file)
        if let error = loaded.diagnostics.first(where: { $0.severity == .error }) {
            throw ControlError(
                .refused, reason: "broken", "'\(file)' does not load here: \(error.code): \(error.wording.message)",
                help: ["pawl validate \(ShellWord.quoted(file))"])
        }
        guard let startable = loaded.definition.startable else {
            throw ControlError(.refused, reason: "broken", "'\(file)' does not load here")
        }
        return startable
    }
}
