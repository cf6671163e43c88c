import PawlExpression
import PawlKit

extension Stepper {
    /// One microstep: leave, raise, enter.
    func take(_ rows: [RowIndex], on event: StepEvent) throws(StepFailure) {
        // Every mapping sees the data as it was before the microstep.
        var given: [StateIndex: Record] = [:]
        var changes: [(state: StateIndex, slot: Int, value: Value?)] = []
        var raised: [Raised] = []
        if case .event(let index) = event.trigger, !machine.feedbacksOfEvent[index].isEmpty { starters.append(event) }
        for index in rows {
            let payload = event.payload
            see(machine.rows[index].source, event: payload)
            for rule in machine.rows[index].data {
                if machine.rows[index].targets.isEmpty {
                    for field in rule.fields {
                        changes.append((rule.state, field.slot, try value(of: field.source, place: machine.rows[index].name)))
                    }
                } else {
                    given[rule.state] = try record(rule.fields, type: machine.states[rule.state].data, place: machine.rows[index].name)
                }
            }
            for emit in machine.rows[index].emits { raised.append(try self.raised(by: emit, place: machine.rows[index].name)) }
        }
        // What history remembers may change while states are left; the domain is that of the state before.
        var domains: [RowIndex: StateIndex] = [:]
        for index in rows where !machine.rows[index].targets.isEmpty { domains[index] = domain(of: index) }
        try exit(rows)
        for change in changes {
            guard let place = state.place(of: change.state) else { continue }
            state.data[place].fields[change.slot] = change.value
        }
        for raised in raised { raise(raised) }
        var entry = EntrySet()
        for index in rows where !machine.rows[index].targets.isEmpty {
            add(machine.rows[index].targets, below: domains[index] ?? 0, to: &entry)
        }
        try enter(entry, given: given, event: event.payload)
    }

    /// Enters what the machine begins with.
    func enterInitial() throws(StepFailure) {
        var entry = EntrySet()
        add(machine.initial.targets, below: 0, to: &entry)
        try enter(entry, given: try records(machine.initial.data, seenFrom: 0, event: nil), event: nil)
    }

    // MARK: Leaving

    /// The active states that a row leaves, in document order.
    func exitSet(of row: RowIndex) -> [StateIndex] {
        guard !machine.rows[row].targets.isEmpty else { return [] }
        let domain = domain(of: row)
        return state.active.filter { machine.isInside($0, domain) }
    }

    /// The innermost state that stays active while the row is taken.
    private func domain(of row: RowIndex) -> StateIndex {
        let source = machine.rows[row].source
        let targets = effectiveTargets(machine.rows[row].targets)
        if machine.rows[row].isInternal, machine.states[source].kind == .compound, targets.allSatisfy({ machine.isInside($0, source) }) {
            return source
        }
        var ancestor = machine.states[source].parent
        while let current = ancestor {
            let isCompound = current == 0 || machine.states[current].kind == .compound
            if isCompound, targets.allSatisfy({ machine.isInside($0, current) }) { return current }
            ancestor = machine.states[current].parent
        }
        return 0
    }

    private func exit(_ rows: [RowIndex]) throws(StepFailure) {
        var exits: Set<StateIndex> = []
        for row in rows { exits.formUnion(exitSet(of: row)) }
        guard !exits.isEmpty else { return }
        let before = state
        for index in exits.sorted(by: >) {
            remember(index, before: before)
            for emit in machine.states[index].exitEmits {
                see(index, event: nil)
                raise(try raised(by: emit, place: machine.states[index].path))
            }
            if entered.remove(index) == nil { left.insert(index) }
        }
        if exits.count == state.active.count {
            state.active.removeAll(keepingCapacity: true)
            state.data.removeAll(keepingCapacity: true)
        } else {
            let kept = state.active.indices.filter { !exits.contains(state.active[$0]) }
            state = MachineState(active: kept.map { state.active[$0] }, data: kept.map { state.data[$0] }, history: state.history)
        }
    }

    /// Notes in the history states of a state that is left what was active in it.
    private func remember(_ index: StateIndex, before: MachineState) {
        for child in machine.states[index].children {
            guard case .history(let deep) = machine.states[child].kind else { continue }
            let places = before.active.indices.filter { place in
                let active = before.active[place]
                return deep ? machine.isInside(active, index) : machine.states[active].parent == index
            }
            state.history[child] = .init(states: places.map { before.active[$0] }, data: places.map { before.data[$0] })
        }
    }

    // MARK: Values

    /// The records that rules give, seen from a state.
    func records(_ rules: [DataRule], seenFrom source: StateIndex, event: Record?) throws(StepFailure) -> [StateIndex: Record] {
        var records: [StateIndex: Record] = [:]
        see(source, event: event)
        for rule in rules {
            records[rule.state] = try record(rule.fields, type: machine.states[rule.state].data, place: machine.states[rule.state].path)
        }
        return records
    }

    /// A record from rules; fields without a rule are absent.
    func record(_ rules: [FieldRule], type: RecordType, place: @autoclosure () -> String) throws(StepFailure) -> Record {
        var fields = [Value?](repeating: nil, count: type.fields.count)
        for rule in rules { fields[rule.slot] = try value(of: rule.source, place: place()) }
        return Record(type: type, fields: fields)
    }

    private func value(of source: FieldRule.Source, place: @autoclosure () -> String) throws(StepFailure) -> Value? {
        switch source {
        case .template(let template): try template.evaluateField(frame, place: place())
        case .state(let slot): field(slot, of: VariableSlot.state)
        case .event(let slot): field(slot, of: VariableSlot.event)
        case .result(let slot): field(slot, of: VariableSlot.result)
        }
    }

    private func field(_ slot: Int, of variable: Int) -> Value? {
        guard case .record(let record) = frame[variable], slot < record.fields.count else { return nil }
        return record.fields[slot]
    }
}
