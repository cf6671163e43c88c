extension JSONReader {
    /// Reads a value of a type.
    mutating func value(as type: ValueType) throws(JSONError) -> Value {
        switch type {
        case .any: return try any()
        case .bool:
            if skip(word: "true") { return .bool(true) }
            if skip(word: "false") { return .bool(false) }
            throw try mismatch(type)
        case .int:
            let number = try wholeNumber(type)
            return .int(try int(number))
        case .uint:
            let number = try wholeNumber(type)
            return .uint(try uint(number))
        case .double: return .double(try double())
        case .string:
            if peek() == UInt8(ascii: "\"") { return .string(try string()) }
            if dialect == .canonical, peek() == UInt8(ascii: "{") { return try tagged(only: JSONTag.secret) }
            throw try mismatch(type)
        case .bytes: return .bytes(try bytesValue())
        case .timestamp: return .timestamp(try timestamp())
        case .duration: return .duration(try duration())
        case .enumeration(let enumeration):
            let (text, offset) = try text(type)
            if enumeration.contains(text) { return .string(text) }
            throw located(TypeMismatch(.notAMember(text), expected: type), at: offset)
        case .list(let element): return try list(of: element)
        case .map(let element): return try map(of: element)
        case .record(let record): return try self.record(record)
        }
    }

    private mutating func wholeNumber(_ type: ValueType) throws(JSONError) -> Number {
        guard let number = try number() else { throw try mismatch(type) }
        if number.isWhole { return number }
        let text = text(of: number)
        throw failure(.mismatch, "expected \(type), found \(text); write a whole number, without a point or an exponent", at: number.start)
    }

    mutating func double() throws(JSONError) -> Double {
        if let number = try number() { return try double(number) }
        guard peek() == UInt8(ascii: "\"") else { throw try mismatch(.double) }
        let offset = index
        switch try string() {
        case "NaN": return .nan
        case "Infinity": return .infinity
        case "-Infinity": return -.infinity
        case let text:
            let hint = Double(text) == nil ? "" : "; write the number without quotes"
            throw failure(.mismatch, "expected double, found string \(Value.string(text).shortDescription)\(hint)", at: offset)
        }
    }

    mutating func bytesValue() throws(JSONError) -> [UInt8] {
        let (text, offset) = try text(.bytes)
        guard let bytes = Base64.decode(text.utf8) else {
            throw failure(.mismatch, "expected bytes as base64 with padding, found \(Value.string(text).shortDescription)", at: offset)
        }
        return bytes
    }

    mutating func timestamp() throws(JSONError) -> Timestamp {
        let (text, offset) = try text(.timestamp)
        guard let time = Timestamp(text) else {
            let found = Value.string(text).shortDescription
            throw failure(.mismatch, "expected a timestamp such as \"2026-11-30T09:00:00Z\", found \(found)", at: offset)
        }
        return time
    }

    mutating func duration() throws(JSONError) -> TimeAmount {
        let (text, offset) = try text(.duration)
        guard let amount = TimeAmount(text) else {
            let found = Value.string(text).shortDescription
            throw failure(.mismatch, "expected a duration such as \"1h30m\" or \"500ms\", found \(found)", at: offset)
        }
        return amount
    }

    /// Reads the string that a value of some other type is written as.
    mutating func text(_ type: ValueType) throws(JSONError) -> (text: String, offset: Int) {
        guard peek() == UInt8(ascii: "\"") else { throw try mismatch(type) }
        let offset = index
        return (try string(), offset)
    }

    mutating func list(of element: ValueType) throws(JSONError) -> Value {
        guard skip(UInt8(ascii: "[")) else { throw try mismatch(.list(element)) }
        try enter()
        var elements: [Value] = []
        while try next(until: UInt8(ascii: "]"), isFirst: elements.isEmpty) {
            do { elements.append(try value(as: element)) } catch { throw error.inElement(elements.count) }
        }
        return .list(elements)
    }

    mutating func map(of element: ValueType) throws(JSONError) -> Value {
        guard skip(UInt8(ascii: "{")) else { throw try mismatch(.map(element)) }
        try enter()
        var map = ValueMap()
        while try next(until: UInt8(ascii: "}"), isFirst: map.isEmpty) {
            let offset = index
            try member(try key(), at: offset, as: element, into: &map)
        }
        return .map(map)
    }

    /// Reads the value of a key.
    mutating func member(_ name: String, at offset: Int, as type: ValueType, into map: inout ValueMap) throws(JSONError) {
        guard map[name] == nil else { throw duplicate(name, at: offset) }
        do { map[name] = try value(as: type) } catch { throw error.inField(name) }
    }

    func duplicate(_ name: String, at offset: Int) -> JSONError {
        failure(.duplicateKey, "the key \(Value.string(name).shortDescription) stands here for the second time; remove one", at: offset)
    }

    private mutating func record(_ type: RecordType) throws(JSONError) -> Value {
        let start = index
        guard skip(UInt8(ascii: "{")) else { throw try mismatch(.record(type)) }
        try enter()
        var fields = [Value?](repeating: nil, count: type.fields.count)
        var seen = SlotSet(count: type.fields.count)
        var isFirst = true
        // Canonical text has the fields in order, so the next one is looked for first.
        var expected = 0
        while try next(until: UInt8(ascii: "}"), isFirst: isFirst) {
            isFirst = false
            _ = peek()
            let offset = index
            var slot = expected
            if expected >= fields.count || !skip(encodedKey: type.jsonKeys[expected]) {
                let name = try key()
                guard let found = type.slot(of: name) else {
                    throw located(TypeMismatch(.unknownField(name), expected: .record(type)), at: offset)
                }
                slot = found
            }
            let field = type.fields[slot]
            guard seen.insert(slot) else { throw duplicate(field.name, at: offset) }
            expected = slot + 1
            if field.isOptional, skip(word: "null") { continue }
            do { fields[slot] = try value(as: field.type) } catch { throw error.inField(field.name) }
        }
        let missing = type.fields.indices.filter { fields[$0] == nil && !type.fields[$0].isOptional }
        guard missing.isEmpty else {
            throw located(TypeMismatch(.missingFields(missing.map { type.fields[$0].name }), expected: .record(type)), at: start)
        }
        return .record(Record(type: type, fields: fields))
    }

    private func located(_ mismatch: TypeMismatch, at offset: Int) -> JSONError {
        var error = JSONError(mismatch)
        error.position = SourcePosition(line: 0, column: 0, offset: offset)
        return error
    }

    /// The error for a value that is not of the type that its place declares, or not JSON at all.
    mutating func mismatch(_ type: ValueType) throws(JSONError) -> JSONError {
        _ = peek()
        let offset = index
        let value: Value
        do { value = try JSONReader(bytes: bytes, dialect: .plain, index: index, depth: depth).next() } catch { throw error }
        switch (type, value) {
        case (.int, .string(let text)) where Int64(text) != nil, (.uint, .string(let text)) where UInt64(text) != nil,
            (.bool, .string(let text)) where Bool(text) != nil:
            return failure(.mismatch, "expected \(type), found string \"\(text)\"; write \(text) without quotes", at: offset)
        case (.string, .int), (.string, .double), (.string, .bool), (.enumeration, .int), (.enumeration, .double), (.enumeration, .bool):
            let found = value.typeAndShortDescription
            return failure(.mismatch, "expected \(type), found \(found); write it in double quotes", at: offset)
        case (_, .null):
            return failure(.mismatch, "expected \(type), found null; only a field whose type ends in ? may be null", at: offset)
        default: return failure(.mismatch, "expected \(type), found \(value.typeAndShortDescription)", at: offset)
        }
    }

    private init(bytes: [UInt8], dialect: JSONDialect, index: Int, depth: Int) {
        self.init(bytes: bytes, dialect: dialect)
        self.index = index
        self.depth = depth
    }

    /// Reads what comes next, to say what it is.
    private consuming func next() throws(JSONError) -> Value { try any() }
}

/// Which fields of a record were read.
private struct SlotSet {
    private var first: UInt64 = 0
    private var rest: [Bool]

    init(count: Int) { rest = count > 64 ? Array(repeating: false, count: count - 64) : [] }

    /// Adds a slot; false when it is there already.
    mutating func insert(_ slot: Int) -> Bool {
        if slot < 64 {
            let bit: UInt64 = 1 << UInt64(slot)
            defer { first |= bit }
            return first & bit == 0
        }
        defer { rest[slot - 64] = true }
        return !rest[slot - 64]
    }
}
