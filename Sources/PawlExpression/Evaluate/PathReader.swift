import PawlKit

/// Reads a variable and a chain of its fields.
///
/// The slot of a field in its record is known when the record is of the type that was checked; a record of another
/// layout, which may stand there when it fits, is read by name.
struct PathReader: Sendable {
    enum Root: Sendable {
        case slot(Int, name: String)
        case local(Int)
    }

    struct Step: Sendable {
        let name: String
        let record: RecordType?
        let slot: Int
        let range: Range<Int>
    }

    let root: Root
    var steps: [Step]
    let range: Range<Int>

    @inline(__always)
    private func start(_ frame: ExpressionFrame) throws(EvaluationError) -> Value {
        switch root {
        case .slot(let slot, let name):
            if let value = frame.slots[slot] { return value }
            throw missing(name)
        case .local(let slot):
            if let value = frame.locals[slot] { return value }
            throw missing("the element")
        }
    }

    @inline(never)
    private func missing(_ name: String) -> EvaluationError {
        EvaluationError(.noSuchVariable, "'\(name)' has no value here", at: range)
    }

    func read(_ frame: ExpressionFrame) throws(EvaluationError) -> Value {
        var value = try start(frame)
        for step in steps {
            if case .record(let record) = value, record.type === step.record, let field = record.fields[step.slot] {
                value = field
            } else {
                do throws(EvaluationError) { value = try FieldAccess.select(value, step.name) } catch { throw error.at(step.range) }
            }
        }
        return value
    }

    /// The code, of the Swift type that the static type allows.
    func code(_ type: StaticType) -> Code {
        switch type {
        case .bool: .bool(typed(Bool.self))
        case .int: .int(typed(Int64.self))
        case .double: .double(typed(Double.self))
        case .string, .enumeration: .string(typed(String.self))
        default: .value(typed(Value.self))
        }
    }

    private func typed<T: Native>(_: T.Type) -> Compute<T> {
        let slow: Compute<T> = { (frame) throws(EvaluationError) in
            let value = try read(frame)
            guard let typed = T.read(value) else { throw Code.mismatch(value, T.staticType, at: range) }
            return typed
        }
        guard steps.count == 1, let type = steps[0].record else { return slow }
        // One field of a record in a variable: most reads.
        let field = steps[0].slot
        switch root {
        case .slot(let slot, _):
            return { (frame) throws(EvaluationError) in
                if case .record(let record)? = frame.slots[slot], record.type === type, let value = record.fields[field],
                    let typed = T.read(value)
                {
                    return typed
                }
                return try slow(frame)
            }
        case .local(let slot):
            return { (frame) throws(EvaluationError) in
                if case .record(let record)? = frame.locals[slot], record.type === type, let value = record.fields[field],
                    let typed = T.read(value)
                {
                    return typed
                }
                return try slow(frame)
            }
        }
    }
}
