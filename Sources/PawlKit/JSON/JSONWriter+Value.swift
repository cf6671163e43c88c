extension JSONWriter {
    /// Writes a value of a type.
    ///
    /// - Throws: ``JSONError`` when the value is not one of the type or holds something that is never data.
    public mutating func write(_ value: Value, as type: ValueType) throws(JSONError) { try write(value, as: type, depth: 0) }

    private mutating func write(_ value: Value, as type: ValueType, depth: Int) throws(JSONError) {
        // One type at a time: matching pairs of type and value copies both, which costs more than writing them.
        switch type {
        case .any: return try writeAny(value, depth: depth)
        case .bool: if case .bool(let truth) = value { return bool(truth) }
        case .int: if case .int(let number) = value { return int(number) }
        case .uint: if case .uint(let number) = value { return uint(number) }
        case .double: if case .double(let number) = value { return double(number) }
        case .string:
            if case .string(let text) = value { return string(text) }
            if case .secret(let secret) = value { return write(secret) }
        case .bytes: if case .bytes(let bytes) = value { return plainString(Base64.encode(bytes)) }
        case .timestamp: if case .timestamp(let time) = value { return plainString(time.text.utf8) }
        case .duration: if case .duration(let amount) = value { return plainString(amount.text.utf8) }
        case .enumeration(let members): if case .string(let text) = value, members.contains(text) { return string(text) }
        case .list(let element): if case .list(let elements) = value { return try write(elements, as: element, depth: depth) }
        case .map(let element): if case .map(let map) = value { return try write(map, as: element, depth: depth) }
        case .record(let type):
            if case .record(let record) = value, record.type.hasSameLayout(as: type) {
                return try write(record.fields, as: type, depth: depth)
            }
        }
        let converted: Value
        do { converted = try type.convert(value) } catch { throw JSONError(error) }
        try write(converted, as: type, depth: depth)
    }

    private mutating func write(_ fields: [Value?], as type: RecordType, depth: Int) throws(JSONError) {
        try check(depth)
        beginObject()
        for (slot, field) in type.fields.enumerated() {
            guard let value = fields[slot] else {
                if field.isOptional { continue }
                throw JSONError(TypeMismatch(.missingFields([field.name]), expected: .record(type)))
            }
            if field.isOptional, case .null = value { continue }
            key(encoded: type.jsonKeys[slot])
            do { try write(value, as: field.type, depth: depth + 1) } catch { throw error.inField(field.name) }
        }
        endObject()
    }

    private mutating func write(_ elements: [Value], as type: ValueType, depth: Int) throws(JSONError) {
        try check(depth)
        beginArray()
        for (index, element) in elements.enumerated() {
            do { try write(element, as: type, depth: depth + 1) } catch { throw error.inElement(index) }
        }
        endArray()
    }

    private mutating func write(_ map: ValueMap, as type: ValueType, depth: Int) throws(JSONError) {
        try check(depth)
        beginObject()
        for entry in map.sortedEntries {
            guard case .string(let name) = entry.key else {
                throw JSONError(
                    .notData,
                    message: "a map in data has texts as keys, found the key \(entry.key.value.shortDescription); use string(…) on it")
            }
            key(name)
            do { try write(entry.value, as: type, depth: depth + 1) } catch { throw error.inField(name) }
        }
        endObject()
    }

    private mutating func writeAny(_ value: Value, depth: Int) throws(JSONError) {
        switch value {
        case .null: null()
        case .bool(let truth): bool(truth)
        case .int(let number): int(number)
        case .uint(let number): if dialect == .plain { uint(number) } else { tagged(JSONTag.uint) { $0.plainString("\(number)".utf8) } }
        case .double(let number):
            if number.isFinite || dialect == .plain { double(number) } else { tagged(JSONTag.double) { $0.double(number) } }
        case .string(let text): string(text)
        case .bytes(let bytes): tagged(JSONTag.bytes) { $0.plainString(Base64.encode(bytes)) }
        case .timestamp(let time): tagged(JSONTag.timestamp) { $0.plainString(time.text.utf8) }
        case .duration(let amount): tagged(JSONTag.duration) { $0.plainString(amount.text.utf8) }
        case .secret(let secret): write(secret)
        case .list(let elements): try write(elements, as: .any, depth: depth)
        // A record in an `any` place reads back as a map, so it is written as one.
        case .record(let record): try writeAny(.map(record.asMap), depth: depth)
        case .map(let map):
            guard dialect == .canonical, map.entries.contains(where: { $0.key.text.map(JSONTag.isReserved) ?? false }) else {
                return try write(map, as: .any, depth: depth)
            }
            try check(depth)
            beginObject()
            key(JSONTag.map)
            try write(map, as: .any, depth: depth + 1)
            endObject()
        case .type, .optional:
            throw JSONError(.notData, message: "\(value.shortDescription) exists only inside expressions and cannot be stored")
        }
    }

    private mutating func tagged(_ tag: String, content: (inout JSONWriter) -> Void) {
        if dialect == .plain { return content(&self) }
        beginObject()
        key(tag)
        content(&self)
        endObject()
    }

    private mutating func write(_ secret: Secret) {
        if dialect == .plain { return string(secret.masked) }
        beginObject()
        key(JSONTag.secret)
        beginArray()
        for part in secret.parts {
            switch part {
            case .text(let text): string(text)
            case .name(let name):
                beginObject()
                key(JSONTag.name)
                string(name)
                endObject()
            }
        }
        endArray()
        endObject()
    }

    private func check(_ depth: Int) throws(JSONError) {
        if depth >= JSONLimit.depth {
            throw JSONError(.tooDeep, message: "lists and maps are nested more than \(JSONLimit.depth) deep; store a flatter value")
        }
    }
}

extension Secret {
    /// The text with each secret shown as the expression that names it: `Bearer ${ secret('PAY_KEY') }`.
    public var masked: String {
        parts.map {
            switch $0 {
            case .text(let text): text
            case .name(let name): "${ secret('\(name)') }"
            }
        }.joined()
    }
}
