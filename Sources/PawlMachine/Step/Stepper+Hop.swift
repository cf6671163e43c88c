import PawlKit

extension Stepper {
    /// Whether each of the rows chosen only hops.
    var isHop: Bool { takesShortcuts && chosen.allSatisfy { plan.shapes[$0].hop >= 0 } }

    /// Whether nothing follows when the rows chosen have hopped.
    var isLastHop: Bool { !plan.hasAlways && starters.isEmpty && chosen.allSatisfy { !plan.nodes[plan.shapes[$0].hop].isEnd } }

    /// Takes the rows chosen the short way.
    ///
    /// What leaving and entering come to is known before: each source gives its place to its target. Such rows are in regions of their
    /// own, so that none is in the way of another.
    func hop(_ before: MachineState, _ event: StepEvent, _ met: Few<MetRow>) throws(StepFailure) -> StepResult {
        if before.active.count == 1, let row = chosen.first {
            if plan.shapes[row].hasData { show(plan.shapes[row].source, event: event.payload, withEvent: true) }
            return try hopQuickly(row, before, met)
        }
        var (active, data) = (before.active, before.data)
        var left: [StateIndex] = []
        var entered: [StateIndex] = []
        left.reserveCapacity(chosen.count)
        entered.reserveCapacity(chosen.count)
        try chosen.visit { (row) throws(StepFailure) in
            let shape = plan.shapes[row]
            guard let place = before.place(of: shape.source) else { return }
            active[place] = shape.hop
            if shape.hasData {
                data[place] = try self.data(of: row, shape.hop, event)
            } else if !data[place].fields.isEmpty || !plan.blank[shape.hop][0].fields.isEmpty {
                // Empty records are all alike, and regions often have nothing else.
                data[place] = plan.blank[shape.hop][0]
            }
            left.append(shape.source)
            entered.append(shape.hop)
        }
        // States are left in reverse document order.
        left.reverse()
        return StepResult(.taken, met: met, state: before.moved(to: active, data), .lists(left: left, entered: entered))
    }

    /// The data of the target; every mapping sees the data as it was before the microstep.
    private func data(of row: RowIndex, _ target: StateIndex, _ event: StepEvent) throws(StepFailure) -> Record {
        guard let data = plan.rows[row].hop?.data else { return plan.blank[target][0] }
        show(plan.shapes[row].source, event: event.payload, withEvent: true)
        return try data.make(self)
    }
}
