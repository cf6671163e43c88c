// Types as JSON: a type is its name as a string; a record an object whose optional fields end in `?` (`{"note?":"string"}`); a list, map
// or enum an array: `["list",T]`, `["map",T]`, `["enum","a","b"]`. Names of records and enums are not kept: types are structural.

extension JSONWriter {
    /// Writes a type.
    package mutating func write(_ type: ValueType) {
        switch type {
        case .record(let record):
            beginObject()
            for field in record.fields {
                key(field.isOptional ? field.name + "?" : field.name)
                write(field.type)
            }
            endObject()
        case .list(let element):
            beginArray()
            string("list")
            write(element)
            endArray()
        case .map(let value):
            beginArray()
            string("map")
            write(value)
            endArray()
        case .enumeration(let type):
            beginArray()
            string("enum")
            for member in type.members { string(member) }
            endArray()
        case .any, .bool, .int, .uint, .double, .string, .bytes, .timestamp, .duration: string("\(type)")
        }
    }
}

extension ValueType {
    /// The types without parts.
    package static let simple: [ValueType] = [.any, .bool, .int, .uint, .double, .string, .bytes, .timestamp, .duration]

    /// Reads what ``JSONWriter/write(_:)`` wrote; nil when it is not of that form.
    package init?(encoded json: RawJSON) {
        if let name = json.string {
            guard let known = Self.simple.first(where: { $0.description == name }) else { return nil }
            self = known
        } else if let members = json.members {
            var fields: [RecordType.Field] = []
            for (name, value) in members {
                guard let type = ValueType(encoded: value) else { return nil }
                let isOptional = name.hasSuffix("?")
                fields.append(.init(isOptional ? String(name.dropLast()) : name, type, isOptional: isOptional))
            }
            self = .record(RecordType(fields: fields))
        } else {
            guard let elements = json.elements, let kind = elements.first?.string else { return nil }
            switch kind {
            case "list", "map":
                guard elements.count == 2, let part = ValueType(encoded: elements[1]) else { return nil }
                self = kind == "list" ? .list(part) : .map(part)
            case "enum": self = .enumeration(EnumType(members: elements.dropFirst().compactMap(\.string)))
            default: return nil
            }
        }
    }
}
