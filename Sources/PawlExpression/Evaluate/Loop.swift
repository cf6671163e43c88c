import PawlKit

/// The loop of a macro: puts each element, or key and value, in the frame's local variables.
struct Loop: Sendable {
    let macro: Node.Macro
    let target: Compute<Value>
    let filter: BoolCode?
    /// The first local variable; a second one follows it.
    let slot: Int
    let hasTwo: Bool
    let range: Range<Int>

    /// Visits each element that the filter lets through, until the visitor has enough.
    @inline(__always)
    func run(_ frame: ExpressionFrame, _ isEnough: () throws(EvaluationError) -> Bool) throws(EvaluationError) {
        let locals = frame.locals + slot
        defer {
            // Nothing that was walked stays alive in the frame.
            locals[0].set(nil)
            if hasTwo { locals[1].set(nil) }
        }
        switch try target(frame) {
        case .list(let elements):
            // The list is held here for as long as its elements are lent.
            try elements.withUnsafeBufferPointer { (buffer) throws(EvaluationError) in
                guard let first = buffer.baseAddress else { return }
                for index in buffer.indices {
                    try step(frame)
                    if hasTwo { locals[0].set(.int(Int64(index))) }
                    locals[hasTwo ? 1 : 0].lend(first + index)
                    if let filter, !(try filter.run(frame)) { continue }
                    if try isEnough() { return }
                }
            }
        case .map(let map):
            for entry in map.entries {
                try step(frame)
                locals[0].set(entry.key.value)
                if hasTwo { locals[1].set(entry.value) }
                if let filter, !(try filter.run(frame)) { continue }
                if try isEnough() { return }
            }
        case let other:
            throw EvaluationError(.noSuchOverload, "'\(macro.rawValue)' walks a list or a map, not \(other.typeText)", at: range)
        }
    }

    @inline(__always)
    private func step(_ frame: ExpressionFrame) throws(EvaluationError) {
        do throws(EvaluationError) { try frame.charge(1) } catch { throw error.at(range) }
    }
}
