public import PawlKit

/// A log that keeps its messages.
public final class MockLog: Log {
    /// A message.
    public struct Message: Sendable, Hashable {
        public let level: LogLevel
        public let text: String
        public let fields: [String: String]
    }

    /// The calls. A log cannot fail, so that there is nothing to give but the record.
    public let messages = CallScript<Message, Void, Never, Blocking>()

    public init() {}

    public func write(_ level: LogLevel, _ message: String, _ fields: [(name: String, value: String)]) {
        let named = Dictionary(fields.map { ($0.name, $0.value) }, uniquingKeysWith: { _, last in last })
        _ = messages.call(Message(level: level, text: message, fields: named))
    }
}
