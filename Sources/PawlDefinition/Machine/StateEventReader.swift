import PawlKit
import PawlMachine
import PawlYAML

extension DefinitionBuilder {
    /// Reads what states do with events: `ignore`, `defer`, and what entering and leaving raises.
    func readStateEvents() {
        for index in states.all.indices.dropFirst() {
            guard let section = states.parts[index].section, !states.all[index].isHistory else { continue }
            if let ignore = section["ignore"] {
                let events = passedEvents(ignore, key: "ignore", of: index)
                states.change(index) { $0.ignored = Set(events.map(\.event)) }
            }
            if let deferring = section["defer"] { readDefer(deferring, of: index) }
            if let entry = section["entry"] {
                let (data, emits) = readEffects(entry, of: index)
                states.change(index) {
                    $0.entryData = data
                    $0.entryEmits = emits
                }
            }
            if let exit = section["exit"] {
                let (data, emits) = readEffects(exit, of: index)
                states.change(index) {
                    $0.exitData = data
                    $0.exitEmits = emits
                }
            }
        }
        checkCalledOff()
    }

    private func readDefer(_ pair: YAMLPair, of index: StateIndex) {
        let events = passedEvents(pair, key: "defer", of: index).filter { event, range in
            if self.events.events[event].origin == .engine {
                findings.report(DefinitionFact.deferredEngineEvent(self.events.events[event].name), at: range)
                return false
            }
            if states.all[index].ignored.contains(event) {
                findings.report(
                    DefinitionFact.ignoredAndDeferred(self.events.events[event].name), at: range,
                    related: states.parts[index].section?["ignore"]?.key.range)
            }
            return true
        }
        states.change(index) { $0.deferred = Set(events.map(\.event)) }
    }

    private func passedEvents(_ pair: YAMLPair, key: String, of index: StateIndex) -> [(event: EventIndex, range: SourceRange)] {
        if states.all[index].isFinal {
            findings.report(DefinitionFact.passedByFinal(states.all[index].path, key: key), at: pair.value.headRange)
            return []
        }
        return findings.texts(pair.value, of: "`\(key)`").compactMap { name, range in resolveEvent(name, at: range).map { ($0, range) } }
    }

    /// `{ data: …, emit: … }` of `entry` or `exit`. They see the state's data, and no event: many lead to a state.
    private func readEffects(_ pair: YAMLPair, of index: StateIndex) -> (data: [DataRule], emits: [Emit]) {
        guard let section = Section(pair.value, pair.name == "entry" ? .entry : .exit, findings) else { return ([], []) }
        let visible = states.all[index].visible.type
        let sources = FieldSources(
            sources: [.init(kind: .state, type: visible, label: states.label(index), isBroken: states.parts[index].isBroken)],
            giver: "`\(pair.name)`")
        let compiler = scopes(.init(state: visible))
        return (
            section["data"].map { updateData(of: index, given: $0.value, in: compiler) } ?? [],
            section["emit"].map { compileEmits($0.value, from: sources, in: compiler) } ?? []
        )
    }
}
