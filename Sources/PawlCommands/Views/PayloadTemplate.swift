package import PawlKit

/// An event that an instance would take, with the fields of its payload.
package struct EventOffer: Sendable, Hashable {
    /// The name.
    package let name: String
    /// The payload.
    package let fields: RecordType

    /// Creates an event.
    package init(_ name: String, fields: RecordType = .empty) {
        self.name = name
        self.fields = fields
    }

    /// `Approve { by: string }`.
    package var signature: String { fields.fields.isEmpty ? name : "\(name) \(fields.structure)" }

    /// What to give to `--send`, as typed in a shell: `'Approve={"by": "…"}'`.
    package var sendWord: String {
        let payload = PayloadTemplate.text(fields)
        return ShellWord.quoted(payload == "{}" ? name : "\(name)=\(payload)")
    }
}

/// A JSON text of a type's shape, to be filled in.
package enum PayloadTemplate {
    /// The shape of a record: fields that may be absent are left out.
    package static func text(_ record: RecordType) -> String {
        let fields = record.fields.filter { !$0.isOptional }
        if fields.isEmpty { return "{}" }
        return "{" + fields.map { "\"\($0.name)\": \(text($0.type))" }.joined(separator: ", ") + "}"
    }

    private static func text(_ type: ValueType) -> String {
        switch type {
        case .any: return "null"
        case .bool: return "false"
        case .int, .uint: return "0"
        case .double: return "0.0"
        case .string: return "\"…\""
        case .bytes: return "\"\""
        case .timestamp: return "\"2027-01-01T00:00:00Z\""
        case .duration: return "\"1h\""
        case .list: return "[]"
        case .map: return "{}"
        case .record(let record): return text(record)
        case .enumeration(let type):
            var json = JSONWriter()
            json.string(type.members.first ?? "")
            return json.text
        }
    }
}
