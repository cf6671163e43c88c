import PawlExpression
import PawlKit

extension Stepper {
    /// What a microstep computes before anything is left, and where it leaves from.
    struct Leaving {
        /// The data of the states to enter.
        var given: [(state: StateIndex, record: Record)] = []
        /// The fields that internal updates change.
        var changes: [FieldChange] = []
        var raised: [Raised] = []
        /// The innermost state that stays active, for each row with a target.
        var domains: [(row: RowIndex, domain: StateIndex)] = []

        mutating func clear() {
            given.removeAll(keepingCapacity: true)
            changes.removeAll(keepingCapacity: true)
            raised.removeAll(keepingCapacity: true)
            domains.removeAll(keepingCapacity: true)
        }
    }

    /// One microstep: leave, raise, enter.
    func take(_ rows: [RowIndex], on event: StepEvent) throws(StepFailure) {
        noteStarter(event)
        forget()
        leaving.clear()
        // Every mapping sees the data as it was before the microstep, and what history remembers may change while states are left.
        for index in rows {
            try evaluate(plan.rows[index], event)
            if !plan.rows[index].targets.isEmpty { leaving.domains.append((index, domain(of: plan.rows[index]))) }
        }
        try exit()
        apply(leaving.changes)
        for raised in leaving.raised { raise(raised) }
        entry.clear()
        for (row, domain) in leaving.domains { add(plan.rows[row].targets, below: domain, to: &entry) }
        try enter(event: event.payload)
    }

    /// Notes an event that starts feedbacks once it is taken.
    func noteStarter(_ event: StepEvent) { if case .event(let index) = event.trigger, plan.isStarter[index] { starters.append(event) } }

    /// What a row gives: data, changes and events.
    private func evaluate(_ row: PlannedRow, _ event: StepEvent) throws(StepFailure) {
        if row.data.isEmpty, row.emits.isEmpty { return }
        see(row.source, event: event.payload)
        for rule in row.data {
            if row.targets.isEmpty || rule.isUpdate {
                leaving.changes += try changes(rule, place: row.name)
            } else {
                let record = try record(rule.fields, type: machine.states[rule.state].data, place: row.name)
                // Of two rows that give data to one state the later wins.
                leaving.given.removeAll { $0.state == rule.state }
                leaving.given.append((rule.state, record))
            }
        }
        for emit in row.emits { if let raised = try raised(by: emit, place: row.name) { leaving.raised.append(raised) } }
    }

    /// Enters what the machine begins with.
    func enterInitial() throws(StepFailure) {
        leaving.clear()
        entry.clear()
        see(0, event: nil)
        for rule in machine.initial.data {
            let type = machine.states[rule.state].data
            leaving.given.append((rule.state, try record(rule.fields, type: type, place: machine.states[rule.state].path)))
        }
        add(machine.initial.targets, below: 0, to: &entry)
        try enter(event: nil)
    }

    // MARK: Leaving

    /// The places of the active states that a row leaves.
    func exits(of row: RowIndex) -> Range<Int> { plan.rows[row].targets.isEmpty ? 0..<0 : places(inside: domain(of: plan.rows[row])) }

    /// The places of the active states inside another: in document order they lie side by side.
    private func places(inside outer: StateIndex) -> Range<Int> {
        var start = 0
        while start < state.active.count, state.active[start] <= outer { start += 1 }
        var end = start
        while end < state.active.count, state.active[end] <= plan.nodes[outer].last { end += 1 }
        return start..<end
    }

    /// The innermost state that stays active while the row is taken.
    private func domain(of row: PlannedRow) -> StateIndex {
        if row.domain >= 0 { return row.domain }
        return machine.states.domain(from: row.source, to: effectiveTargets(row.targets), isInternal: row.isInternal)
    }

    /// Leaves what is inside the domains of the rows, in reverse document order. Without conflicts no two meet.
    private func exit() throws(StepFailure) {
        var ranges = leaving.domains.map { places(inside: $0.domain) }
        if ranges.count > 1 { ranges.sort { $0.lowerBound > $1.lowerBound } }
        var count = 0
        for range in ranges {
            for place in range.reversed() {
                let index = state.active[place]
                try run(machine.states[index].exitData, machine.states[index].exitEmits, of: index, event: nil)
                // All are active still; what those inside changed is remembered with the rest.
                if plan.nodes[index].hasHistory { remember(index) }
                gone.append(index)
                if let known = entered.firstIndex(of: index) { entered.remove(at: known) } else { left.append(index) }
            }
            count += range.count
        }
        gone.removeAll(keepingCapacity: true)
        if count == state.active.count {
            // Not emptied in place: the state before still holds the lists.
            state.active = []
            state.data = []
        } else {
            for range in ranges {
                state.active.removeSubrange(range)
                state.data.removeSubrange(range)
            }
        }
    }

    /// Notes in the history states of a state that is left what was active in it.
    private func remember(_ index: StateIndex) {
        for child in machine.states[index].children {
            guard case .history(let deep) = machine.states[child].kind else { continue }
            let places = state.active.indices.filter { place in
                let active = state.active[place]
                return deep ? plan.isInside(active, index) : plan.nodes[active].parent == index
            }
            state.history[child] = .init(states: places.map { state.active[$0] }, data: places.map { state.data[$0] })
        }
    }

    // MARK: Values

    /// A field of an active state that gets another value.
    struct FieldChange {
        let state: StateIndex
        let slot: Int
        let value: Value?
    }

    /// The changes that a rule makes to a state that is active; `state` and `event` are already set.
    func changes(_ rule: DataRule, place: @autoclosure () -> String) throws(StepFailure) -> [FieldChange] {
        var changes: [FieldChange] = []
        if let whole = try whole(rule.fields, type: machine.states[rule.state].data, place: place()) {
            return whole.fields.enumerated().map { FieldChange(state: rule.state, slot: $0, value: $1) }
        }
        for field in rule.fields {
            changes.append(FieldChange(state: rule.state, slot: field.slot, value: try value(of: field.source, place: place())))
        }
        return changes
    }

    /// Makes changes, those of states that are not active left out.
    func apply(_ changes: [FieldChange]) {
        for change in changes {
            guard let place = state.place(of: change.state) else { continue }
            state.data[place].fields[change.slot] = change.value
        }
    }

    /// A record from rules; fields without a rule are absent.
    func record(_ rules: [FieldRule], type: RecordType, place: @autoclosure () -> String) throws(StepFailure) -> Record {
        if let whole = try whole(rules, type: type, place: place()) { return whole }
        var fields = [Value?](repeating: nil, count: type.fields.count)
        for rule in rules { fields[rule.slot] = try value(of: rule.source, place: place()) }
        return Record(type: type, fields: fields)
    }

    /// The record that one rule makes as a whole; nil when there are rules for fields.
    private func whole(_ rules: [FieldRule], type: RecordType, place: @autoclosure () -> String) throws(StepFailure) -> Record? {
        guard let rule = rules.first, case .whole(let template) = rule.source else { return nil }
        let value = try template.evaluate(frame, place: place())
        do {
            if case .record(let record) = try ValueType.record(type).convert(value) { return record }
            throw StepFailure(.type, "\(value.typeName) is no record", place: place())
        } catch let mismatch as TypeMismatch {
            throw StepFailure(.type, mismatch.message, place: place())
        } catch let failure as StepFailure {
            throw failure
        } catch {
            throw StepFailure(.type, "\(error)", place: place())
        }
    }

    private func value(of source: FieldRule.Source, place: @autoclosure () -> String) throws(StepFailure) -> Value? {
        switch source {
        case .template(let template), .whole(let template): try template.evaluateField(frame, place: place())
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
