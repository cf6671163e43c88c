/// Where the engine, the plugins and the handlers write what people may want to know.
///
/// A log is not the journal: nothing is read back from it, and it may be thrown away.
public protocol Log: Sendable {
    /// Writes one message. Never waits.
    func write(_ level: LogLevel, _ message: String, _ fields: [(name: String, value: String)])
}

extension Log {
    /// Writes one message without fields.
    public func write(_ level: LogLevel, _ message: String) { write(level, message, []) }
}

/// How much a message matters.
public enum LogLevel: String, Sendable, Hashable, CaseIterable, Comparable {
    /// For somebody who looks for a fault.
    case debug
    /// The usual.
    case info
    /// Something to look at.
    case warning
    /// Something that failed.
    case error

    /// Orders by weight.
    public static func < (left: Self, right: Self) -> Bool {
        allCases.firstIndex(of: left)! < allCases.firstIndex(of: right)!
    }
}
