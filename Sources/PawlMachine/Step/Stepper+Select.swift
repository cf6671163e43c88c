import PawlExpression
import PawlKit

extension Stepper {
    /// Whether the active state at a place has no active state inside.
    private func isLeaf(_ place: Int, of active: [StateIndex]) -> Bool {
        place + 1 == active.count || active[place + 1] > plan.nodes[active[place]].last
    }

    /// Chooses rows for an event: active leaves in document order, each from leaf to root, at each level the exact rows, then `on: "*"`.
    ///
    /// They are in ``chosen`` then; without any, ``outcome(of:)`` says what becomes of the event.
    func select(_ event: StepEvent, _ met: inout Few<MetRow>) throws(StepFailure) {
        forget()
        chosen.removeAll()
        decisions.begin()
        let active = state.active
        for place in active.indices where isLeaf(place, of: active) {
            var level = active[place]
            while level >= 0 {
                if event.addressee == nil || event.addressee == level {
                    if let row = try firstEnabled(at: level, event, &met) {
                        if !chosen.contains(row) { chosen.append(row) }
                        break
                    }
                    if setsAside(level, event) != nil { break }
                }
                level = plan.nodes[level].parent
            }
        }
        if chosen.count > 1 { removeConflicts(&met) }
    }

    /// What a state does with an event that it does not take; nil when those around it are asked.
    private func setsAside(_ level: StateIndex, _ event: StepEvent) -> StepOutcome? {
        guard plan.nodes[level].setsAside, case .event(let index) = event.trigger else { return nil }
        if machine.states[level].ignored.contains(index) { return .ignored }
        return machine.states[level].deferred.contains(index) ? .deferred : nil
    }

    /// What becomes of an event for which the selection just made chose no row.
    func outcome(of event: StepEvent) -> StepOutcome {
        var outcome: StepOutcome?
        var reasons: [UnhandledReason] = []
        for place in state.active.indices where isLeaf(place, of: state.active) {
            var why = UnhandledReason.Why.noRow
            var level = state.active[place]
            while level >= 0 {
                if event.addressee == nil || event.addressee == level {
                    for place in rows(at: level, for: event).joined() {
                        let row = plan.lists[place]
                        guard case .some(let refusal?) = decisions[row] else { continue }
                        if why != .disabled { why = refusal == .disabled ? .disabled : .when }
                    }
                    if let aside = setsAside(level, event) {
                        if outcome != .deferred { outcome = aside }
                        break
                    }
                }
                level = plan.nodes[level].parent
            }
            reasons.append(UnhandledReason(state: machine.states[state.active[place]].path, why: why))
        }
        return outcome ?? .unhandled(reasons)
    }

    /// The rows of one level that an event could set off, in order: parts of the lists.
    private func rows(at level: StateIndex, for event: StepEvent) -> [Range<Int>] {
        switch event.trigger {
        case .start: []
        case .timer(let timer): machine.timers[timer].state == level ? [plan.timers[timer]] : []
        case .event(let index): [plan.rows(of: level, for: index)] + (plan.isExternal[index] ? [plan.nodes[level].anyEventRows] : [])
        }
    }

    /// Chooses eventless rows, by the same order.
    func selectAlways(_ met: inout Few<MetRow>) throws(StepFailure) {
        forget()
        chosen.removeAll()
        guard plan.hasAlways else { return }
        decisions.begin()
        for place in state.active.indices where isLeaf(place, of: state.active) {
            var level = state.active[place]
            while level >= 0 {
                if let row = try firstEnabled(among: plan.nodes[level].alwaysRows, nil, &met) {
                    if !chosen.contains(row) { chosen.append(row) }
                    break
                }
                level = plan.nodes[level].parent
            }
        }
        if chosen.count > 1 { removeConflicts(&met) }
    }

    private func firstEnabled(at level: StateIndex, _ event: StepEvent, _ met: inout Few<MetRow>) throws(StepFailure) -> RowIndex? {
        switch event.trigger {
        case .start: return nil
        case .timer(let timer):
            guard machine.timers[timer].state == level else { return nil }
            return try firstEnabled(among: plan.timers[timer], nil, &met)
        case .event(let index):
            if let row = try firstEnabled(among: plan.rows(of: level, for: index), event.payload, &met) { return row }
            guard plan.isExternal[index] else { return nil }
            return try firstEnabled(among: plan.nodes[level].anyEventRows, nil, &met)
        }
    }

    /// The first row whose conditions hold; those before it are noted with the reason why they do not.
    func firstEnabled(among list: Range<Int>, _ payload: Record?, _ met: inout Few<MetRow>) throws(StepFailure) -> RowIndex? {
        for place in list {
            let index = plan.lists[place]
            if let known = decisions[index] {
                if known == nil { return index }
                continue
            }
            var refusal: RowRecord.Refusal?
            let shape = plan.shapes[index]
            if shape.isGuarded {
                show(shape.source, event: payload, withEvent: shape.seesEvent)
                if let truth = shape.truth {
                    if try !holds(truth, of: index) { refusal = .when }
                } else {
                    refusal = try self.refusal(of: plan.rows[index])
                }
            }
            met.append(MetRow(row: index, refusal: refusal))
            decisions.decide(index, refusal)
            if refusal == nil { return index }
        }
        return nil
    }

    /// Whether the only condition of a row is true. The plan counts its reference, so that none is counted here.
    private func holds(_ condition: Unmanaged<Expression>, of row: RowIndex) throws(StepFailure) -> Bool {
        let result = condition._withUnsafeGuaranteedRef { condition in Result { () throws(EvaluationError) in try condition.isTrue(frame) }
        }
        do { return try result.get() } catch {
            let planned = plan.rows[row]
            guard let when = planned.when else { return false }
            throw when.failure(error, frame, place: planned.name)
        }
    }

    private func refusal(of row: PlannedRow) throws(StepFailure) -> RowRecord.Refusal? {
        if row.isDisabling { for disable in row.disables where try holds(disable, place: row.name) { return .disabled } }
        if let when = row.when, try !holds(when, place: row.name) { return .when }
        return nil
    }

    /// Whether a condition is true. One that is not a truth value is a failure, never false.
    ///
    /// The one place where conditions of rows, emits, outcomes and feedbacks are evaluated.
    func holds(_ condition: SourcedExpression, place: @autoclosure () -> String) throws(StepFailure) -> Bool {
        if condition.expression.isTruth {
            do { return try condition.expression.isTrue(frame) } catch { throw condition.failure(error, frame, place: place()) }
        }
        let value = try condition.evaluate(frame, place: place())
        guard case .bool(let truth) = value else {
            throw StepFailure(
                .type, "the condition is \(value.typeName), not bool", place: place(), expression: condition,
                values: condition.readings(frame))
        }
        return truth
    }

    /// Takes out rows whose exit sets meet: the descendant's row goes before the ancestor's, else the one of the earlier leaf.
    private func removeConflicts(_ met: inout Few<MetRow>) {
        var kept: [(row: RowIndex, exits: Range<Int>)] = []
        var preempted: [RowIndex] = []
        for candidate in chosen.list {
            let exits = exits(of: candidate)
            var loses = false
            var beaten: [RowIndex] = []
            for other in kept where exits.overlaps(other.exits) {
                if plan.isInside(plan.rows[candidate].source, plan.rows[other.row].source) {
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
        chosen.removeAll()
        for row in kept { chosen.append(row.row) }
        met.replace { preempted.contains($0.row) ? MetRow(row: $0.row, refusal: .preempted) : $0 }
    }
}
