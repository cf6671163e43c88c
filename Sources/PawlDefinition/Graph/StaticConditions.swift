import PawlExpression
import PawlMachine

/// Conditions whose value the state alone decides: those that read nothing but `active('X')`.
struct StaticConditions {
    private let machine: Machine
    private let frame = ExpressionFrame(slotCount: VariableSlot.count)

    init(_ machine: Machine) { self.machine = machine }

    /// The value that a condition always has while a leaf is active; nil when it depends on more.
    func value(of condition: SourcedExpression, in leaf: StateIndex) -> Bool? {
        guard condition.expression.reads.isEmpty, !condition.isNative else { return nil }
        var isCertain = true
        frame.isActive = { state in
            guard let isActive = isActive(state, with: leaf) else {
                isCertain = false
                return false
            }
            return isActive
        }
        guard let value = try? condition.expression.isTrue(frame), isCertain else { return nil }
        return value
    }

    /// Whether a state is active whenever a leaf is; nil when it may or may not be, in another region.
    private func isActive(_ state: StateIndex, with leaf: StateIndex) -> Bool? {
        var isCertain = true
        var inner = state
        while !(inner == leaf || machine.isInside(leaf, inner)) {
            guard let outer = machine.states[inner].parent else { return true }
            if machine.states[outer].kind != .parallel {
                // The leaf is elsewhere in this state, of which only one child is active.
                if outer == leaf || machine.isInside(leaf, outer) { return false }
                isCertain = false
            }
            inner = outer
        }
        return isCertain ? true : nil
    }
}
