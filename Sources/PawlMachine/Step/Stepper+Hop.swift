import PawlKit

extension Stepper {
    /// Whether each of the rows chosen only hops.
    var isHop: Bool { takesShortcuts && chosen.allSatisfy { plan.rows[$0].hop != nil } }

    /// Takes the rows chosen the short way; nil when the step goes on from there as from any other microstep.
    ///
    /// What leaving and entering come to is known before: each source gives its place to its target. Such rows are in regions of their
    /// own, so that none is in the way of another.
    func hop(_ before: MachineState, _ event: StepEvent, _ met: MetRows) throws(StepFailure) -> StepResult? {
        if before.active.count == 1, let hop = plan.rows[chosen[0]].hop {
            let data = hop.fields.isEmpty ? plan.blank[hop.target] : [try data(of: hop, chosen[0], event)]
            let active = plan.alone[hop.target]
            let after = MachineState(active: active, data: data, history: before.history)
            if isAtRest, !hop.isEnd { return StepResult(.taken, met: met, state: after, left: before.active, entered: active) }
            (state, left, entered) = (after, before.active, active)
            return nil
        }
        var result = StepResult(.taken, met: met, state: before)
        result.left.reserveCapacity(chosen.count)
        result.entered.reserveCapacity(chosen.count)
        for index in chosen {
            let source = plan.rows[index].source
            guard let hop = plan.rows[index].hop, let place = before.place(of: source) else { continue }
            result.state.active[place] = hop.target
            result.state.data[place] = hop.fields.isEmpty ? plan.blank[hop.target][0] : try data(of: hop, index, event)
            result.left.append(source)
            result.entered.append(hop.target)
        }
        // States are left in reverse document order.
        result.left.reverse()
        if isAtRest { return result }
        (state, left, entered) = (result.state, result.left, result.entered)
        return nil
    }

    /// Whether nothing follows a hop.
    private var isAtRest: Bool { !plan.hasAlways && starters.isEmpty }

    /// The data of the target; every mapping sees the data as it was before the microstep.
    private func data(of hop: PlannedRow.Hop, _ index: RowIndex, _ event: StepEvent) throws(StepFailure) -> Record {
        if seen != .conditions(of: index, withEvent: true) { see(plan.rows[index].source, event: event.payload) }
        return try record(hop.fields, type: hop.type, place: plan.rows[index].name)
    }
}
