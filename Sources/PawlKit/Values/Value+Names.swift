extension Value {
    /// The name of the value's type: `int`, `list`, a record's own name; for messages.
    public var typeName: String {
        switch self {
        case .null: "null"
        case .bool: "bool"
        case .int: "int"
        case .uint: "uint"
        case .double: "double"
        case .string: "string"
        case .bytes: "bytes"
        case .timestamp: "timestamp"
        case .duration: "duration"
        case .list: "list"
        case .map: "map"
        case .record(let record): record.type.name ?? "record"
        case .secret: "secret"
        case .type: "type"
        case .optional: "optional"
        }
    }

    /// The value in a few words, for messages: a scalar as its text, cut when long; of anything larger only what it is.
    public var shortDescription: String {
        switch self {
        case .null: return "null"
        case .bool(let truth): return "\(truth)"
        case .int(let number): return "\(number)"
        case .uint(let number): return "\(number)u"
        case .double(let number): return number.isFinite ? number.description : JSONWriter.name(ofNonFinite: number)
        case .string(let text):
            let limit = 40
            var writer = JSONWriter()
            writer.string(text.count > limit ? text.prefix(limit) + "…" : text)
            return String(decoding: writer.bytes, as: UTF8.self)
        case .bytes(let bytes): return bytes.count == 1 ? "1 byte" : "\(bytes.count) bytes"
        case .timestamp(let time): return time.text
        case .duration(let amount): return amount.text
        case .list(let elements): return elements.count == 1 ? "a list of 1 element" : "a list of \(elements.count) elements"
        case .map: return "a map"
        case .record(let record): return record.type.name.map { "a record \($0)" } ?? "a record \(record.type.structure)"
        case .secret: return "a text with secrets"
        case .type(let name): return "the type \(name)"
        case .optional: return "an optional value"
        }
    }

    /// The type and the value in a few words: `string "abc"`, `int 5`, `a list of 3 elements`; for messages.
    public var typeAndShortDescription: String {
        switch self {
        case .bool, .int, .uint, .double, .string, .timestamp, .duration: "\(typeName) \(shortDescription)"
        default: shortDescription
        }
    }
}
