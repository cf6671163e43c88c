import PawlControl
import PawlDefinition
public import PawlEngine
import PawlJournal
public import PawlKit
public import PawlMachine
import PawlServices
import PawlSystem

extension Pawl {
    /// An engine in this program, which drives the instances of a store until it is shut down.
    ///
    ///     let engine = try await Pawl.engine(store: "loader.db", plugins: [PagesPlugin.self], systems: [loader])
    ///
    /// What was left unfinished goes on. The clock, the files and everything else outside are those of the machine.
    /// - Parameters:
    ///   - store: The file of the journal; that of the configuration, else `pawl.db`, when it is not given.
    ///   - configuration: The configuration file, which must be there when it is given; else `pawl.yaml`, if there is one.
    ///   - plugins: The plugins that provide services.
    ///   - systems: The systems that can begin, besides the files in the folder of workflows.
    /// - Throws: ``WorkflowError`` with code `configuration`, `workflow` when a system has errors, `journal` when another process has the store.
    public static func engine(
        store: String? = nil, configuration: String? = nil, plugins: [any Plugin.Type] = [], systems: [System] = []
    ) async throws(WorkflowError) -> WorkflowEngine {
        let host = host(plugins: plugins, systems: systems, log: DefaultLog())
        return try await engine(options: GlobalOptions(store: store, config: configuration), host)
    }

    package static func engine(options: GlobalOptions, _ host: Host) async throws(WorkflowError) -> WorkflowEngine {
        if let name = CompiledSystems(host.systems).repeatedName { throw WorkflowError(.workflow, "two systems are named '\(name)'") }
        let session = Session(console: .none, host: host, options: options)
        do {
            let (assembled, configuration, findings, _) = try Workspace.assemble(session)
            let errors = findings.filter { $0.severity == .error }
            guard let workspace = assembled, errors.isEmpty else {
                throw WorkflowError(.configuration, errors.map(\.line).joined(separator: "\n"))
            }
            for system in host.systems {
                let errors = workspace.check(system).filter { $0.severity == .error }
                if !errors.isEmpty { throw WorkflowError(.workflow, errors.map(\.line).joined(separator: "\n")) }
            }
            let journal = try await host.journals.store(session.storePath(in: configuration))
            do {
                return try await engine(journal, workspace, session)
            } catch {
                await journal.close()
                throw error
            }
        } catch let error as WorkflowError {
            throw error
        } catch let error as CommandFailure {
            throw WorkflowError(.configuration, error.message)
        } catch let error as JournalError {
            throw WorkflowError(.journal, error.message)
        } catch let error as EngineError {
            throw WorkflowError(.journal, error.message)
        } catch {
            throw WorkflowError(.configuration, "\(error)")
        }
    }

    private static func engine(
        _ journal: any JournalStore, _ workspace: Workspace, _ session: Session
    ) async throws -> WorkflowEngine {
        let ports = session.host.ports
        let engine = Engine(
            workspace.engineDependencies(store: journal, claim: try await journal.claim(), ports: ports), scope: .everything)
        let plugins = workspace.startPlugins(of: engine, log: ports.log)
        do { try await engine.recover() } catch {
            await engine.stop(grace: .zero)
            await plugins.end(clock: ports.clock)
            throw error
        }
        return WorkflowEngine(
            engine, journal: journal, timeZones: ports.timeZones,
            find: { name throws(WorkflowError) in
                do {
                    let startable =
                        try workspace.startable(system: name)
                        ?? WorkflowFolder.read(WorkflowFolder.path(workspace.configuration), workspace, session).startable(name)
                    return (startable.definition, startable.machine)
                } catch let error as ControlError {
                    throw WorkflowError(.workflow, error.message)
                } catch let error as CommandFailure {
                    throw WorkflowError(.workflow, error.message)
                } catch {
                    throw WorkflowError(.workflow, "\(error)")
                }
            },
            finish: {
                await plugins.end(clock: ports.clock)
                await journal.close()
            })
    }
}

extension Console {
    /// Where nobody reads.
    fileprivate static var none: Console {
        let stream = ConsoleStream(sink: NoSink())
        return Console(output: stream, messages: stream, time: .utc)
    }

    private struct NoSink: TextSink {
        func write(_ text: String) {}
    }
}
