import PawlKit

extension SCXMLPlanner {
    /// The rows, grouped by state, in the order of the document.
    mutating func rows() -> [RowOutline] {
        document.states.indices.compactMap { state in
            if document.states[state].isHistory { return nil }
            let row = row(state)
            return row.triggers.isEmpty ? nil : row
        }
    }

    private mutating func row(_ state: Int) -> RowOutline {
        var row = RowOutline(from: scope.names[state])
        var closed: [RowOutline.Trigger: Int] = [:]
        if let event = catalog.doneEvent(of: state) {
            let fields = types.fields[event]?.sorted { $0.key < $1.key } ?? []
            let data = fields.map {
                FieldOutline(name: $0.value.name, value: .expression("event.\($0.value.isOptional ? "?" : "")\($0.value.name)"))
            }
            row.triggers.append(
                (.event("done"), [TargetOutline(effects: EffectsOutline(emits: [EmitOutline(event: event.name, data: data)]))]))
        }
        let transitions = document.states[state].transitions
        let stars = starTransitions(transitions)
        for (place, transition) in transitions.enumerated() {
            guard let events = transition.events else {
                add(transition, .always, nil, at: state, to: &row, &closed)
                continue
            }
            for event in events where catalog.neverRaised.contains(event.text) {
                findings.report(SCXMLFact.neverRaised(event.text), at: event.range, detail: event.text)
            }
            if stars.contains(place) { add(transition, .event("*"), nil, at: state, to: &row, &closed) }
            for trigger in catalog.triggers(of: transition, at: state) {
                switch trigger {
                case .event(let variant):
                    if stars.contains(place), variant.kind == .outside { continue }
                    add(transition, .event(variant.name), trigger, at: state, to: &row, &closed)
                case .done: add(transition, .event("done"), trigger, at: state, to: &row, &closed)
                case .after(let delay): add(transition, .after(DelayText.text(delay)), trigger, at: state, to: &row, &closed)
                }
            }
        }
        return row
    }

    /// The transitions for `*` that come after all others of the state and can be rows of `on: "*"`, which come after all others too.
    private func starTransitions(_ transitions: [SCXMLTransition]) -> Set<Int> {
        guard catalog.variants.contains(where: { $0.kind == .outside }) else { return [] }
        var places: Set<Int> = []
        for (place, transition) in transitions.enumerated().reversed() {
            guard let events = transition.events else { continue }
            var readsEvent = false
            for expression in TypeInference.expressions(of: transition) {
                TypeInference.walk(expression) { if $0 == .name("_event") { readsEvent = true } }
            }
            let sends = transition.actions.contains { if case .send = $0 { true } else { false } }
            let doesNothing = transition.targets.isEmpty && transition.actions.isEmpty
            guard events.map(\.text) == ["*"], !readsEvent, !sends, !doesNothing else { break }
            places.insert(place)
        }
        return places
    }

    private mutating func add(
        _ transition: SCXMLTransition, _ trigger: RowOutline.Trigger, _ cause: EventCatalog.Trigger?, at state: Int,
        to row: inout RowOutline,
        _ closed: inout [RowOutline.Trigger: Int]
    ) {
        if let line = closed[trigger] {
            comments.append(
                "Left out: the transition in line \(transition.range.start.line) for '\(Self.name(trigger))', for the one in line \(line) always comes first."
            )
            return
        }
        let translator = scope.translator(types, at: state, on: cause)
        guard let condition = condition(transition, translator) else { return }
        if condition.constant == true { closed[trigger] = transition.range.start.line }
        if condition.constant == true, transition.targets.isEmpty, transition.actions.isEmpty {
            // Nothing happens, and nobody further out hears of it.
            if case .event(let name) = trigger, name != "done", name != "*" {
                ignored[state, default: []].append(name)
                return
            }
            if case .after = trigger { return }
        }
        var inside = translator
        // In SCXML the states are left by then; a row looks before.
        inside.knowsActive = transition.targets.isEmpty
        var effects = EffectsTranslator(document, catalog, types, inside, findings)
        let target = TargetOutline(
            to: targets(transition, from: state).map { scope.names[$0] }, when: condition.constant == true ? nil : condition.text,
            effects: effects.effects(transition.actions), isInternal: staysInside(transition, state))
        if let place = row.triggers.firstIndex(where: { $0.trigger == trigger }) {
            row.triggers[place].targets.append(target)
        } else {
            row.triggers.append((trigger, [target]))
        }
    }

    private static func name(_ trigger: RowOutline.Trigger) -> String {
        switch trigger {
        case .event(let name): name
        case .after(let time): time
        case .always: "always"
        }
    }

    private func condition(_ transition: SCXMLTransition, _ translator: ECMATranslator) -> CELText? {
        guard let text = transition.condition else { return .bool(true) }
        return findings.translated(text) { (expression) throws(ECMATranslator.Failure) in try translator.condition(expression) }
    }

    /// The targets of a transition. One that leads from a region into another leaves both and enters both again: a row has to say so.
    private func targets(_ transition: SCXMLTransition, from state: Int) -> [Int] {
        var targets = transition.targets
        var region = state
        while let parallel = document.states[region].parent {
            if document.states[parallel].kind == .parallel, !targets.isEmpty,
                targets.contains(where: { document.isInside($0, parallel) && !document.states[$0].isHistory }),
                !targets.contains(where: { $0 == region || document.isInside($0, region) })
            {
                targets.append(region)
            }
            region = parallel
        }
        return targets
    }

    /// `type="internal"` means something only where a compound state leads into itself: https://www.w3.org/TR/scxml/#SelectingTransitions
    private func staysInside(_ transition: SCXMLTransition, _ state: Int) -> Bool {
        transition.isInternal && !transition.targets.isEmpty && document.states[state].kind == .state
            && transition.targets.allSatisfy { document.isInside($0, state) }
    }
}
