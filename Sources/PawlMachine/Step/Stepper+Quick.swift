import PawlExpression
import PawlKit

// Most steps of most machines: one state is active, its own rows are all that is asked, and the one taken only hops. Nothing is put
// into the working memory for them, and what expressions see is lent by the caller of the step.
extension Stepper {
    /// Chooses the row of the only active state.
    func selectQuickly(
        _ rows: Range<Int>, _ before: borrowing MachineState, _ event: borrowing StepEvent, _ met: inout Few<MetRow>
    ) throws(StepFailure) -> RowIndex? {
        let source = before.active[0]
        lone = source
        decisions.begin()
        if plan.nodes[source].visible == source {
            before.data.withUnsafeBufferPointer { frame.lend($0.baseAddress!, as: VariableSlot.state) }
        }
        frame.lend(event.payload, as: VariableSlot.event)
        seen = Seen(source: source, hasEvent: true)
        return try firstEnabled(among: rows, nil, &met)
    }

    /// Takes a row that hops from the only active state; what it makes data of is already shown.
    func hopQuickly(_ row: RowIndex, _ before: borrowing MachineState, _ met: Few<MetRow>) throws(StepFailure) -> StepResult {
        let shape = plan.shapes[row]
        let data: [Record]
        if let record = shape.record { data = [try make(record)] } else { data = plan.blank[shape.hop] }
        return StepResult(.taken, met: met, state: before.moved(to: plan.alone[shape.hop], data), .hop(from: shape.source, to: shape.hop))
    }

    /// Makes a record. The plan counts its reference, so that none is counted here.
    private func make(_ record: Unmanaged<PlannedRecord>) throws(StepFailure) -> Record {
        try record._withUnsafeGuaranteedRef { record in Result { () throws(StepFailure) in try record.make(self) } }.get()
    }
}
