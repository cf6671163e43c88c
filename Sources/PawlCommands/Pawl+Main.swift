import Glibc
import PawlExpression
import PawlJournal
public import PawlKit
public import PawlMachine
import PawlSystem
import PawlXML
import PawlYAML

extension Pawl {
    /// The whole command line, with these plugins and systems compiled in: the one call of a `main.swift`.
    ///
    ///     await Pawl.main(plugins: [LogPlugin.self, MyPlugin.self], systems: [loader])
    ///
    /// A system is a workflow like those of files: `run loader`, `start loader`, `graph loader`, `validate loader`, and `serve` has it.
    ///
    /// Reads the arguments of the process and ends it with the exit code of the command; it does not return.
    public static func main(plugins: [any Plugin.Type] = [], systems: [System] = []) async -> Never {
        let log = DefaultLog()
        let code = await run(Array(CommandLine.arguments.dropFirst()), host: host(plugins: plugins, systems: systems, log: log))
        log.flush()
        exit(code.rawValue)
    }

    /// What this process gives to commands, or to an engine in a program.
    static func host(plugins: [any Plugin.Type], systems: [System], log: DefaultLog) -> Host {
        Host(
            ports: .system(log: log),
            journals: JournalAccess(
                reader: { (path) throws(JournalError) in try await SQLiteJournal.openReader(path: path) },
                store: { (path) throws(JournalError) in try await SQLiteJournal.open(path: path) },
                owner: { SQLiteJournal.owner(path: $0) }, commits: { JournalAccess.commits(to: $0) }),
            control: EngineSocket.connect,
            plugins: plugins, systems: systems,
            libraries: [
                .sqlite(SQLiteJournal.libraryVersion), LibraryVersion("libyaml", YAMLReader.libraryVersion),
                LibraryVersion("expat", XMLReader.libraryVersion),
            ])
    }
}
