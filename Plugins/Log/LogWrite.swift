import PawlKit

/// The service `log.write`.
enum LogWrite {
    static let interface = ServiceInterface(
        input: RecordType(fields: [
            .init("level", .enumeration(EnumType(members: LogLevel.allCases.map(\.rawValue))), isOptional: true),
            .init("message", .string),
            .init("fields", .map(.any), isOptional: true),
        ])
    )

    @Sendable static func run(_ input: Value, _ context: ServiceContext) async throws -> Value {
        let level = input["level"]?.stringValue.flatMap { LogLevel(rawValue: $0) } ?? .info
        var fields: [(name: String, value: String)] = []
        if case .map(let map)? = input["fields"] {
            fields = map.entries.map { ($0.key.text ?? "\($0.key.value)", text(of: $0.value)) }
        }
        context.log.write(level, input["message"]?.stringValue ?? "", fields)
        return .record(Record(type: .empty, fields: []))
    }

    /// A text as it is, all else as JSON.
    private static func text(of value: Value) -> String {
        if case .string(let text) = value { return text }
        guard let bytes = try? JSONCodec.encode(value, as: .any, dialect: .plain) else { return "\(value)" }
        return String(decoding: bytes, as: UTF8.self)
    }
}
