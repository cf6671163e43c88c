import PawlDefinition
import PawlKit
import PawlMachine

/// `pawl graph`: a picture of a machine, as text.
struct GraphCommand: Command {
    private enum Format: String, CaseIterable { case mermaid, dot, svg, table }

    private static let target = Positional(
        "FILE|INSTANCE", help: "A workflow file, the name of a system compiled in, or an instance whose state and path are marked.")
    private static let format = Option<Format>.choice(
        "format", "FORMAT", help: "mermaid (the default), dot for Graphviz, svg drawn by it, or table: the transitions as text.")

    static let shape = CommandShape(
        "graph", summary: "Draw the state machine of a workflow: states, transitions, timers and feedbacks.",
        example: "pawl graph workflows/hello.yaml",
        details: [
            "The picture goes to standard output. Of an instance the current state has ● or *, states where it was have ✓, and transitions "
                + "have the positions of the journal at which it took them.",
            "svg needs the program dot of Graphviz.",
        ], arguments: [target], options: [format.declaration])

    private let target: String
    private let format: Format

    init(_ words: ParsedWords) {
        target = words.required(Self.target)
        format = words[Self.format] ?? .mermaid
    }

    func run(in session: Session) async throws(CommandFailure) -> ExitCode {
        let picture: MachinePicture
        if let system = session.systems[target] {
            picture = MachinePicture(system.machine)
        } else {
            picture = FilePath.isYAML(target) ? try file(session) : try await instance(session)
        }
        let stream = session.console.output
        switch format {
        case .mermaid: stream.write(MermaidText.text(picture))
        case .dot: stream.write(DotText.text(picture))
        case .table: stream.write(TransitionView.text(TransitionTable(picture), of: picture, for: stream))
        case .svg: stream.write(try await Graphviz.svg(DotText.text(picture), session.host.ports.processes))
        }
        return .done
    }

    // MARK: What to draw

    private func file(_ session: Session) throws(CommandFailure) -> MachinePicture {
        // What the checks find does not keep a machine from being drawn.
        let loaded = try Workspace.open(session).require(target, session, otherwise: "there is nothing to draw") { _ in false }
        return MachinePicture(loaded.machine)
    }

    private func instance(_ session: Session) async throws(CommandFailure) -> MachinePicture {
        let reader = try await session.reader()
        let row = try await InstanceLookup(reader).require(target)
        var machines = StoredMachines(reader, session)
        let machine = try await machines.machine(row.workflow, row.revision)
        var path = PathTaken(current: row.states)
        var position: Int64 = 0
        while true {
            let after = position
            let entries = try await session.ask { () throws(JournalError) in
                try await reader.entries(of: row.id, after: after, limit: Self.page)
            }
            for entry in entries { path.add(entry) }
            guard let last = entries.last, entries.count == Self.page else { break }
            position = last.position
        }
        let naming = try await session.ask { () throws(JournalError) in try await InstanceNaming(of: [row.id], in: reader) }
        let key = row.key.map { " · \(row.workflow)/\($0)" } ?? ""
        var picture = MachinePicture(machine, path: path)
        picture.caption = "\(naming.short(row.id))\(key) · \(row.status.name) in \(StateList.text(row.states)) · \(row.position) entries"
        return picture
    }

    /// The entries that are read at a time.
    private static let page = 500
}
