// `ValueEncoder` and `ValueDecoder` take these types as they are. What stands here serves other coders, such as Foundation's
// JSON: times are texts, and a value is written as plain data.

extension Timestamp: Codable {
    /// Reads RFC 3339.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        guard let time = Timestamp(try container.decode(String.self)) else {
            throw DecodingError.dataCorruptedError(in: container, debugDescription: "expected a timestamp such as 2026-11-30T09:00:00Z")
        }
        self = time
    }

    /// Writes RFC 3339.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(text)
    }
}

extension TimeAmount: Codable {
    /// Reads a text such as `1h30m`.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        guard let amount = TimeAmount(try container.decode(String.self)) else {
            throw DecodingError.dataCorruptedError(in: container, debugDescription: "expected a duration such as 1h30m or 500ms")
        }
        self = amount
    }

    /// Writes a text such as `1h30m`.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(text)
    }
}

extension Value: Codable {
    /// Reads plain data.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        if container.decodeNil() {
            self = .null
        } else if let truth = try? container.decode(Bool.self) {
            self = .bool(truth)
        } else if let number = try? container.decode(Int64.self) {
            self = .int(number)
        } else if let number = try? container.decode(UInt64.self) {
            self = .uint(number)
        } else if let number = try? container.decode(Double.self) {
            self = .double(number)
        } else if let text = try? container.decode(String.self) {
            self = .string(text)
        } else if let elements = try? container.decode([Value].self) {
            self = .list(elements)
        } else {
            var map = ValueMap()
            for (name, value) in try container.decode([String: Value].self).sorted(by: { UTF8Order.less($0.key, $1.key) }) {
                map[name] = value
            }
            self = .map(map)
        }
    }

    /// Writes plain data; see ``JSONDialect/plain``.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        switch self {
        case .null: try container.encodeNil()
        case .bool(let truth): try container.encode(truth)
        case .int(let number): try container.encode(number)
        case .uint(let number): try container.encode(number)
        case .double(let number): try container.encode(number)
        case .string(let text): try container.encode(text)
        case .bytes(let bytes): try container.encode(String(decoding: Base64.encode(bytes), as: UTF8.self))
        case .timestamp(let time): try container.encode(time)
        case .duration(let amount): try container.encode(amount)
        case .list(let elements): try container.encode(elements)
        case .record(let record): try Value.map(record.asMap).encode(to: encoder)
        case .secret(let secret): try container.encode(secret.masked)
        case .map(let map):
            var fields: [String: Value] = [:]
            for entry in map.entries {
                guard let name = entry.key.text else { throw notEncodable(encoder) }
                fields[name] = entry.value
            }
            try container.encode(fields)
        case .type, .optional: throw notEncodable(encoder)
        }
    }

    private func notEncodable(_ encoder: any Encoder) -> EncodingError {
        .invalidValue(self, .init(codingPath: encoder.codingPath, debugDescription: "\(shortDescription) is not data"))
    }
}
