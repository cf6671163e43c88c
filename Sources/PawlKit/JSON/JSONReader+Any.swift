extension JSONReader {
    /// Reads a value as its text says.
    mutating func any() throws(JSONError) -> Value {
        switch peek() {
        case UInt8(ascii: "\""): return .string(try string())
        case UInt8(ascii: "{"): return dialect == .canonical ? try objectOrTagged() : try map(of: .any)
        case UInt8(ascii: "["): return try list(of: .any)
        case UInt8(ascii: "t") where skip(word: "true"): return .bool(true)
        case UInt8(ascii: "f") where skip(word: "false"): return .bool(false)
        case UInt8(ascii: "n") where skip(word: "null"): return .null
        default:
            guard let number = try number() else {
                throw failure(.syntax, "expected a JSON value, found \(nextDescription(ofWord: true))")
            }
            return number.isWhole ? .int(try int(number)) : .double(try double(number))
        }
    }

    /// What comes next where a word is not one of JSON's.
    private func nextDescription(ofWord: Bool) -> String {
        let word = bytes[index...].prefix { $0 | 0x20 >= UInt8(ascii: "a") && $0 | 0x20 <= UInt8(ascii: "z") }.prefix(20)
        return word.isEmpty ? nextDescription : "'\(String(decoding: word, as: UTF8.self))'; a text stands in double quotes"
    }

    private mutating func objectOrTagged() throws(JSONError) -> Value {
        let start = index
        var map = ValueMap()
        try expect(UInt8(ascii: "{"), "'{'")
        try enter()
        while try next(until: UInt8(ascii: "}"), isFirst: map.isEmpty) {
            _ = peek()
            let offset = index
            let name = try key()
            guard JSONTag.isReserved(name) else {
                try member(name, at: offset, as: .any, into: &map)
                continue
            }
            guard map.isEmpty else { throw strayTag(name, at: offset) }
            let value = try content(of: name, at: offset)
            guard skip(UInt8(ascii: "}")) else { throw strayTag(name, at: start) }
            depth -= 1
            return value
        }
        return .map(map)
    }

    /// Reads a tagged value where only one tag may stand.
    mutating func tagged(only tag: String) throws(JSONError) -> Value {
        try expect(UInt8(ascii: "{"), "'{'")
        try enter()
        _ = peek()
        let offset = index
        let name = try key()
        guard UTF8Order.equal(name, tag) else {
            throw failure(.mismatch, "expected string, found an object; only {\"\(tag)\": […]} may stand for a string", at: offset)
        }
        let value = try content(of: name, at: offset)
        try expect(UInt8(ascii: "}"), "'}' after the only key \(tag)")
        depth -= 1
        return value
    }

    private mutating func content(of tag: String, at offset: Int) throws(JSONError) -> Value {
        switch tag {
        case JSONTag.uint:
            let (text, offset) = try text(.uint)
            guard let number = UInt64(text), UTF8Order.equal(text, String(number)) else {
                throw failure(.mismatch, "expected the digits of a uint, found \(Value.string(text).shortDescription)", at: offset)
            }
            return .uint(number)
        case JSONTag.double: return .double(try double())
        case JSONTag.bytes: return .bytes(try bytesValue())
        case JSONTag.timestamp: return .timestamp(try timestamp())
        case JSONTag.duration: return .duration(try duration())
        case JSONTag.map: return try map(of: .any)
        case JSONTag.secret: return .secret(try secret())
        default: throw strayTag(tag, at: offset)
        }
    }

    private mutating func secret() throws(JSONError) -> Secret {
        var parts: [Secret.Part] = []
        try expect(UInt8(ascii: "["), "the list of a secret's pieces")
        try enter()
        while try next(until: UInt8(ascii: "]"), isFirst: parts.isEmpty) {
            if peek() == UInt8(ascii: "\"") {
                parts.append(.text(try string()))
                continue
            }
            try expect(UInt8(ascii: "{"), "a text or {\"\(JSONTag.name)\": …}")
            guard try key() == JSONTag.name else { throw failure(.syntax, "expected the key \"\(JSONTag.name)\" of a secret") }
            parts.append(.name(try text(.string).text))
            try expect(UInt8(ascii: "}"), "'}' after the secret's name")
        }
        return Secret(parts: parts)
    }

    private func strayTag(_ name: String, at offset: Int) -> JSONError {
        failure(
            .syntax,
            "the key \(Value.string(name).shortDescription) is taken for a tag, which must be known and alone; "
                + "write a map with such keys as {\"\(JSONTag.map)\": {…}}", at: offset)
    }
}
