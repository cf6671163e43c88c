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
    var feedbacks: [Feedback] = []
    var doneProviders: [StateIndex: DoneProvider] = [:]
    var doneRanges: [StateIndex: SourceRange] = [:]
    var feedbackRanges: [ByteString: SourceRange] = [:]

    /// Stands for an expression that was reported, so that its row stays guarded.
    let placeholder: SourcedExpression
    /// Makes an optional field absent.
    let absent: SourcedExpression

    private let workflow: Section
    private let root: YAMLNode
    private let input: DeclaredRecord
    private let output: DeclaredRecord
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
            input: RecordType(name: "`input`", fields: input.type.fields),
            settings: RecordType(name: "`settings`", fields: settings.type.fields))
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
        let key = workflow["key"].flatMap { scopes.forKey().compile($0.value, of: "`key`", expecting: .string) }
        if let section = workflow["feedbacks"] {
            let (nodes, disables) = readRows(section.value, of: "`feedbacks`")
            for node in nodes { readFeedback(node, sectionDisables: disables) }
        }
        let initial = readInitial()
        if let section = workflow["transitions"] {
            let (nodes, disables) = readRows(section.value, of: "`transitions`")
            let reader = RowReader(findings: findings)
            for node in nodes {
                if let row = reader.read(node) { compile(row, sectionDisables: disables) }
            }
        }
        readEnds()
        rows.finishNames()
        if initial == nil { findings.isComplete = false }
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
        if let unhandled = workflow["unhandled"], let policy = findings.word(unhandled.value, of: "unhandled", as: UnhandledWord.self) {
            machine.unhandled = policy == .reject ? .reject : .record
        }
        return machine
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

    private func readInitial() -> EntryRule? {
        guard let pair = workflow["initial"] else {
            findings.report(DefinitionFact.missingKey("initial", in: "a workflow", help: "the state that it starts in"), at: workflow.start)
            return nil
        }
        var name: (text: String, range: SourceRange)?
        var data: YAMLNode?
        if pair.value.pairs != nil {
            guard let section = Section(pair.value, .initial, findings) else { return nil }
            guard let state = section["state"] else {
                findings.report(DefinitionFact.missingKey("state", in: "`initial`", help: nil), at: section.start)
                return nil
            }
            name = findings.text(state.value, of: "`state`")
            data = section["data"]?.value
        } else {
            name = findings.text(pair.value, of: "`initial`")
        }
        guard let name, let state = resolveState(name.text, at: name.range) else { return nil }
        let compiler = scopes(.init(capabilities: [.uuid]))
        let sources = FieldSources(sources: [], giver: "`initial`")
        let rules = entryData(for: [state], given: data, from: sources, in: compiler, at: name.range)
        return EntryRule(targets: [state], data: rules, range: name.range)
    }

    /// Reads what states say of events and outputs, when all names are known.
    private func readEnds() {
        for index in states.entries.indices.dropFirst() {
            let entry = states[index]
            if let ignore = entry.ignore {
                if entry.state.isFinal {
                    findings.report(DefinitionFact.ignoreOfFinal(entry.state.path), at: ignore.headRange)
                } else {
                    states[index].state.ignored = Set(
                        findings.texts(ignore, of: "`ignore`").compactMap { resolveEvent($0.text, at: $0.range) })
                }
            }
            guard case .final(let failure) = entry.state.kind else { continue }
            if let output = entry.output {
                readOutput(output, of: index)
            } else if !failure, !self.output.isBroken, output.type.fields.contains(where: { !$0.isOptional }) {
                findings.report(
                    DefinitionFact.outputMissing(
                        entry.state.path, fields: output.type.fields.filter { !$0.isOptional }, has: entry.declared.type.fields.map(\.name)),
                    at: entry.state.range, related: workflow["output"]?.key.range)
            }
        }
    }

    private func readOutput(_ node: YAMLNode, of state: StateIndex) {
        guard !output.isBroken else { return }
        let compiler = scopes(.init(state: states[state].state.visible.type, capabilities: [.uuid]))
        let reader = TemplateReader(findings: findings, scope: compiler)
        let type = RecordType(name: "the workflow's `output`", fields: output.type.fields)
        if case .template(let template) = reader.read(node, as: .record(type), field: "output") { states[state].state.output = template }
    }

    /// The states with their rows, timers and feedbacks.
    private func linkedStates() -> [State] {
        var linked = states.entries.map(\.state)
        for (index, row) in rows.rows.enumerated() {
            switch row.trigger {
            case .event(let event): linked[row.source].rows[event, default: []].append(index)
            case .anyEvent: linked[row.source].anyEventRows.append(index)
            case .always: linked[row.source].alwaysRows.append(index)
            case .timer: break
            }
        }
        for (index, timer) in rows.timers.enumerated() { linked[timer.state].timers.append(index) }
        for (index, feedback) in feedbacks.enumerated() { linked[feedback.state].feedbacks.append(index) }
        return linked
    }
}
