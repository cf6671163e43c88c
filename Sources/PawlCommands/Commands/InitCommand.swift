import PawlKit

/// `pawl init`: a folder to start from.
struct InitCommand: Command {
    private static let folderArgument = Positional(
        "DIR", help: "The folder, made if it is not there; the current one by default.", isOptional: true, completion: .folders)

    static let shape = CommandShape(
        "init", summary: "Write a configuration and a first workflow that runs as it is.", example: "pawl init demo",
        details: ["Nothing is overwritten: if one of the files is there already, none is written."], arguments: [folderArgument])

    private let folder: String

    init(_ words: ParsedWords) { folder = words[Self.folderArgument] ?? "." }

    func run(in session: Session) throws(CommandFailure) -> ExitCode {
        let files = session.host.ports.files
        for file in Starter.files {
            if files.kind(of: path(file.name)) != nil {
                throw CommandFailure(
                    .negative, "'\(path(file.name))' is there already; nothing was written",
                    help: ["Choose another folder: pawl init DIR"])
            }
        }
        do {
            try files.makeDirectory(path("workflows"))
            for file in Starter.files { try files.write(Array(file.text.utf8), to: path(file.name), replacing: false) }
        } catch {
            throw CommandFailure(.failure, "cannot write '\(error.path)': \(error.reason)")
        }
        let output = session.console.output
        for file in Starter.files { output.line("wrote \(path(file.name))") }
        let enter = folder == "." ? "" : "cd \(ShellWord.quoted(folder)) && "
        session.console.messages.line("Try it:\n  \(enter)\(Starter.firstCommand)")
        return .done
    }

    private func path(_ name: String) -> String {
        folder == "." ? name : (folder.hasSuffix("/") ? folder : folder + "/") + name
    }
}
