import PawlKit

/// `pawl init`: a folder to start from.
struct InitCommand: Command {
    private static let folderArgument = Positional(
        "DIR", help: "The folder, made if it is not there; the current one by default.", isOptional: true, completion: .folders)

    private enum Kind: String, CaseIterable { case swift }

    private static let plugin = Option<Kind>.choice(
        "plugin", "KIND", help: "A package with a plugin instead: swift, which is the only kind.")
    private static let pawl = Option.text(
        "pawl", "PATH|URL",
        help: "Where that package finds Pawl: a checkout or a Git repository; by default the checkout that this program was built from.")

    static let shape = CommandShape(
        "init", summary: "Write a configuration and a first workflow that runs as it is.", example: "pawl init demo",
        details: [
            "Nothing is overwritten: if one of the files is there already, none is written.",
            "With --plugin swift it is a Swift package: a program with every command of pawl and a service of its own, a workflow that "
                + "performs it, and a test.",
        ], arguments: [folderArgument], options: [plugin.declaration, pawl.declaration])

    private let folder: String
    private let kind: Kind?
    private let source: String?

    init(_ words: ParsedWords) throws(UsageError) {
        folder = words[Self.folderArgument] ?? "."
        kind = words[Self.plugin]
        source = words[Self.pawl]
        if source != nil, kind == nil { throw .contradiction("--pawl says where a package finds Pawl; it goes with --plugin") }
    }

    func run(in session: Session) throws(CommandFailure) -> ExitCode {
        let files = session.host.ports.files
        let starter = kind == nil ? Starter.files : PluginStarter.files(pawl: try PawlSource.find(source, files))
        for file in starter {
            if files.kind(of: path(file.name)) != nil {
                throw CommandFailure(
                    .negative, "'\(path(file.name))' is there already; nothing was written",
                    help: ["Choose another folder: pawl init DIR"])
            }
        }
        do {
            for file in starter {
                let parts = file.name.split(separator: "/").dropLast()
                if !parts.isEmpty { try files.makeDirectory(path(parts.joined(separator: "/"))) }
                try files.write(Array(file.text.utf8), to: path(file.name), replacing: false)
            }
        } catch {
            throw CommandFailure(.failure, "cannot write '\(error.path)': \(error.reason)")
        }
        let output = session.console.output
        for file in starter { output.line("wrote \(path(file.name))") }
        let enter = folder == "." ? "" : "cd \(ShellWord.quoted(folder)) && "
        let commands = kind == nil ? [Starter.firstCommand] : PluginStarter.firstCommands
        session.console.messages.line("Try it:\n  \(enter)\(commands.joined(separator: "\n  "))")
        return .done
    }

    private func path(_ name: String) -> String {
        folder == "." ? name : (folder.hasSuffix("/") ? folder : folder + "/") + name
    }
}
