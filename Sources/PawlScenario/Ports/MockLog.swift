package import PawlKit

/// A log that keeps its messages.
package final class MockLog: Log {
    /// A message.
    package struct Message: Sendable, Hashable {
        package let level: LogLevel
        package let text: String
        package let fields: [String: String]
    }

    /// The calls. A log cannot fail, so that there is nothing to give but the record.
    package let messages = CallScript<Message, Void, Never, Blocking>()

    package init() {}

    package func write(_ level: LogLevel, _ message: String, _ fields: [(name: String, value: String)]) {
        let named = Dictionary(fields.map { ($0.name, $0.value) }, uniquingKeysWith: { _, last in last })
        _ = messages.call(Message(level: level, text: message, fields: named))
    }
}
