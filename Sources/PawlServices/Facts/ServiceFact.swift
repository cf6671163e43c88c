package import PawlKit

/// What can be the matter with plugins, services and bindings.
package enum ServiceFact: DiagnosticFact, Hashable {
    // Plugins.
    case duplicatePlugin(String)
    case unknownPlugin(String, nearest: String?, known: [String])
    case missingConfiguration(plugin: String, fields: [String])
    case pluginFailed(plugin: String, reason: String)

    // Registrations.
    case invalidName(String, owner: String)
    case reservedName(String, owner: String)
    case duplicateService(String, first: String, second: String)
    case unknownUse(service: String, plugin: String, use: String, nearest: String?)
    case circularUses([String])

    // Bindings.
    case duplicateBinding(String)
    case unknownTarget(binding: String, use: String, nearest: String?)
    case circularBindings([String])
    case unknownArgument(String, service: String, nearest: String?, known: [String])
    case argumentFrozen(String, service: String)
    case argumentMismatch(String, service: String, problem: String)
    case missingArgument(String, type: String, service: String)

    // What workflows require.
    case missingService(String, nearest: String?)
    case inputUnknown(field: String, service: String, nearest: String?, known: [String])
    case inputFrozen(field: String, service: String)
    case inputMissing(field: String, type: String, service: String)
    case inputMismatch(field: String, given: String, wanted: String, service: String)
    case outputMissing(field: String, type: String, service: String)
    case outputUndeclared(field: String, type: String, service: String)
    case outputMismatch(field: String, given: String, wanted: String, service: String)
    case undeclaredErrors([String], service: String)
    case elementsMissing(service: String)
    case elementMismatch(field: String, given: String?, wanted: String, service: String)

    /// The stable code. Numbers are never used again for something else.
    package var code: DiagnosticCode {
        switch self {
        case .duplicatePlugin: .init(500)
        case .unknownPlugin: .init(501)
        case .missingConfiguration: .init(502)
        case .pluginFailed: .init(503)
        case .invalidName: .init(510)
        case .reservedName: .init(511)
        case .duplicateService: .init(512)
        case .unknownUse: .init(513)
        case .circularUses: .init(514)
        case .duplicateBinding: .init(520)
        case .unknownTarget: .init(521)
        case .circularBindings: .init(522)
        case .unknownArgument: .init(523)
        case .argumentFrozen: .init(524)
        case .argumentMismatch: .init(525)
        case .missingArgument: .init(526)
        case .missingService: .init(530)
        case .inputUnknown: .init(531)
        case .inputFrozen: .init(532)
        case .inputMissing: .init(533)
        case .inputMismatch: .init(534)
        case .outputMissing: .init(535)
        case .outputUndeclared: .init(536)
        case .outputMismatch: .init(537)
        case .undeclaredErrors: .init(538)
        case .elementsMissing: .init(539)
        case .elementMismatch: .init(540)
        }
    }

    /// How bad it is.
    package var severity: Severity {
        switch self {
        case .undeclaredErrors: .warning
        default: .error
        }
    }
}
