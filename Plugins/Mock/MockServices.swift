import PawlKit

/// The services of the plugin. Their output is `any`: whoever calls them checks it against the interface that they stand in for.
///
/// Each gives its `elements` first, for those who stand in for a streaming service.
enum MockServices {
    private static let elements = RecordType.Field("elements", .list(.any), isOptional: true)

    static let returnInterface = ServiceInterface(input: RecordType(fields: [elements]), output: .any)

    static let failInterface = ServiceInterface(
        input: RecordType(fields: [.init("code", .string), .init("message", .string, isOptional: true), elements]), output: .any
    )

    static let delayInterface = ServiceInterface(
        input: RecordType(fields: [.init("duration", .duration), .init("value", .any, isOptional: true), elements]), output: .any
    )

    @Sendable static func returnInput(_ input: Value, _ context: ServiceContext) async throws -> Value {
        try await emit(input, context)
        guard input["elements"] != nil, case .map(let map) = input else { return input }
        var rest = ValueMap()
        for entry in map.entries where entry.key.text != "elements" { rest[entry.key] = entry.value }
        return .map(rest)
    }

    @Sendable static func fail(_ input: Value, _ context: ServiceContext) async throws -> Value {
        try await emit(input, context)
        let code = input["code"]?.stringValue ?? EngineErrorCode.internal.rawValue
        throw ServiceFailure(code, input["message"]?.stringValue ?? "the mock fails with '\(code)'")
    }

    @Sendable static func delay(_ input: Value, _ context: ServiceContext) async throws -> Value {
        guard case .duration(let duration)? = input["duration"] else {
            throw ServiceFailure(EngineErrorCode.internal.rawValue, "mock.delay needs a duration")
        }
        try await emit(input, context)
        let clock = context.ports.clock
        try await clock.sleep(until: clock.now.advanced(by: duration))
        return input["value"] ?? .map(ValueMap())
    }

    private static func emit(_ input: Value, _ context: ServiceContext) async throws {
        guard case .list(let elements)? = input["elements"] else { return }
        for element in elements { try await context.emit(element) }
    }
}
