import PawlKit

/// The types of services as the journal keeps them with a definition, so that it can be loaded without the plugins.
///
/// An object by name: `{"log.write":{"input":{"level":"string?"},"output":{},"errors":[]}}`. An output of `any` is the string `"any"`;
/// `"elements"` is what a streaming service gives on the way; `"anyInput":true` marks a service that takes more than the fields it names.
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
            writer.write(.record(service.interface.input))
            writer.key("output")
            writer.write(service.interface.output.type)
            writer.key("errors")
            writer.beginArray()
            for error in service.interface.errors { writer.string(error) }
            writer.endArray()
            if let elements = service.interface.elements {
                writer.key("elements")
                writer.write(.record(elements))
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
                    guard case .record(let record)? = ValueType(encoded: part) else { return nil }
                    service.interface.input = record
                case "output":
                    switch ValueType(encoded: part) {
                    case .record(let record)?: service.interface.output = .record(record)
                    case .any?: service.interface.output = .any
                    default: return nil
                    }
                case "errors":
                    guard let errors = part.elements?.map(\.string), !errors.contains(nil) else { return nil }
                    service.interface.errors = errors.compactMap { $0 }
                case "elements":
                    guard case .record(let record)? = ValueType(encoded: part) else { return nil }
                    service.interface.elements = record
                case "anyInput": service.takesAnyInput = part.boolean ?? false
                default: return nil
                }
            }
            services[name] = service
        }
        return services
    }
}
