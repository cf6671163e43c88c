import PawlKit
import Synchronization

/// A service of a plugin, made when it is first needed.
final class ServiceProvider: Sendable {
    let registration: PluginRegistry.Registration
    private let made = Mutex<Result<ServiceFunction, ServiceError>?>(nil)

    init(_ registration: PluginRegistry.Registration) { self.registration = registration }

    var name: String { registration.name }
    var interface: ServiceInterface { registration.interface }
    var metadata: ServiceMetadata { registration.metadata }

    /// The function of the plugin. Its factory runs once, whatever comes of it.
    func function() throws(ServiceError) -> ServiceFunction {
        try made.withLock { made -> Result<ServiceFunction, ServiceError> in
            if let made { return made }
            let result = Result { () throws(ServiceError) -> ServiceFunction in
                do {
                    return try registration.make()
                } catch {
                    let reason = (error as? PluginError)?.message ?? "\(error)"
                    throw ServiceError(
                        .notMade, service: name,
                        message: "the plugin '\(registration.plugin)' cannot make the service '\(name)': \(reason)", cause: error)
                }
            }
            made = result
            return result
        }.get()
    }

    /// What the plugin's function gets: the fields given, as the service declares them.
    func input(_ given: Value) throws(ServiceError) -> Value {
        do throws(TypeMismatch) {
            if !metadata.takesAnyInput { return try ValueType.record(interface.input).convert(given) }
            guard let map = given.fields else {
                throw TypeMismatch(.type(found: given.typeAndShortDescription), expected: .record(interface.input))
            }
            return .map(try convertDeclared(map))
        } catch {
            throw ServiceError(.badInput, service: name, message: "the input of '\(name)' does not fit: \(error.message)", cause: error)
        }
    }

    /// The declared fields as declared, all others as they are.
    private func convertDeclared(_ map: ValueMap) throws(TypeMismatch) -> ValueMap {
        var declared = ValueMap()
        var others = ValueMap()
        for entry in map.entries {
            if let name = entry.key.text, interface.input.field(name) != nil {
                declared[entry.key] = entry.value
            } else {
                others[entry.key] = entry.value
            }
        }
        let converted = try ValueType.record(interface.input).convert(.map(declared))
        var merged = converted.fields ?? ValueMap()
        for entry in others.entries { merged[entry.key] = entry.value }
        return merged
    }
}

extension Value {
    /// The fields of a map or a record, nil for all else.
    var fields: ValueMap? {
        switch self {
        case .map(let map): map
        case .record(let record): record.asMap
        default: nil
        }
    }
}
