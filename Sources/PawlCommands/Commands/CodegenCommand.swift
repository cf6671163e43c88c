import PawlDefinition
import PawlKit

/// `pawl codegen`: the types that a workflow declares, in another language.
struct CodegenCommand: Command {
    private static let kindArgument = Positional("KIND", help: "The language: swift.", completion: .words(["swift"]))
    private static let fileArgument = Positional("FILE", help: "A workflow file.", completion: .files)
    private static let out = Option.text(
        "out", "PATH", help: "Where the file is written, instead of the output. Only a generated file is overwritten.")
    private static let access = Option<SwiftAccess>.choice(
        "access", "LEVEL", help: "Who may use the types: internal (the default), package or public.")

    static let shape = CommandShape(
        "codegen", summary: "Write Swift types for the states, events and services that a workflow declares.",
        example: "pawl codegen swift workflows/approval.yaml --out Approval.swift",
        details: [
            "A plugin that is written with them does not compile when the workflow wants something else of it: each service under "
                + "`services` becomes a ServiceSignature with its input, output and error codes.",
            "The build tool plugin PawlCodegen does the same at each build.",
        ], arguments: [kindArgument, fileArgument], options: [out.declaration, access.declaration])

    private let file: String
    private let output: String?
    private let access: SwiftAccess

    init(_ words: ParsedWords) throws(UsageError) {
        let kind = words.required(Self.kindArgument)
        guard kind == "swift" else { throw .contradiction("'\(kind)' cannot be generated; KIND is swift") }
        file = words.required(Self.fileArgument)
        output = words[Self.out]
        access = words[Self.access] ?? .internal
    }

    func run(in session: Session) throws(CommandFailure) -> ExitCode {
        // What the checks find does not keep types from being known.
        let loaded = try Workspace.open(session).require(file, session, otherwise: "nothing was generated") { _ in false }
        let text = SwiftCodegen(loaded.machine, of: loaded.definition).text(access: access)
        guard let output else {
            session.console.output.write(text)
            return .done
        }
        session.console.output.line(try write(text, to: output, session.host.ports.files) ? "wrote \(output)" : "\(output) is up to date")
        return .done
    }

    /// Writes the file; false when it is there as it is to be, so that nothing is built again for it.
    private func write(_ text: String, to path: String, _ files: any Files) throws(CommandFailure) -> Bool {
        do {
            if files.kind(of: path) == .file {
                let old = String(decoding: try files.read(path, limit: 16 << 20), as: UTF8.self)
                if UTF8Order.equal(old, text) { return false }
                guard old.hasPrefix(SwiftCodegen.mark) else {
                    throw CommandFailure(
                        .negative, "'\(path)' is there already, and was not generated; nothing was written",
                        help: ["Choose another name with --out."])
                }
            }
            try files.write(Array(text.utf8), to: path, replacing: true)
            return true
        } catch let failure as CommandFailure {
            throw failure
        } catch let error as FileError {
            throw CommandFailure(.failure, "cannot write '\(error.path)': \(error.reason)")
        } catch {
            throw CommandFailure(.failure, "cannot write '\(path)'")
        }
    }
}
