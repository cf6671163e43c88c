import PawlKit

/// The services of the plugin. Their output is `any`: whoever calls them checks it against the interface that they stand in for.
enum MockServices {
    static let returnInterface = ServiceInterface(output: .any)

    static let failInterface = ServiceInterface(
        input: RecordType(fields: [.init("code", .string), .init("message", .string, isOptional: true)]), output: .any
    )

    static let delayInterface = ServiceInterface(
        input: RecordType(fields: [.init("duration", .duration), .init("value", .any, isOptional: true)]), output: .any
    )

    @Sendable static func returnInput(_ input: Value, _ context: ServiceContext) async throws -> Value { input }

    @Sendable static func fail(_ input: Value, _ context: ServiceContext) async throws -> Value {
        let code = input["code"]?.stringValue ?? EngineErrorCode.internal.rawValue
        throw ServiceFailure(code, input["message"]?.stringValue ?? "the mock fails with '\(code)'")
    }

    @Sendable static func delay(_ input: Value, _ context: ServiceContext) async throws -> Value {
        guard case .duration(let duration)? = input["duration"] else {
            throw ServiceFailure(EngineErrorCode.internal.rawValue, "mock.delay needs a duration")
        }
        let clock = context.ports.clock
        try await clock.sleep(until: clock.now.advanced(by: duration))
        return input["value"] ?? .map(ValueMap())
    }
}
