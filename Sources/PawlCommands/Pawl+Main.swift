import Glibc
import PawlExpression
import PawlJournal
public import PawlKit
import PawlSystem
import PawlXML
import PawlYAML

extension Pawl {
    /// The whole command line, with these plugins compiled in: the one call of a `main.swift`.
    ///
    ///     await Pawl.main(plugins: [LogPlugin.self, MyPlugin.self])
    ///
    /// Reads the arguments of the process and ends it with the exit code of the command; it does not return.
    public static func main(plugins: [any Plugin.Type]) async -> Never {
        let log = DefaultLog()
        let host = Host(
            ports: .system(log: log),
            journals: JournalAccess(
                reader: { (path) throws(JournalError) in try await SQLiteJournal.openReader(path: path) },
                store: { (path) throws(JournalError) in try await SQLiteJournal.open(path: path) }),
            plugins: plugins,
            libraries: [
                .sqlite(SQLiteJournal.libraryVersion), LibraryVersion("libyaml", YAMLReader.libraryVersion),
                LibraryVersion("expat", XMLReader.libraryVersion),
            ])
        let code = await run(Array(CommandLine.arguments.dropFirst()), host: host)
        log.flush()
        exit(code.rawValue)
    }
}
