import PawlKit

/// Makes the outline of a workflow from an SCXML document.
struct SCXMLPlanner {
    let document: SCXMLDocument
    let findings: Findings
    let catalog: EventCatalog
    let scope: ImportScope
    let types: DataTypes
    var comments: [String] = []
    /// The events that each state takes without doing anything.
    var ignored: [Int: [String]] = [:]
    private let holder: String?

    init(_ document: SCXMLDocument, events: [String], _ findings: Findings) {
        self.document = document
        self.findings = findings
        catalog = EventCatalog(document, extra: events)
        var table = NameTable(reserved: ["*"])
        var counts: [String: Int] = [:]
        var names: [String] = [""]
        for state in document.states.dropFirst() {
            let kind = Self.word(state.kind)
            if state.id == nil { counts[kind, default: 0] += 1 }
            names.append(table.name(for: state.id ?? "\(kind)\(counts[kind] ?? 1)", fallback: kind))
        }
        holder = document.variables.isEmpty ? nil : table.name(for: "Running", fallback: "Running")
        scope = ImportScope(document: document, catalog: catalog, names: names)
        types = TypeInference(document: document, catalog: catalog, scope: scope).types(file: findings.file)
    }

    private static func word(_ kind: SCXMLState.Kind) -> String {
        switch kind {
        case .state: "state"
        case .parallel: "parallel"
        case .final: "final"
        case .history: "history"
        }
    }

    /// The outline; the findings tell what is missing in it.
    mutating func outline(workflow: String, file: String) -> WorkflowOutline {
        reportOrder()
        var outline = WorkflowOutline(workflow: workflow)
        let rows = self.rows()
        outline.rows = rows
        for variant in catalog.variants {
            let fields = types.fields[variant]?.sorted { $0.key < $1.key }.map { ($0.value.name, $0.value.declaration) } ?? []
            let note = variant.name == variant.original ? nil : "SCXML: \(variant.original)"
            outline.events.append(EventOutline(name: variant.name, fields: fields, note: note))
        }
        outline.output =
            types.fields[catalog.doneVariant(of: 0)]?.sorted { $0.key < $1.key }.map {
                ($0.value.name, $0.value.declaration)
            } ?? []
        addStates(to: &outline)
        outline.comments = ["Imported from \(file)."] + comments
        if !document.leftOut.isEmpty { outline.comments.append("Left out: \(document.leftOut.joined(separator: ", ")).") }
        return outline
    }

    // MARK: States

    private mutating func addStates(to outline: inout WorkflowOutline) {
        let top = document.states[0].children
        let initial = document.states[0].initial
        guard let holder else {
            outline.states = top.map { state($0) }
            outline.initial = initial.map { scope.names[$0] }
            return
        }
        var running = StateOutline(name: holder)
        for variable in document.variables {
            if let slot = types.variables[variable.name] { running.data.append((slot.name, slot.declaration)) }
        }
        let ends = Set(top.filter { document.states[$0].kind == .final })
        running.children = top.filter { !ends.contains($0) }.map { state($0) }
        outline.states = [running] + top.filter(ends.contains).map { state($0) }
        if initial.contains(where: ends.contains) {
            outline.initial = initial.map { scope.names[$0] }
            outline.states[0].initial = (top.first { !ends.contains($0) }).map { [scope.names[$0]] } ?? []
        } else {
            outline.initial = [holder]
            outline.states[0].initial = initial.map { scope.names[$0] }
            outline.initialData = initialData()
        }
    }

    private func initialData() -> [FieldOutline] {
        var translator = scope.initialTranslator(types)
        var data: [FieldOutline] = []
        for variable in document.variables {
            guard let slot = types.variables[variable.name] else { continue }
            do {
                let value = try translator.value(variable.initial)
                translator.changed[variable.name] = value
                if !value.isNothing { data.append(FieldOutline(name: slot.name, value: EffectsTranslator.fitted(value, slot))) }
            } catch {
                findings.report(SCXMLFact.expression(variable.text.text, problem: error.message), at: variable.text.range)
            }
        }
        return data
    }

    private func state(_ index: Int) -> StateOutline {
        let state = document.states[index]
        var outline = StateOutline(name: scope.names[index])
        if let id = state.id, id != outline.name { outline.note = "SCXML: \(id)" }
        switch state.kind {
        case .state: outline.kind = .plain
        case .parallel: outline.kind = .parallel
        case .final: outline.kind = .final
        case .history(let isDeep): outline.kind = .history(isDeep ? "deep" : "shallow")
        }
        outline.initial = state.initial.map { scope.names[$0] }
        outline.ignored = ignored[index] ?? []
        outline.entry = effects(state.entry, at: index)
        outline.exit = effects(state.exit, at: index)
        for parameter in state.doneData {
            guard let parent = state.parent, let slot = types.fields[catalog.doneVariant(of: parent)]?[parameter.name] else { continue }
            let translator = scope.translator(types, at: index)
            let value = findings.translated(parameter.value) { (expression) throws(ECMATranslator.Failure) in
                try translator.value(expression)
            }
            if let value { outline.output.append(FieldOutline(name: slot.name, value: EffectsTranslator.fitted(value, slot))) }
        }
        outline.children = state.children.map { self.state($0) }
        return outline
    }

    private func effects(_ actions: [SCXMLAction], at state: Int) -> EffectsOutline {
        if actions.isEmpty { return EffectsOutline() }
        var translator = EffectsTranslator(document, catalog, types, scope.translator(types, at: state), findings)
        return translator.effects(actions)
    }
}
