import PawlKit

/// `pawl version`: what is at work.
struct VersionCommand: Command {
    /// The version of this release.
    static let version = "0.1.0"

    static let shape = CommandShape(
        "version", summary: "Print the versions of pawl and of the libraries it runs with.", example: "pawl version",
        options: [OutputFormat.option.declaration])

    private let format: OutputFormat

    init(_ words: ParsedWords) { format = words[OutputFormat.option] ?? .table }

    func run(in session: Session) -> ExitCode {
        let all = [LibraryVersion("pawl", Self.version), LibraryVersion("Swift", Self.swift)] + session.host.libraries
        let stream = session.console.output
        if format == .table {
            for library in all { stream.line("\(library.name) \(library.version)") }
            for library in all {
                if let note = library.note { session.console.messages.line("note: \(library.name) \(library.version) \(note)") }
            }
        } else {
            DataOutput.single(to: stream) { json in
                json.beginObject()
                for library in all { json.member(library.name.lowercased(), library.version) }
                json.key("notes")
                json.beginObject()
                for library in all { json.member(library.name.lowercased(), library.note) }
                json.endObject()
                json.endObject()
            }
        }
        return .done
    }

    /// The language version that compiled this.
    private static var swift: String {
        #if swift(>=6.4)
            "6.4 or newer"
        #elseif swift(>=6.3)
            "6.3"
        #else
            "6.2"
        #endif
    }
}
