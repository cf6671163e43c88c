extension ValueType {
    /// The value as one of this type.
    ///
    /// A map or a record of another layout becomes a record of this one, field by field by name; lists and maps are converted
    /// element by element; a text is checked against the enum. Null and an empty optional are an absent field. Numbers never
    /// change their kind. A value that is of this type already is returned as it is, without a copy; `any` takes all.
    /// - Throws: ``TypeMismatch`` with the path of the first part that does not fit.
    public func convert(_ value: Value) throws(TypeMismatch) -> Value { try replacement(for: value) ?? value }

    /// What stands for a value in this type; nil when the value is right as it is.
    fileprivate func replacement(for value: Value) throws(TypeMismatch) -> Value? {
        switch (self, value) {
        case (.any, _), (.bool, .bool), (.int, .int), (.uint, .uint), (.double, .double), (.string, .string), (.string, .secret),
            (.bytes, .bytes), (.timestamp, .timestamp), (.duration, .duration):
            return nil
        case (.enumeration(let type), .string(let text)):
            if type.contains(text) { return nil }
            throw TypeMismatch(.notAMember(text), expected: self)
        case (.list(let element), .list(let elements)): return try Self.replacement(forElements: elements, of: element)
        case (.map(let type), .map(let map)): return try replacement(forEntries: map, of: type)
        case (.map(let type), .record(let record)):
            let map = Value.map(record.asMap)
            return try ValueType.map(type).convert(map)
        case (.record(let type), .record(let record)):
            if record.type === type { return try type.replacement(for: record.fields) }
            if record.type.hasSameLayout(as: type) {
                return try type.replacement(for: record.fields) ?? .record(Record(type: type, fields: record.fields))
            }
            return try type.record(from: zip(record.type.fields, record.fields).map { ($0.name, $1) })
        case (.record(let type), .map(let map)):
            var fields: [(String, Value?)] = []
            fields.reserveCapacity(map.count)
            for entry in map.entries {
                guard let name = entry.key.text else {
                    throw TypeMismatch(.type(found: "a map with the key \(entry.key.value.shortDescription)"), expected: self)
                }
                fields.append((name, entry.value))
            }
            return try type.record(from: fields)
        default: throw TypeMismatch(found: value, expected: self)
        }
    }

    private static func replacement(forElements elements: [Value], of type: ValueType) throws(TypeMismatch) -> Value? {
        if type == .any { return nil }
        var changed: [Value]?
        for (index, element) in elements.enumerated() {
            let replacement: Value?
            do { replacement = try type.replacement(for: element) } catch { throw error.inElement(index) }
            guard let replacement else { continue }
            if changed == nil { changed = elements }
            changed?[index] = replacement
        }
        return changed.map { .list($0) }
    }

    private func replacement(forEntries map: ValueMap, of type: ValueType) throws(TypeMismatch) -> Value? {
        var changed: ValueMap?
        for entry in map.entries {
            guard let name = entry.key.text else {
                throw TypeMismatch(.type(found: "a map with the key \(entry.key.value.shortDescription)"), expected: self)
            }
            let replacement: Value?
            do { replacement = try type.replacement(for: entry.value) } catch { throw error.inField(name) }
            guard let replacement else { continue }
            if changed == nil { changed = map }
            changed?[entry.key] = replacement
        }
        return changed.map { .map($0) }
    }
}

extension RecordType {
    /// What stands for a record of this layout; nil when it is right as it is.
    fileprivate func replacement(for slots: [Value?]) throws(TypeMismatch) -> Value? {
        var changed: [Value?]?
        var missing: [String] = []
        for (slot, field) in fields.enumerated() {
            guard let value = slots[slot] else {
                if !field.isOptional { missing.append(field.name) }
                continue
            }
            switch try field.content(of: value) {
            case .same: continue
            case .absent:
                if changed == nil { changed = slots }
                changed?[slot] = nil
            case .other(let value):
                if changed == nil { changed = slots }
                changed?[slot] = value
            }
        }
        guard missing.isEmpty else { throw TypeMismatch(.missingFields(missing), expected: .record(self)) }
        return changed.map { .record(Record(type: self, fields: $0)) }
    }

    /// A record of this layout from fields in any order.
    fileprivate func record(from named: [(name: String, value: Value?)]) throws(TypeMismatch) -> Value {
        var slots = [Value?](repeating: nil, count: fields.count)
        for (name, value) in named {
            guard let value else { continue }
            guard let slot = slot(of: name) else { throw TypeMismatch(.unknownField(name), expected: .record(self)) }
            slots[slot] = value
        }
        return try replacement(for: slots) ?? .record(Record(type: self, fields: slots))
    }
}

extension RecordType.Field {
    fileprivate enum Content {
        case same
        case absent
        case other(Value)
    }

    fileprivate func content(of value: Value) throws(TypeMismatch) -> Content {
        if isOptional {
            switch value {
            case .null, .optional(nil): return .absent
            case .optional(let wrapped?):
                do { return .other(try type.convert(wrapped)) } catch { throw error.inField(name) }
            default: break
            }
        }
        do { return try type.replacement(for: value).map { .other($0) } ?? .same } catch { throw error.inField(name) }
    }
}
