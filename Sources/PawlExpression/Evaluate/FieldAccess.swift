import PawlKit

/// Reading fields and elements of values whose type is known only now.
enum FieldAccess {
    /// `value.name`
    static func select(_ value: Value, _ name: String) throws(EvaluationError) -> Value {
        switch value {
        case .map(let map):
            if let found = map[name] { return found }
            throw EvaluationError(.noSuchKey, missing(name, among: map.entries.compactMap(\.key.text)))
        case .record(let record):
            if let found = record[name] { return found }
            guard record.type.slot(of: name) == nil else { throw EvaluationError(.noSuchKey, "the field '\(name)' is absent") }
            throw EvaluationError(.noSuchKey, missing(name, among: record.type.fields.map(\.name)))
        case .optional(let wrapped):
            guard let wrapped else { return .optional(nil) }
            return try selectOptional(wrapped, name)
        default: throw EvaluationError(.notAField, "\(value.typeText) has no field '\(name)'")
        }
    }

    private static func missing(_ name: String, among names: [String]) -> String {
        let nearest = NearestName.find(name, among: names.prefix(100))
        return "there is no '\(name)'" + (nearest.map { "; did you mean '\($0)'?" } ?? "")
    }

    /// `value.?name`
    static func selectOptional(_ value: Value, _ name: String) throws(EvaluationError) -> Value {
        switch value {
        case .map(let map): return flat(map[name])
        case .record(let record): return flat(record[name])
        case .optional(let wrapped):
            return try wrapped.map { (value) throws(EvaluationError) in try selectOptional(value, name) } ?? .optional(nil)
        default: throw EvaluationError(.notAField, "\(value.typeText) has no field '\(name)'")
        }
    }

    /// An optional of what was found; one that was found stays one.
    private static func flat(_ value: Value?) -> Value {
        if case .optional? = value { return value! }
        return .optional(value)
    }

    /// `has(value.name)`
    static func has(_ value: Value, _ name: String) throws(EvaluationError) -> Bool {
        switch value {
        case .map(let map): return map[name] != nil
        case .record(let record): return record[name] != nil
        case .optional(let wrapped): return try wrapped.map { (value) throws(EvaluationError) in try has(value, name) } ?? false
        default: throw EvaluationError(.notAField, "\(value.typeText) has no field '\(name)'")
        }
    }

    /// `value[index]`
    static func element(_ value: Value, _ index: Value) throws(EvaluationError) -> Value {
        switch value {
        case .list(let elements):
            guard let place = try place(index), elements.indices.contains(place) else {
                throw EvaluationError(.indexOutOfRange, "\(describe(index)) is not a place in a list of \(elements.count) elements")
            }
            return elements[place]
        case .map(let map):
            guard let found = ValueMap.Key(index, lenient: true).flatMap({ map[$0] }) else {
                throw EvaluationError(.noSuchKey, "there is no key \(describe(index))")
            }
            return found
        case .optional(let wrapped):
            guard let wrapped else { return .optional(nil) }
            return try elementOptional(wrapped, index)
        default: throw EvaluationError(.noSuchOverload, "\(value.typeText) cannot be indexed")
        }
    }

    /// `value[?index]`
    static func elementOptional(_ value: Value, _ index: Value) throws(EvaluationError) -> Value {
        switch value {
        case .list(let elements):
            guard let place = try place(index), elements.indices.contains(place) else { return .optional(nil) }
            return flat(elements[place])
        case .map(let map): return flat(ValueMap.Key(index, lenient: true).flatMap { map[$0] })
        case .optional(let wrapped):
            return try wrapped.map { (value) throws(EvaluationError) in try elementOptional(value, index) } ?? .optional(nil)
        default: throw EvaluationError(.noSuchOverload, "\(value.typeText) cannot be indexed")
        }
    }

    /// The place that a value counts, nil when it is none.
    private static func place(_ index: Value) throws(EvaluationError) -> Int? {
        switch index {
        case .int(let number): return Int(number)
        case .uint(let number): return Int(exactly: number)
        case .double(let number): return Int(exactly: number)
        default: throw EvaluationError(.noSuchOverload, "a list is indexed by int, not \(index.typeText)")
        }
    }

    static func describe(_ value: Value) -> String {
        switch value {
        case .string(let text): "'\(text.unicodeScalars.count > 60 ? String(text.unicodeScalars.prefix(60)) + "…" : text)'"
        default: (try? ExpressionText.string(of: value)) ?? value.typeText
        }
    }
}
