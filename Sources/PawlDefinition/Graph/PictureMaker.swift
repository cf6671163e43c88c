import PawlExpression
import PawlKit
package import PawlMachine

extension MachinePicture {
    /// The picture of a machine, with what an instance did in it if one is given.
    package init(_ machine: Machine, path: PathTaken? = nil) {
        let maker = PictureMaker(machine: machine)
        self.init(
            title: PictureText.plain(machine.workflow), summary: machine.summary.map(PictureText.plain), nodes: maker.nodes(),
            edges: maker.starts() + machine.rows.map(maker.edge))
        if let path { mark(path, rows: machine.rows.map(\.name)) }
    }

    /// Marks what an instance did. The rows' edges stand last, in their order.
    private mutating func mark(_ path: PathTaken, rows: [String]) {
        for index in nodes.indices.dropFirst() {
            if path.current.contains(nodes[index].path) {
                nodes[index].mark = .current
            } else if path.visited.contains(nodes[index].path) {
                nodes[index].mark = .visited
            }
        }
        let first = edges.count - rows.count
        for (index, name) in rows.enumerated() {
            if let passages = path.rows[name] { edges[first + index].taken = passages }
        }
        if let start = path.start, let edge = edges.firstIndex(where: { $0.origin == .start(of: 0) }) { edges[edge].taken.add(start) }
    }
}

/// Puts what a machine does into words.
private struct PictureMaker {
    let machine: Machine
    private let updates: [StateIndex: [RowIndex]]

    init(machine: Machine) {
        self.machine = machine
        updates = Dictionary(grouping: machine.rows.indices.filter { machine.rows[$0].targets.isEmpty }) { machine.rows[$0].source }
    }

    // MARK: States

    func nodes() -> [MachinePicture.Node] {
        machine.states.enumerated().map { index, state in
            var node = MachinePicture.Node(
                state: index, name: PictureText.plain(state.name), path: state.path, kind: state.kind, parent: state.parent,
                children: state.children, last: state.last, summary: state.summary.map(PictureText.plain))
            node.notes = notes(index, state)
            return node
        }
    }

    private func notes(_ index: StateIndex, _ state: State) -> [MachinePicture.Note] {
        var notes = state.feedbacks.filter { machine.feedbacks[$0].event == nil }.map(note)
        if index == 0 { notes += machine.feedbacks.indices.filter { machine.feedbacks[$0].event != nil }.map(note) }
        notes += (updates[index] ?? []).map { row in
            MachinePicture.Note(text: edge(machine.rows[row]).label(with: PictureText.longest) + ": stays", isWay: true)
        }
        if !state.entryEmits.isEmpty { notes.append(.init(text: "at entry " + emits(state.entryEmits))) }
        if !state.exitEmits.isEmpty { notes.append(.init(text: "at exit " + emits(state.exitEmits))) }
        if !state.deferred.isEmpty { notes.append(.init(text: "defers " + names(of: state.deferred))) }
        if !state.ignored.isEmpty { notes.append(.init(text: "ignores " + names(of: state.ignored))) }
        if !state.tags.isEmpty { notes.append(.init(text: "tags " + state.tags.map(PictureText.plain).joined(separator: ", "))) }
        return notes
    }

    private func names(of events: Set<EventIndex>) -> String { events.sorted().map(name).joined(separator: ", ") }

    private func name(_ event: EventIndex) -> String { PictureText.plain(machine.events[event].name) }

    private func emits(_ emits: [Emit]) -> String { emits.map(text).joined(separator: ", ") }

    private func text(_ emit: Emit) -> String {
        switch emit.moment {
        case .now: "emit \(name(emit.event))"
        case .later(let delay): "emit \(name(emit.event)) after \(PictureText.of(delay))"
        case .never: "call off \(name(emit.event))"
        }
    }

    // MARK: Feedbacks

    private func note(_ index: FeedbackIndex) -> MachinePicture.Note {
        let feedback = machine.feedbacks[index]
        var text = feedback.event.map { "on \(name($0)) " } ?? ""
        text += "▶ " + service(feedback)
        text += outcome(feedback.success, word: "success") + outcome(feedback.failure, word: "failure")
        if !feedback.next.isEmpty { text += ", each → " + raised(feedback.next) }
        var details = [feedback.strategy.rawValue]
        if let timeout = feedback.timeout { details.append("\(timeout.text) each") }
        if feedback.retry.attempts > 1 { details.append("\(feedback.retry.attempts) attempts") }
        if feedback.delivery == .atMostOnce { details.append("at most once") }
        details += PictureText.unless(feedback.disables)
        return .init(text: text, detail: details.joined(separator: " · "))
    }

    /// The service, with the id of the feedback where it is not made of state and service.
    private func service(_ feedback: FeedbackRule) -> String {
        let service = PictureText.plain(feedback.service)
        let id = feedback.name.split(separator: "/").last.map(String.init) ?? ""
        return id == feedback.service || id.isEmpty ? service : "\(PictureText.plain(id)): \(service)"
    }

    /// `, failure → Broken`, or ` → Built` for a success; empty for the engine's own `done` and `failed`.
    private func outcome(_ outcome: FeedbackRule.Outcome, word: String) -> String {
        switch outcome {
        case .standard: ""
        case .ignore: ", \(word) ignored"
        case .events(let rules): (word == "success" ? " → " : ", \(word) → ") + raised(rules)
        }
    }

    private func raised(_ rules: [OutcomeRule]) -> String {
        rules.map { rule in name(rule.event) + (rule.when == nil ? "" : " if …") }.joined(separator: " | ")
    }

    // MARK: Edges

    func starts() -> [MachinePicture.Edge] {
        var edges = [MachinePicture.Edge(origin: .start(of: 0), targets: machine.initial.targets, trigger: "")]
        for (index, state) in machine.states.enumerated().dropFirst() {
            guard let initial = state.initial, !initial.targets.isEmpty else { continue }
            if case .history = state.kind {
                edges.append(.init(origin: .fallback(of: index), targets: initial.targets, trigger: "default"))
            } else {
                edges.append(.init(origin: .start(of: index), targets: initial.targets, trigger: ""))
            }
        }
        return edges
    }

    func edge(_ row: Row) -> MachinePicture.Edge {
        var edge = MachinePicture.Edge(origin: .state(row.source), targets: row.targets, trigger: trigger(row.trigger))
        edge.when = row.when.map { PictureText.plain($0.expression.text) }
        edge.unless = row.disables.map { PictureText.plain($0.expression.text) }
        edge.effects = row.emits.map(text)
        if case .event(let event) = row.trigger {
            edge.effects += machine.feedbacksOfEvent[event].map { "▶ " + service(machine.feedbacks[$0]) }
        }
        edge.isInternal = row.isInternal && !row.targets.isEmpty
        return edge
    }

    private func trigger(_ trigger: Row.Trigger) -> String {
        switch trigger {
        case .event(let event): name(event)
        case .anyEvent: "*"
        case .always: "always"
        case .timer(let timer): PictureText.of(machine.timers[timer].deadline)
        }
    }
}

extension MachinePicture.Edge {
    /// `failed if state.total > 1000.0 unless settings.frozen / emit X`, each condition cut to so many characters.
    package func label(with longest: Int) -> String {
        var text = trigger
        if let condition = condition(with: longest) { text += (text.isEmpty ? "" : " ") + condition }
        if isInternal { text += (text.isEmpty ? "" : " ") + "(stays inside)" }
        if !effects.isEmpty { text += " / " + effects.joined(separator: ", ") }
        return text
    }

    /// `if state.total > 1000.0 unless settings.frozen`; nil when it has no conditions.
    package func condition(with longest: Int) -> String? {
        var conditions: [String] = []
        if let when { conditions.append("if " + PictureText.cut(when, to: longest)) }
        if !unless.isEmpty { conditions.append("unless " + unless.map { PictureText.cut($0, to: longest) }.joined(separator: " or ")) }
        return conditions.isEmpty ? nil : conditions.joined(separator: " ")
    }
}
