import PawlControl
import PawlDefinition
import PawlEngine
import PawlKit
import PawlMachine
import PawlServices

/// What a shell offers at a point, one line each: the word, a tab, what it means. `:files` and `:folders` ask the shell for its own.
struct Candidates {
    private let point: CompletionPoint
    private let commands: [CommandShape]
    private let session: Session
    private(set) var lines: [String] = []

    /// The instances that are looked at.
    private static let most = 200

    init(_ point: CompletionPoint, _ commands: [CommandShape], _ session: Session) {
        self.point = point
        self.commands = commands
        self.session = session
    }

    /// Finds what fits. What cannot be read offers nothing: a person who types is not to be told of it.
    mutating func find() async {
        switch point.wanted {
        case .nothing: break
        case .command:
            for shape in commands where !shape.isHidden { add(shape.name, shape.summary) }
            add("help", "Show the help of a command.")
        case .options(let options):
            for option in options { add("--" + option.name, option.help) }
        case .value(let completion): await find(completion)
        }
    }

    private mutating func find(_ completion: Completion) async {
        switch completion {
        case .none: break
        case .files: lines.append(":files")
        case .folders: lines.append(":folders")
        case .inputs: inputs()
        case .words(let words): for word in words { add(word) }
        case .codes: for page in ErrorPages.all { add(page.code.rawValue, page.title) }
        case .commands: for shape in commands where !shape.isHidden { add(shape.name, shape.summary) }
        case .services: for entry in (try? Workspace.open(session))?.services.entries ?? [] { add(entry.name, entry.metadata.summary) }
        case .workflows: await workflows()
        case .workflowsOrFiles:
            startable()
            lines.append(":files")
        case .instances: await instances()
        case .instancesOrFiles:
            systems()
            await instances()
            lines.append(":files")
        case .events: await events()
        }
    }

    /// Adds a word that goes on from what was typed.
    private mutating func add(_ word: String, _ meaning: String = "") {
        guard word.hasPrefix(point.beginning) else { return }
        let line = DisplayText.visible(point.lead + word) + (meaning.isEmpty ? "" : "\t" + DisplayText.visible(meaning))
        if !lines.contains(line) { lines.append(line) }
    }

    /// `@` and the files of the folder that was typed behind it.
    private mutating func inputs() {
        guard point.beginning.hasPrefix("@") else { return }
        let folder = FilePath.folder(of: String(point.beginning.dropFirst()))
        let names = (try? session.host.ports.files.list(folder.isEmpty ? "." : folder)) ?? []
        for name in names { add("@" + folder + name) }
    }

    private mutating func workflows() async {
        guard let reader = try? await session.reader(), let names = try? await reader.workflows() else { return }
        for name in names { add(name) }
    }

    /// The systems that are compiled in.
    private mutating func systems() {
        for system in session.systems.all { add(system.name, system.machine.summary ?? "") }
    }

    /// The workflows of the folder, broken ones too: what is wrong with one is told when it is started.
    private mutating func startable() {
        systems()
        guard let workspace = try? Workspace.open(session),
            let folder = try? WorkflowFolder.read(WorkflowFolder.path(workspace.configuration), workspace, session)
        else { return }
        for file in folder.files { if let name = file.workflow { add(name, file.definition.machine?.summary ?? "") } }
    }

    private mutating func instances() async {
        guard let reader = try? await session.reader() else { return }
        var query = InstanceQuery()
        if let (workflow, _) = InstanceSearch.parts(point.beginning) { query.workflow = workflow }
        guard var rows = try? await reader.instances(matching: query, limit: Self.most) else { return }
        if query.workflow == nil, point.beginning.count >= InstanceNaming.shortest {
            query.idPrefix = point.beginning.lowercased()
            rows += (try? await reader.instances(matching: query, limit: Self.most)) ?? []
        }
        guard let naming = try? await InstanceNaming(of: rows.map(\.id), in: reader) else { return }
        for row in rows {
            let meaning = "\(StateList.text(row.states)), \(row.status.name)"
            if let key = row.key {
                add("\(row.workflow)/\(key)", meaning)
            } else {
                add(naming.short(row.id), "\(row.workflow), \(meaning)")
            }
            // Whoever types an id wants the id.
            if !point.beginning.isEmpty { add(row.id.rawValue, "\(row.workflow), \(meaning)") }
        }
    }

    /// The events that the instance named before takes now, else all that its workflow knows.
    private mutating func events() async {
        guard let name = point.free.first, let reader = try? await session.reader(),
            let row = try? await InstanceLookup(reader).find(name)
        else { return }
        var machines = StoredMachines(reader, session)
        guard let machine = try? await machines.machine(row.workflow, row.revision),
            let state = try? await session.state(of: row.id, machine, reader)
        else { return }
        let accepted = machine.acceptedEvents(in: state.machine).map { EventOffer($0) }
        let others = machine.events.filter { event in event.origin == .external && !accepted.contains { $0.name == event.name } }
        for event in accepted { add(event.name, event.signature) }
        // What nothing takes now may be typed all the same: it is recorded.
        if lines.isEmpty { for event in others { add(event.name, "not taken in \(StateList.text(row.states))") } }
    }
}
