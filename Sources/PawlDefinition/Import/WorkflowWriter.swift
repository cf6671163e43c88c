/// Writes a workflow so that it reads as if a person had.
struct WorkflowWriter {
    private var lines: [String] = []
    /// The columns that a line should fit.
    private static let width = 100

    /// The text of a workflow.
    static func text(_ outline: WorkflowOutline) -> String {
        var writer = WorkflowWriter()
        writer.write(outline)
        return writer.lines.joined(separator: "\n") + "\n"
    }

    private mutating func write(_ outline: WorkflowOutline) {
        for comment in outline.comments { lines.append(comment.isEmpty ? "#" : "# " + comment) }
        lines.append("workflow: " + YAMLText.quoted(outline.workflow))
        if !outline.output.isEmpty { pair("output", .map(outline.output.map { ($0.name, .scalar($0.type)) }), indent: 0) }
        if !outline.events.isEmpty {
            lines += ["", "events:"]
            for event in outline.events {
                let fields = event.fields.isEmpty ? "" : " " + YAMLText.map(event.fields.map { ($0.name, .scalar($0.type)) }).flow
                lines.append("  " + YAMLText.quoted(event.name) + ":" + fields + Self.note(event.note))
            }
        }
        lines += ["", "states:"]
        for state in outline.states { write(state, indent: 2) }
        lines.append("")
        if outline.initialData.isEmpty {
            lines.append("initial: " + Self.names(outline.initial))
        } else {
            lines += ["initial:", "  state: " + Self.names(outline.initial)]
            pair("data", YAMLText(outline.initialData), indent: 2)
        }
        if outline.rows.isEmpty { return }
        lines += ["", "transitions:"]
        for row in outline.rows { write(row) }
    }

    private static func note(_ note: String?) -> String { note.map { "   # \($0)" } ?? "" }

    private static func names(_ names: [String]) -> String {
        names.count == 1 ? YAMLText.quoted(names[0]) : YAMLText.list(names.map { .scalar($0) }).flow
    }

    // MARK: States

    private mutating func write(_ state: StateOutline, indent: Int) {
        let head = String(repeating: " ", count: indent) + YAMLText.quoted(state.name) + ":"
        var pairs: [(key: String, value: YAMLText)] = []
        switch state.kind {
        case .plain: break
        case .parallel: pairs.append(("parallel", .raw("true")))
        case .final: pairs.append(("final", .raw("true")))
        case .history(let kind): pairs.append(("history", .raw(kind)))
        }
        if !state.data.isEmpty { pairs.append(("data", .map(state.data.map { ($0.name, .scalar($0.type)) }))) }
        if !state.output.isEmpty { pairs.append(("output", YAMLText(state.output))) }
        if !state.initial.isEmpty {
            let key = if case .history = state.kind { "default" } else { "initial" }
            pairs.append((key, .raw(Self.names(state.initial))))
        }
        if !state.ignored.isEmpty { pairs.append(("ignore", .list(state.ignored.map { .scalar($0) }))) }
        if !state.entry.isEmpty { pairs.append(("entry", Self.effects(state.entry))) }
        if !state.exit.isEmpty { pairs.append(("exit", Self.effects(state.exit))) }
        if state.children.isEmpty {
            let line = head + " " + YAMLText.map(pairs).flow + Self.note(state.note)
            if line.count <= Self.width || pairs.isEmpty { return lines.append(line) }
        }
        lines.append(head + Self.note(state.note))
        for (key, value) in pairs { pair(key, value, indent: indent + 2) }
        if state.children.isEmpty { return }
        lines.append(String(repeating: " ", count: indent + 2) + "states:")
        for child in state.children { write(child, indent: indent + 4) }
    }

    private static func effects(_ effects: EffectsOutline) -> YAMLText {
        var pairs: [(key: String, value: YAMLText)] = []
        if !effects.data.isEmpty { pairs.append(("data", YAMLText(effects.data))) }
        if !effects.emits.isEmpty { pairs.append(("emit", emits(effects.emits))) }
        return .map(pairs)
    }

    private static func emits(_ emits: [EmitOutline]) -> YAMLText {
        let all = emits.map { emit -> YAMLText in
            if emit.isCancel, emit.when == nil { return .map([("cancel", .scalar(emit.event))]) }
            if emit.data.isEmpty, emit.after == nil, emit.when == nil { return .scalar(emit.event) }
            var pairs: [(key: String, value: YAMLText)] = []
            if let when = emit.when { pairs.append(("when", .expression(when))) }
            pairs.append((emit.isCancel ? "cancel" : "event", .scalar(emit.event)))
            if let after = emit.after { pairs.append(("after", .scalar(after))) }
            if !emit.data.isEmpty { pairs.append(("data", YAMLText(emit.data))) }
            return .map(pairs)
        }
        return all.count == 1 ? all[0] : .list(all)
    }

    // MARK: Rows

    private mutating func write(_ row: RowOutline) {
        if row.triggers.count == 1, let line = Self.short(row), line.count <= Self.width { return lines.append(line) }
        lines.append("  - from: " + YAMLText.quoted(row.from))
        write(row, "on", "    on:") { if case .event(let name) = $0 { name } else { nil } }
        write(row, "after", "    after:") { if case .after(let time) = $0 { time } else { nil } }
        for (trigger, targets) in row.triggers where trigger == .always { pair("always", Self.targets(targets), indent: 4) }
    }

    private mutating func write(_ row: RowOutline, _ kind: String, _ head: String, key: (RowOutline.Trigger) -> String?) {
        let triggers = row.triggers.compactMap { item in
            key(item.trigger).map { (key: YAMLText.quoted($0), value: Self.targets(item.targets)) }
        }
        if triggers.isEmpty { return }
        let line = head + " " + YAMLText.map(triggers).flow
        if triggers.count == 1, line.count <= Self.width, !triggers[0].value.isListOfMaps { return lines.append(line) }
        lines.append(head)
        for (key, value) in triggers { pair(key, value, indent: 6) }
    }

    /// `{ from: a, on: E, to: b }`, when there is one trigger with one target.
    private static func short(_ row: RowOutline) -> String? {
        let (trigger, targets) = row.triggers[0]
        guard targets.count == 1 else { return nil }
        var pairs: [(key: String, value: YAMLText)] = [("from", .scalar(row.from))]
        switch trigger {
        case .always: pairs.append(("always", target(targets[0])))
        case .event(let name): pairs += [("on", .scalar(name))] + parts(targets[0])
        case .after(let time): pairs += [("after", .scalar(time))] + parts(targets[0])
        }
        return "  - " + YAMLText.map(pairs).flow
    }

    private static func targets(_ targets: [TargetOutline]) -> YAMLText {
        targets.count == 1 ? target(targets[0]) : .list(targets.map(target))
    }

    private static func target(_ target: TargetOutline) -> YAMLText { target.isPlain ? .scalar(target.to[0]) : .map(parts(target)) }

    private static func parts(_ target: TargetOutline) -> [(key: String, value: YAMLText)] {
        var pairs: [(key: String, value: YAMLText)] = []
        if let when = target.when { pairs.append(("when", .expression(when))) }
        if !target.to.isEmpty { pairs.append(("to", .raw(names(target.to)))) }
        if target.isInternal { pairs.append(("internal", .raw("true"))) }
        if !target.effects.data.isEmpty { pairs.append(("data", YAMLText(target.effects.data))) }
        if !target.effects.emits.isEmpty { pairs.append(("emit", emits(target.effects.emits))) }
        return pairs
    }

    // MARK: Lines

    /// A pair in one line if it fits, in several otherwise.
    private mutating func pair(_ key: String, _ value: YAMLText, indent: Int) {
        let space = String(repeating: " ", count: indent)
        let line = "\(space)\(key): \(value.flow)"
        switch value {
        case .list(let elements) where line.count > Self.width || value.isListOfMaps:
            lines.append("\(space)\(key):")
            for element in elements { item(element, indent: indent + 2) }
        case .map(let pairs) where line.count > Self.width && !pairs.isEmpty:
            lines.append("\(space)\(key):")
            for (key, value) in pairs { pair(key, value, indent: indent + 2) }
        default: lines.append(line)
        }
    }

    private mutating func item(_ value: YAMLText, indent: Int) {
        let space = String(repeating: " ", count: indent)
        let line = "\(space)- \(value.flow)"
        guard case .map(let pairs) = value, line.count > Self.width, !pairs.isEmpty else { return lines.append(line) }
        let start = lines.count
        for (key, value) in pairs { pair(key, value, indent: indent + 2) }
        lines[start] = space + "- " + lines[start].dropFirst(indent + 2)
    }
}
