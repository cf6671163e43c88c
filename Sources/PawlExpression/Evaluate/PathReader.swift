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
            if let value = frame.slots[slot].value { return value }
            throw missing(name)
        case .local(let slot):
            if let value = frame.locals[slot].value { return value }
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
            if case .record(let record) = value, record.type.layout === step.record?.layout, let field = record.fields[step.slot] {
                value = field
            } else {
                do throws(EvaluationError) { value = try FieldAccess.select(value, step.name) } catch { throw error.at(step.range) }
            }
        }
        return value
    }

    /// The code, of the Swift type that the static type allows.
    func code(_ type: StaticType) -> Code {
        switch (type, steps.count, steps.first?.record) {
        case (.bool, 1, let record?): boolField(record)
        case (.int, 1, let record?): intField(record)
        case (.double, 1, let record?): doubleField(record)
        case (.string, 1, let record?), (.enumeration, 1, let record?): stringField(record)
        case (.bool, _, _): .bool { (frame) throws(EvaluationError) in try typed(frame) }
        case (.int, _, _): .int { (frame) throws(EvaluationError) in try typed(frame) }
        case (.double, _, _): .double { (frame) throws(EvaluationError) in try typed(frame) }
        case (.string, _, _), (.enumeration, _, _): .string { (frame) throws(EvaluationError) in try typed(frame) }
        default: .value { (frame) throws(EvaluationError) in try read(frame) }
        }
    }

    @inline(never)
    private func typed<T: Native>(_ frame: ExpressionFrame) throws(EvaluationError) -> T {
        let value = try read(frame)
        guard let typed = T.read(value) else { throw Code.mismatch(value, T.staticType, at: range) }
        return typed
    }
}

// MARK: One field of a record in a variable: most reads

extension PathReader {
    private var place: (isLocal: Bool, slot: Int) {
        switch root {
        case .slot(let slot, _): (false, slot)
        case .local(let slot): (true, slot)
        }
    }

    private func boolField(_ type: RecordType) -> Code {
        let ((isLocal, slot), field, layout) = (place, steps[0].slot, type.layout)
        return .bool { (frame) throws(EvaluationError) in
            if let fields = (isLocal ? frame.locals : frame.slots)[slot].fields(of: layout, holding: field),
                case .bool(let truth)? = fields[field]
            {
                return truth
            }
            return try typed(frame)
        }
    }

    private func intField(_ type: RecordType) -> Code {
        let ((isLocal, slot), field, layout) = (place, steps[0].slot, type.layout)
        return .int { (frame) throws(EvaluationError) in
            if let fields = (isLocal ? frame.locals : frame.slots)[slot].fields(of: layout, holding: field),
                case .int(let number)? = fields[field]
            {
                return number
            }
            return try typed(frame)
        }
    }

    private func doubleField(_ type: RecordType) -> Code {
        let ((isLocal, slot), field, layout) = (place, steps[0].slot, type.layout)
        return .double { (frame) throws(EvaluationError) in
            if let fields = (isLocal ? frame.locals : frame.slots)[slot].fields(of: layout, holding: field),
                case .double(let number)? = fields[field]
            {
                return number
            }
            return try typed(frame)
        }
    }

    private func stringField(_ type: RecordType) -> Code {
        let ((isLocal, slot), field, layout) = (place, steps[0].slot, type.layout)
        return .string { (frame) throws(EvaluationError) in
            if let fields = (isLocal ? frame.locals : frame.slots)[slot].fields(of: layout, holding: field),
                case .string(let text)? = fields[field]
            {
                return text
            }
            return try typed(frame)
        }
    }
}
