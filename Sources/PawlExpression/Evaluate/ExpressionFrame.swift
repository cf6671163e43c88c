package import PawlKit

/// The variables' values and the context of one evaluation.
///
/// Made once and used again for many evaluations, so that a guard costs no allocation. Not Sendable: one task, one frame.
package final class ExpressionFrame {
    /// The number of variable slots.
    package let slotCount: Int
    /// Whether the state with that number is active.
    package var isActive: (Int) -> Bool = { _ in false }
    /// What `uuid()` makes its texts from, together with the call's place and count; it must differ for each step and each
    /// place in the file. A function, because few expressions ask for it.
    package var uuidSeed: () -> String = { "" } {
        didSet { restartUUIDs() }
    }
    /// The rules of time zones; without them only UTC and fixed offsets are known.
    package var timeZones: (any TimeZones)?
    /// What conditions written in Swift said.
    package var guards = GuardMemory()
    /// What one evaluation may use.
    package var limits: ExpressionLimits {
        get { work.pointee.limits }
        set { work.pointee.limits = newValue }
    }

    // Pointers, so that reading a slot costs no exclusivity check; they are owned and freed here.
    let slots: UnsafeMutablePointer<Slot>
    var locals: UnsafeMutablePointer<Slot> { work.pointee.locals }
    private let work: UnsafeMutablePointer<Work>
    /// The pattern that was compiled last at run time.
    var lastPattern: Pattern?

    private struct Work {
        var remaining = 0
        var uuidCalls = 0
        var limits = ExpressionLimits.standard
        var locals: UnsafeMutablePointer<Slot>
        var localCount = 0
    }

    /// Creates a frame with room for so many variables.
    package init(slotCount: Int) {
        self.slotCount = slotCount
        slots = .allocate(capacity: max(1, slotCount))
        slots.initialize(repeating: Slot(), count: slotCount)
        work = .allocate(capacity: 1)
        work.initialize(to: Work(locals: .allocate(capacity: 1)))
    }

    deinit {
        slots.deinitialize(count: slotCount)
        slots.deallocate()
        locals.deinitialize(count: work.pointee.localCount)
        locals.deallocate()
        work.deinitialize(count: 1)
        work.deallocate()
    }

    /// The value of a variable, nil when it has none.
    package subscript(slot: Int) -> Value? {
        get {
            precondition(slot >= 0 && slot < slotCount, "the frame has \(slotCount) slots, not \(slot + 1)")
            return slots[slot].value
        }
        set {
            precondition(slot >= 0 && slot < slotCount, "the frame has \(slotCount) slots, not \(slot + 1)")
            slots[slot].set(newValue)
        }
    }

    /// Shows a record as a variable, without holding it: the caller does, until the variable is set again or cleared.
    package func lend(_ record: UnsafePointer<Record>, as slot: Int) {
        precondition(slot >= 0 && slot < slotCount, "the frame has \(slotCount) slots, not \(slot + 1)")
        slots[slot].lend(record.pointee)
    }

    /// Shows a record as a variable, without holding it, or takes the variable its value.
    package func lend(_ record: borrowing Record?, as slot: Int) {
        precondition(slot >= 0 && slot < slotCount, "the frame has \(slotCount) slots, not \(slot + 1)")
        switch record {
        case .some(let record): slots[slot].lend(record)
        case .none: slots[slot].clear()
        }
    }

    /// Takes variables their values, if they have any.
    package func clear(_ range: Range<Int>) {
        precondition(range.lowerBound >= 0 && range.upperBound <= slotCount, "the frame has \(slotCount) slots, not \(range.upperBound)")
        for slot in range { slots[slot].clear() }
    }

    /// Makes ready for one evaluation of an expression with so many local variables.
    @inline(__always)
    func begin(locals count: Int) {
        work.pointee.remaining = work.pointee.limits.work
        if count > work.pointee.localCount { growLocals(count) }
    }

    @inline(never)
    private func growLocals(_ count: Int) {
        let old = work.pointee.localCount
        let grown = UnsafeMutablePointer<Slot>.allocate(capacity: count)
        grown.moveInitialize(from: locals, count: old)
        (grown + old).initialize(repeating: Slot(), count: count - old)
        locals.deallocate()
        work.pointee.locals = grown
        work.pointee.localCount = count
    }

    /// Takes from the budget, before the work is done.
    @inline(__always)
    func charge(_ amount: Int) throws(EvaluationError) {
        work.pointee.remaining &-= amount
        if work.pointee.remaining < 0 { throw exhausted() }
    }

    @inline(never)
    private func exhausted() -> EvaluationError {
        // No later charge may succeed by wrapping round.
        work.pointee.remaining = -1
        return EvaluationError(.limitExceeded, "the expression did more than \(limits.work) units of work")
    }

    /// Charges for a list or a map of so many elements, and checks that it may be so large.
    func chargeElements(_ count: Int) throws(EvaluationError) {
        guard count <= limits.size else {
            throw EvaluationError(
                .limitExceeded, "a list or map of \(count) elements is more than the \(limits.size) an expression may make")
        }
        try charge(1 + count)
    }

    /// Charges for a text of so many bytes, and checks that it may be so long.
    func chargeBytes(_ count: Int) throws(EvaluationError) {
        guard count <= limits.size * 16 else {
            throw EvaluationError(
                .limitExceeded, "a text of \(count) bytes is more than the \(limits.size * 16) an expression may make")
        }
        try charge(1 + count / 16)
    }

    /// Counts the calls of `uuid()` from the beginning: the seed is now that of another step.
    package func restartUUIDs() { work.pointee.uuidCalls = 0 }

    /// Counts the calls of `uuid()` since the seed was set.
    func nextUUIDCall() -> Int {
        work.pointee.uuidCalls += 1
        return work.pointee.uuidCalls
    }
}

@available(*, unavailable)
extension ExpressionFrame: Sendable {}
