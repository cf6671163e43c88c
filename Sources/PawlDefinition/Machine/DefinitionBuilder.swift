import PawlExpression
import PawlKit
import PawlMachine
import PawlYAML

/// Builds a machine from the nodes of a file, part by part: first all names and types, then what refers to them.
///
/// After a mistake it goes on with what was probably meant, so that one run finds all mistakes and each of them once.
final class DefinitionBuilder {
    let findings: Findings
    let catalog: ServiceCatalog
    let types: TypeTable
    var scopes: ScopeMaker

    var services = ServiceTable()
    var events = EventTable()
    var states = StateTable()
    var rows = RowTable()
    var feedbacks: [FeedbackRule] = []
    /// What compound and history states enter, and the machine (state 0) at its start.
    var initials: [StateIndex: InitialSyntax] = [:]
    var plan = EntrancePlan(states: [], inner: [:])
    var arrivals = Arrivals()
    var hungry = HungryStates()
    /// The events that are raised with a delay, and those that are called off, with their places.
    var delayed: Set<EventIndex> = []
    var calledOff: [(event: EventIndex, range: SourceRange)] = []
    var doneProviders: [StateIndex: DoneProvider] = [:]
    var doneRanges: [StateIndex: SourceRange] = [:]
    /// The states that feedbacks are started by.
    var hasFeedbacks: Set<StateIndex> = []
    var feedbackRanges: [ByteString: SourceRange] = [:]

    /// Stands for an expression that was reported, so that its row stays guarded.
    let placeholder: SourcedExpression
    /// Makes an optional field absent.
    let absent: SourcedExpression

    let workflow: Section
    private let root: YAMLNode
    private let input: DeclaredRecord
    let output: DeclaredRecord
    private let settings: DeclaredRecord

    /// Reads the declarations; nil when the file is no workflow at all.
    init?(_ document: YAMLDocument, catalog: ServiceCatalog, findings: Findings) {
        guard let workflow = Section(document.root, .workflow, findings),
            let placeholder = Self.compiled("true"), let absent = Self.compiled("optional.none()")
        else { return nil }
        self.workflow = workflow
        self.findings = findings
        self.catalog = catalog
        self.placeholder = placeholder
        self.absent = absent
        root = document.root
        types = TypeTable(workflow["types"]?.value, findings)
        input = workflow["input"].map { [types] in types.record($0.value, of: "`input`") } ?? .empty
        output = workflow["output"].map { [types] in types.record($0.value, of: "`output`") } ?? .empty
        settings = workflow["settings"].map { [types] in types.record($0.value, of: "`settings`") } ?? .empty
        scopes = ScopeMaker(
            findings: findings, budget: CompileBudget(forFileOf: document.source.bytes.count), types: types.named,
            input: input.type.named("`input`"), settings: settings.type.named("`settings`"))
    }

    private static func compiled(_ text: String) -> SourcedExpression? {
        ExpressionCompiler.compile(text, in: ExpressionScope(variables: [])).expression.map { SourcedExpression($0, at: .start) }
    }

    /// Builds the machine. It is whole only when nothing of severity error was found.
    func build() -> Machine {
        let name = readName()
        if let services = workflow["services"] { readServices(services.value) }
        if let events = workflow["events"] { readEvents(events.value) }
        if let states = workflow["states"] {
            readStates(states.value)
        } else {
            findings.report(DefinitionFact.missingKey("states", in: "a workflow", help: nil), at: workflow.start)
            findings.isComplete = false
        }
        scopes.states = states.names
        resolveInitials()
        readOutputs()
        let key = workflow["key"].flatMap { scopes.forKey().compile($0.value, of: "`key`", expecting: .string) }
        if let section = workflow["feedbacks"] {
            let (nodes, disables) = readRows(section.value, of: "`feedbacks`")
            for node in nodes { readFeedback(node, sectionDisables: disables) }
        }
        let initial = compileStart()
        if let section = workflow["transitions"] {
            let (nodes, disables) = readRows(section.value, of: "`transitions`")
            let reader = RowReader(findings: findings)
            for node in nodes {
                if let row = reader.read(node) { compile(row, sectionDisables: disables) }
            }
        }
        compileInitials()
        readStateEvents()
        rows.finishNames()
        var machine = Machine(
            workflow: name ?? "", summary: workflow["summary"].flatMap { findings.text($0.value, of: "`summary`")?.text },
            file: findings.file, input: input.type, output: output.type, settings: settings.type, key: key, states: linkedStates(),
            events: events.events, rows: rows.rows, timers: rows.timers, feedbacks: feedbacks,
            initial: initial ?? EntryRule(targets: [], data: [], range: .start),
            services: Dictionary(
                services.names.map { ($0, services[$0]?.interface ?? .init()) },
                // Swift takes two names for one when they differ in their bytes only.
                uniquingKeysWith: { first, _ in first }), unhandled: .record,
            limits: MachineLimits())
        if let limits = workflow["limits"] { machine.limits = readLimits(limits.value) }
        if let unhandled = workflow["unhandled"], let policy = findings.word(unhandled.value, of: "unhandled", as: UnhandledWord.self) {
            machine.unhandled = policy == .reject ? .reject : .record
        }
        return machine
    }

    private func readLimits(_ node: YAMLNode) -> MachineLimits {
        var limits = MachineLimits()
        guard let section = Section(node, .limits, findings) else { return limits }
        func limit(_ key: String, from least: Int, to most: Int, _ path: WritableKeyPath<MachineLimits, Int>) {
            guard let pair = section[key] else { return }
            let needs = "a whole number from \(least) to \(most)"
            if let count = number(pair.value, as: .int, of: key, from: Double(least), to: Double(most), needs: needs) {
                limits[keyPath: path] = Int(count)
            }
        }
        limit("microsteps", from: 1, to: 100_000, \.microsteps)
        // Escaped in a line of the control socket it may be twice as long.
        limit("payload", from: 256, to: 1_048_576, \.payload)
        limit("deferred", from: 1, to: 1_000_000, \.deferred)
        return limits
    }

    private enum UnhandledWord: String, CaseIterable { case record, reject }

    private func readName() -> String? {
        guard let name = workflow["workflow"] else {
            findings.report(DefinitionFact.missingKey("workflow", in: "a workflow", help: "the name of the workflow"), at: workflow.start)
            return nil
        }
        guard let (text, range) = findings.text(name.value, of: "`workflow`") else { return nil }
        if !Names.isWorkflowName(text) { findings.report(DefinitionFact.badWorkflowName(text), at: range) }
        return text
    }

    /// The entries of a section: a list, or a list under `rows` with a common `disable` beside it.
    private func readRows(_ node: YAMLNode, of what: String) -> ([YAMLNode], [SourcedExpression]) {
        if let elements = node.elements { return (elements, []) }
        if node.isNull { return ([], []) }
        guard node.pairs != nil else {
            findings.report(DefinitionFact.wrongShape(what: what, expected: "a list", found: node.kindText), at: node.headRange)
            findings.isComplete = false
            return ([], [])
        }
        guard let section = Section(node, .section, findings) else { return ([], []) }
        var disables: [SourcedExpression] = []
        if let disable = section["disable"] {
            disables = [scopes(.init(settings: true)).compile(disable.value, of: "`disable`", expecting: .bool) ?? placeholder]
        }
        guard let rows = section["rows"] else {
            findings.report(DefinitionFact.missingKey("rows", in: what, help: "the list that `disable` is for"), at: section.start)
            return ([], disables)
        }
        guard let elements = rows.value.elements else {
            findings.report(
                DefinitionFact.wrongShape(what: "`rows`", expected: "a list", found: rows.value.kindText), at: rows.value.headRange)
            return ([], disables)
        }
        return (elements, disables)
    }

    /// The states with their rows, timers and feedbacks.
    private func linkedStates() -> [State] {
        var linked = states.all
        linked.link(rows.rows, rows.timers, feedbacks)
        return linked
    }
}
