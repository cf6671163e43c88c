import PawlExpression
import PawlKit

extension Stepper {
    /// The rows chosen for an event, and all that were met on the way.
    struct Selection {
        /// The rows to take, without conflicts, in document order of their leaves.
        var taken: [RowIndex] = []
        /// All rows met, in order.
        var met: [MetRow] = []
        /// What becomes of the event when no row is taken.
        var outcome: StepOutcome = .taken
    }

    /// Chooses rows for an event: active leaves in document order, each from leaf to root, at each level the exact rows, then `on: "*"`.
    func select(_ event: StepEvent) throws(StepFailure) -> Selection {
        var selection = Selection()
        var decided: [RowIndex: RowRecord.Refusal?] = [:]
        var reasons: [UnhandledReason] = []
        var isIgnored = false
        var isDeferred = false
        for leaf in machine.leaves(of: state) {
            var refusals: Set<RowRecord.Refusal> = []
            var level: StateIndex? = leaf
            var chosen: RowIndex?
            climb: while let current = level {
                let isAddressed = event.addressee == nil || event.addressee == current
                if isAddressed {
                    if let row = try firstEnabled(at: current, event, &selection.met, &decided, &refusals) {
                        chosen = row
                        break climb
                    }
                    if case .event(let index) = event.trigger {
                        if machine.states[current].ignored.contains(index) {
                            isIgnored = true
                            break climb
                        }
                        if machine.states[current].deferred.contains(index) {
                            isDeferred = true
                            break climb
                        }
                    }
                }
                level = machine.states[current].parent
            }
            if let chosen {
                if !selection.taken.contains(chosen) { selection.taken.append(chosen) }
            } else {
                reasons.append(UnhandledReason(state: machine.states[leaf].path, why: why(refusals)))
            }
        }
        removeConflicts(&selection)
        if selection.taken.isEmpty {
            selection.outcome = isDeferred ? .deferred : isIgnored ? .ignored : .unhandled(reasons)
        }
        return selection
    }

    /// Chooses eventless rows, by the same order.
    func selectAlways() throws(StepFailure) -> Selection {
        var selection = Selection()
        var decided: [RowIndex: RowRecord.Refusal?] = [:]
        var refusals: Set<RowRecord.Refusal> = []
        for leaf in machine.leaves(of: state) {
            var level: StateIndex? = leaf
            while let current = level {
                let rows = machine.states[current].alwaysRows
                if !rows.isEmpty, let row = try firstEnabled(among: rows, event: nil, &selection.met, &decided, &refusals) {
                    if !selection.taken.contains(row) { selection.taken.append(row) }
                    break
                }
                level = machine.states[current].parent
            }
        }
        removeConflicts(&selection)
        return selection
    }

    private func firstEnabled(
        at level: StateIndex, _ event: StepEvent, _ met: inout [MetRow], _ decided: inout [RowIndex: RowRecord.Refusal?],
        _ refusals: inout Set<RowRecord.Refusal>
    ) throws(StepFailure) -> RowIndex? {
        switch event.trigger {
        case .start:
            return nil
        case .timer(let timer):
            guard machine.timers[timer].state == level else { return nil }
            return try firstEnabled(among: machine.timers[timer].rows, event: nil, &met, &decided, &refusals)
        case .event(let index):
            if let rows = machine.states[level].rows[index],
                let row = try firstEnabled(among: rows, event: event.payload, &met, &decided, &refusals)
            {
                return row
            }
            guard machine.events[index].origin == .external, !machine.states[level].anyEventRows.isEmpty else { return nil }
            return try firstEnabled(among: machine.states[level].anyEventRows, event: nil, &met, &decided, &refusals)
        }
    }

    /// The first row whose conditions hold, and why those before it do not. Each row is evaluated once in a selection, however many leaves
    /// pass it.
    private func firstEnabled(
        among rows: [RowIndex], event: Record?, _ met: inout [MetRow], _ decided: inout [RowIndex: RowRecord.Refusal?],
        _ refusals: inout Set<RowRecord.Refusal>
    ) throws(StepFailure) -> RowIndex? {
        for index in rows {
            guard machine.rows[index].isGuarded else {
                if decided.updateValue(nil, forKey: index) == nil { met.append(MetRow(row: index)) }
                return index
            }
            if let known = decided[index] {
                guard let refusal = known else { return index }
                refusals.insert(refusal)
                continue
            }
            let seen = machine.visibleData(of: machine.rows[index].source, in: state)
            frame[VariableSlot.state] = seen.map { .record($0) }
            frame[VariableSlot.event] = event.map { .record($0) }
            let refusal = try refusal(of: index)
            met.append(MetRow(row: index, refusal: refusal, seen: (seen, event)))
            decided.updateValue(refusal, forKey: index)
            guard let refusal else { return index }
            refusals.insert(refusal)
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

    private func why(_ refusals: Set<RowRecord.Refusal>) -> UnhandledReason.Why {
        if refusals.isEmpty { return .noRow }
        return refusals.contains(.disabled) ? .disabled : .when
    }

    /// Takes out rows whose exit sets meet: the descendant's row goes before the ancestor's, else the one of the earlier leaf.
    private func removeConflicts(_ selection: inout Selection) {
        guard selection.taken.count > 1 else { return }
        var kept: [RowIndex] = []
        var preempted: Set<RowIndex> = []
        for candidate in selection.taken {
            let exits = Set(exitSet(of: candidate))
            var loses = false
            var beaten: [RowIndex] = []
            for other in kept where !exits.isDisjoint(with: exitSet(of: other)) {
                if machine.isInside(machine.rows[candidate].source, machine.rows[other].source) {
                    beaten.append(other)
                } else {
                    loses = true
                    break
                }
            }
            if loses {
                preempted.insert(candidate)
                continue
            }
            preempted.formUnion(beaten)
            kept.removeAll { beaten.contains($0) }
            kept.append(candidate)
        }
        selection.taken = kept
        for place in selection.met.indices where preempted.contains(selection.met[place].row) {
            selection.met[place].refusal = .preempted
        }
    }
}
