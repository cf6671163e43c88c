import PawlExpression
import PawlKit

/// What was decided about rows in one selection, so that each is evaluated once, however many leaves pass it.
struct Decisions {
    private var rows: ContiguousArray<(selection: UInt32, refusal: RowRecord.Refusal?)>
    private var selection: UInt32 = 0

    init(rows count: Int) { rows = ContiguousArray(repeating: (0, nil), count: count) }

    /// Begins a selection: nothing is decided.
    mutating func begin() {
        // After four thousand million selections the numbers begin again.
        if selection == .max { self = Decisions(rows: rows.count) }
        selection += 1
    }

    /// What was decided about a row: nil for nothing, else why it was refused, if it was.
    subscript(row: RowIndex) -> RowRecord.Refusal?? { rows[row].selection == selection ? .some(rows[row].refusal) : nil }

    mutating func decide(_ row: RowIndex, _ refusal: RowRecord.Refusal?) { rows[row] = (selection, refusal) }
}

extension Stepper {
    /// Why rows of one leaf were refused.
    struct Refusals {
        var isAny = false
        var isDisabled = false

        mutating func note(_ refusal: RowRecord.Refusal) {
            isAny = true
            if refusal == .disabled { isDisabled = true }
        }

        var why: UnhandledReason.Why { isDisabled ? .disabled : isAny ? .when : .noRow }
    }

    /// Whether the active state at a place has no active state inside.
    private func isLeaf(_ place: Int) -> Bool {
        place + 1 == state.active.count || state.active[place + 1] > plan.nodes[state.active[place]].last
    }

    /// Chooses rows for an event: active leaves in document order, each from leaf to root, at each level the exact rows, then `on: "*"`.
    ///
    /// They are in ``chosen`` then; without any, the outcome says what becomes of the event.
    func select(_ event: StepEvent, _ met: inout [MetRow]) throws(StepFailure) -> StepOutcome {
        chosen.removeAll(keepingCapacity: true)
        decisions.begin()
        var reasons: [UnhandledReason] = []
        var isIgnored = false
        var isDeferred = false
        for place in state.active.indices where isLeaf(place) {
            var refusals = Refusals()
            var level = state.active[place]
            var isChosen = false
            climb: while level >= 0 {
                if event.addressee == nil || event.addressee == level {
                    if let row = try firstEnabled(at: level, event, &met, &refusals) {
                        if !chosen.contains(row) { chosen.append(row) }
                        isChosen = true
                        break climb
                    }
                    if case .event(let index) = event.trigger {
                        if machine.states[level].ignored.contains(index) {
                            isIgnored = true
                            break climb
                        }
                        if machine.states[level].deferred.contains(index) {
                            isDeferred = true
                            break climb
                        }
                    }
                }
                level = plan.nodes[level].parent
            }
            if !isChosen { reasons.append(UnhandledReason(state: machine.states[state.active[place]].path, why: refusals.why)) }
        }
        if chosen.count > 1 { removeConflicts(&met) }
        if !chosen.isEmpty { return .taken }
        return isDeferred ? .deferred : isIgnored ? .ignored : .unhandled(reasons)
    }

    /// Chooses eventless rows, by the same order.
    func selectAlways(_ met: inout [MetRow]) throws(StepFailure) {
        chosen.removeAll(keepingCapacity: true)
        guard plan.hasAlways else { return }
        decisions.begin()
        var refusals = Refusals()
        for place in state.active.indices where isLeaf(place) {
            var level = state.active[place]
            while level >= 0 {
                if !machine.states[level].alwaysRows.isEmpty,
                    let row = try firstEnabled(among: machine.states[level].alwaysRows, event: nil, &met, &refusals)
                {
                    if !chosen.contains(row) { chosen.append(row) }
                    break
                }
                level = plan.nodes[level].parent
            }
        }
        if chosen.count > 1 { removeConflicts(&met) }
    }

    private func firstEnabled(
        at level: StateIndex, _ event: StepEvent, _ met: inout [MetRow], _ refusals: inout Refusals
    ) throws(StepFailure) -> RowIndex? {
        switch event.trigger {
        case .start:
            return nil
        case .timer(let timer):
            guard machine.timers[timer].state == level else { return nil }
            return try firstEnabled(among: machine.timers[timer].rows, event: nil, &met, &refusals)
        case .event(let index):
            if let rows = plan.rows(of: level, for: index),
                let row = try firstEnabled(among: rows, event: event.payload, &met, &refusals)
            {
                return row
            }
            guard machine.events[index].origin == .external, !machine.states[level].anyEventRows.isEmpty else { return nil }
            return try firstEnabled(among: machine.states[level].anyEventRows, event: nil, &met, &refusals)
        }
    }

    /// The first row whose conditions hold; those before it are noted with the reason why they do not.
    private func firstEnabled(
        among rows: [RowIndex], event: Record?, _ met: inout [MetRow], _ refusals: inout Refusals
    ) throws(StepFailure) -> RowIndex? {
        for index in rows {
            if let known = decisions[index] {
                guard let refusal = known else { return index }
                refusals.note(refusal)
                continue
            }
            guard machine.rows[index].isGuarded else {
                met.append(MetRow(row: index))
                decisions.decide(index, nil)
                return index
            }
            let seen = visible(of: machine.rows[index].source)
            frame[VariableSlot.state] = seen.map { .record($0) }
            frame[VariableSlot.event] = event.map { .record($0) }
            let refusal = try refusal(of: index)
            met.append(MetRow(row: index, refusal: refusal, seen: (seen, event)))
            decisions.decide(index, refusal)
            guard let refusal else { return index }
            refusals.note(refusal)
        }
        return nil
    }

    private func refusal(of index: RowIndex) throws(StepFailure) -> RowRecord.Refusal? {
        for disable in machine.rows[index].disables where try holds(disable, place: machine.rows[index].name) { return .disabled }
        if let when = machine.rows[index].when, try !holds(when, place: machine.rows[index].name) { return .when }
        return nil
    }

    /// Whether a condition is true. One that is not a truth value is a failure, never false.
    func holds(_ condition: SourcedExpression, place: @autoclosure () -> String) throws(StepFailure) -> Bool {
        let value = try condition.evaluate(frame, place: place())
        guard case .bool(let truth) = value else {
            throw StepFailure(
                .type, "the condition is \(value.typeName), not bool", place: place(), expression: condition,
                values: condition.readings(frame))
        }
        return truth
    }

    /// Takes out rows whose exit sets meet: the descendant's row goes before the ancestor's, else the one of the earlier leaf.
    private func removeConflicts(_ met: inout [MetRow]) {
        var kept: [(row: RowIndex, exits: Range<Int>)] = []
        var preempted: [RowIndex] = []
        for candidate in chosen {
            let exits = exits(of: candidate)
            var loses = false
            var beaten: [RowIndex] = []
            for other in kept where exits.overlaps(other.exits) {
                if plan.isInside(machine.rows[candidate].source, machine.rows[other.row].source) {
                    beaten.append(other.row)
                } else {
                    loses = true
                    break
                }
            }
            if loses {
                preempted.append(candidate)
                continue
            }
            preempted += beaten
            kept.removeAll { beaten.contains($0.row) }
            kept.append((candidate, exits))
        }
        guard !preempted.isEmpty else { return }
        chosen = kept.map(\.row)
        for place in met.indices where preempted.contains(met[place].row) { met[place].refusal = .preempted }
    }
}
