import PawlKit

/// The types of services as the journal keeps them with a definition, so that it can be loaded without the plugins.
///
/// An object by name: `{"log.write":{"input":{"level":"string?"},"output":{},"errors":[]}}`. A type is its name as a string; a
/// record an object whose optional fields end in `?` (`{"note?":"string"}`); a list, map or enum an array:
/// `["list",T]`, `["map",T]`, `["enum","a","b"]`. An output of `any` is the string `"any"`; `"elements"` is what a streaming service
/// gives on the way; `"anyInput":true` marks a service that takes more than the fields it names.
enum ServiceTypes {
    /// A service as far as a definition depends on it.
    struct Service: Hashable {
        var interface: ServiceInterface
        var takesAnyInput = false
    }

    // MARK: Writing

    /// Writes interfaces in the order of their names.
    static func encode(_ services: [(name: String, service: Service)]) -> RawJSON {
        var writer = JSONWriter()
        writer.beginObject()
        for (name, service) in services.sorted(by: { UTF8Order.less($0.name, $1.name) }) {
            writer.key(name)
            writer.beginObject()
            writer.key("input")
            write(.record(service.interface.input), to: &writer)
            writer.key("output")
            write(service.interface.output.type, to: &writer)
            writer.key("errors")
            writer.beginArray()
            for error in service.interface.errors { writer.string(error) }
            writer.endArray()
            if let elements = service.interface.elements {
                writer.key("elements")
                write(.record(elements), to: &writer)
            }
            if service.takesAnyInput {
                writer.key("anyInput")
                writer.bool(true)
            }
            writer.endObject()
        }
        writer.endObject()
        return RawJSON(writer.bytes)
    }

    private static func write(_ type: ValueType, to writer: inout JSONWriter) {
        switch type {
        case .record(let record):
            writer.beginObject()
            for field in record.fields {
                writer.key(field.isOptional ? field.name + "?" : field.name)
                write(field.type, to: &writer)
            }
            writer.endObject()
        case .list(let element):
            writer.beginArray()
            writer.string("list")
            write(element, to: &writer)
            writer.endArray()
        case .map(let value):
            writer.beginArray()
            writer.string("map")
            write(value, to: &writer)
            writer.endArray()
        case .enumeration(let type):
            writer.beginArray()
            writer.string("enum")
            for member in type.members { writer.string(member) }
            writer.endArray()
        case .any, .bool, .int, .uint, .double, .string, .bytes, .timestamp, .duration: writer.string("\(type)")
        }
    }

    // MARK: Reading

    /// Reads what ``encode(_:)`` wrote; nil when it is not of that form.
    static func decode(_ json: RawJSON) -> [String: Service]? {
        guard let members = json.members else { return nil }
        var services: [String: Service] = [:]
        for (name, value) in members {
            guard let parts = value.members else { return nil }
            var service = Service(interface: ServiceInterface())
            for (key, part) in parts {
                switch key {
                case "input":
                    guard case .record(let record)? = type(part) else { return nil }
                    service.interface.input = record
                case "output":
                    switch type(part) {
                    case .record(let record)?: service.interface.output = .record(record)
                    case .any?: service.interface.output = .any
                    default: return nil
                    }
                case "errors":
                    guard let errors = part.elements?.map(\.string), !errors.contains(nil) else { return nil }
                    service.interface.errors = errors.compactMap { $0 }
                case "elements":
                    guard case .record(let record)? = type(part) else { return nil }
                    service.interface.elements = record
                case "anyInput": service.takesAnyInput = part.boolean ?? false
                default: return nil
                }
            }
            services[name] = service
        }
        return services
    }

    private static func type(_ json: RawJSON) -> ValueType? {
        if let name = json.string { return TypeTable.builtIn.first { $0.name == name }?.type }
        if let members = json.members {
            var fields: [RecordType.Field] = []
            for (name, value) in members {
                guard let type = type(value) else { return nil }
                let isOptional = name.hasSuffix("?")
                fields.append(.init(isOptional ? String(name.dropLast()) : name, type, isOptional: isOptional))
            }
            return .record(RecordType(fields: fields))
        }
        guard let elements = json.elements, let kind = elements.first?.string else { return nil }
        switch kind {
        case "list": return elements.count == 2 ? type(elements[1]).map { .list($0) } : nil
        case "map": return elements.count == 2 ? type(elements[1]).map { .map($0) } : nil
        case "enum": return .enumeration(EnumType(members: elements.dropFirst().compactMap(\.string)))
        default: return nil
        }
    }
}
