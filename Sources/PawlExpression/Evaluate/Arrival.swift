import PawlKit

/// What is done with a result before it leaves the evaluator.
enum Arrival {
    /// Nothing: it is a scalar of a proven type, or was read as it is from a variable.
    case none
    /// It is counted: a list whose parts are shared can be small in memory and beyond measure to whoever walks it.
    case measure
    /// Its type was not proven: it is checked, and put into the layout of its place.
    case convert(ValueType)

    /// Counts all parts of a value against the budget.
    static func measure(_ value: Value, _ frame: ExpressionFrame) throws(EvaluationError) {
        switch value {
        case .list(let values):
            try frame.charge(values.count)
            for element in values { try measure(element, frame) }
        case .map(let map):
            try frame.charge(map.count)
            for entry in map.entries { try measure(entry.value, frame) }
        case .record(let record):
            try frame.charge(record.fields.count)
            for case let field? in record.fields { try measure(field, frame) }
        case .optional(let wrapped?): try measure(wrapped, frame)
        default: break
        }
    }

    /// The value as one of that type: the same, or a record in the field order of the place.
    static func convert(_ value: Value, to type: ValueType, _ frame: ExpressionFrame) throws(EvaluationError) -> Value {
        switch (type, value) {
        case (.bool, .bool), (.int, .int), (.uint, .uint), (.double, .double), (.string, .string), (.string, .secret), (.bytes, .bytes),
            (.timestamp, .timestamp), (.duration, .duration):
            return value
        case (.any, _): return try data(value, frame)
        case (.enumeration(let members), .string(let text)):
            guard members.contains(text) else {
                throw EvaluationError(.typeMismatch, "'\(text)' is not a member of \(type)")
            }
            return value
        case (.list(let element), .list(let values)):
            try frame.chargeElements(values.count)
            var result: [Value] = []
            result.reserveCapacity(values.count)
            for value in values { result.append(try convert(value, to: element, frame)) }
            return .list(result)
        case (.map(let element), .map(let map)):
            try frame.chargeElements(map.count)
            var result = ValueMap()
            for entry in map.entries {
                guard entry.key.text != nil else { throw EvaluationError(.typeMismatch, "the keys of \(type) are texts") }
                result[entry.key] = try convert(entry.value, to: element, frame)
            }
            return .map(result)
        case (.record(let expected), .record(let record)):
            if record.type.layout === expected.layout { return value }
            return try convert(record.asMap, to: expected, frame)
        case (.record(let expected), .map(let map)): return try convert(map, to: expected, frame)
        default: throw EvaluationError(.typeMismatch, "expected \(type), got \(value.typeText)")
        }
    }

    private static func convert(_ map: ValueMap, to type: RecordType, _ frame: ExpressionFrame) throws(EvaluationError) -> Value {
        try frame.chargeElements(type.fields.count)
        var left = map.count
        var fields: [Value?] = []
        fields.reserveCapacity(type.fields.count)
        for field in type.fields {
            guard let value = map[field.name] else {
                guard field.isOptional else {
                    throw EvaluationError(.typeMismatch, "the field '\(field.name)' of \(ValueType.record(type)) is missing")
                }
                fields.append(nil)
                continue
            }
            left -= 1
            fields.append(try convert(value, to: field.type, frame))
        }
        guard left == 0 else {
            let extra = map.entries.first { $0.key.text.flatMap(type.field) == nil }
            throw EvaluationError(
                .typeMismatch, "\(ValueType.record(type)) has no field \(FieldAccess.describe(extra?.key.value ?? .null))")
        }
        return .record(Record(type: type, fields: fields))
    }

    /// The value if it is data: no type, no optional, text keys only.
    static func data(_ value: Value, _ frame: ExpressionFrame) throws(EvaluationError) -> Value {
        switch value {
        case .type, .optional: throw EvaluationError(.typeMismatch, "a value of type \(value.typeText) lives only inside expressions")
        case .list(let values):
            try frame.charge(values.count)
            for element in values { _ = try data(element, frame) }
        case .map(let map):
            try frame.charge(map.count)
            for entry in map.entries {
                guard entry.key.text != nil else { throw EvaluationError(.typeMismatch, "the keys of a map in data are texts") }
                _ = try data(entry.value, frame)
            }
        case .record(let record):
            for case let field? in record.fields { _ = try data(field, frame) }
        default: break
        }
        return value
    }
}
