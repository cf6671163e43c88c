import Dispatch
import Glibc
package import PawlKit
import Synchronization

/// A log on standard error, one line a message: `14:45:02 warning the message name=value`.
///
/// Whoever writes does not wait for whoever reads: lines are written in order by a queue, and when that is a thousand lines
/// behind, further ones are counted instead.
package final class DefaultLog: Log {
    private struct Backlog {
        var lines = 0
        var dropped = 0
    }

    /// How a line reads.
    package enum Format: String, Sendable, Hashable, CaseIterable {
        /// `2026-11-30T14:45:02Z warning the message name=value`
        case text
        /// An object with `time`, `level`, `message`, and the fields by their names.
        case json
    }

    private static let longestBacklog = 1000
    private let threshold: LogLevel
    private let clock: any WallClock
    private let format: Format
    private let output: Int32
    private let queue = DispatchQueue(label: "pawl.log")
    private let backlog = Mutex(Backlog())

    /// Creates a log that leaves out what weighs less than a level.
    package init(
        from threshold: LogLevel = .info, format: Format = .text, clock: any WallClock = DefaultClock(), output: Int32 = STDERR_FILENO
    ) {
        self.threshold = threshold
        self.clock = clock
        self.format = format
        self.output = output
    }

    /// Writes one message.
    package func write(_ level: LogLevel, _ message: String, _ fields: [(name: String, value: String)]) {
        guard level >= threshold else { return }
        let dropped = backlog.withLock { backlog -> Int? in
            if backlog.lines >= Self.longestBacklog {
                backlog.dropped += 1
                return nil
            }
            backlog.lines += 1
            defer { backlog.dropped = 0 }
            return backlog.dropped
        }
        guard let dropped else { return }
        var line = dropped == 0 ? "" : self.line(.warning, "\(dropped) messages were left out here", [])
        line += self.line(level, message, fields)
        queue.async { [self, line] in
            emit(line)
            backlog.withLock { $0.lines -= 1 }
        }
    }

    /// Waits until all is written. For the end of the process.
    package func flush() { queue.sync {} }

    private func emit(_ line: String) {
        var rest = Array(line.utf8)[...]
        while !rest.isEmpty {
            let (count, _) = rest.withUnsafeBytes { bytes in
                retryingInterrupts { Glibc.write(output, bytes.baseAddress, bytes.count) }
            }
            // There is nobody to tell that the log cannot be written.
            if count <= 0 { return }
            rest = rest.dropFirst(count)
        }
    }

    private func line(_ level: LogLevel, _ message: String, _ fields: [(name: String, value: String)]) -> String {
        switch format {
        case .text: Self.line(clock.now, level, message, fields)
        case .json: Self.object(clock.now, level, message, fields)
        }
    }

    private static func object(
        _ time: Timestamp, _ level: LogLevel, _ message: String, _ fields: [(name: String, value: String)]
    ) -> String {
        var json = JSONWriter(dialect: .plain)
        json.beginObject()
        json.member("time", time.text)
        json.member("level", level.rawValue)
        json.member("message", message)
        var names: Set = ["time", "level", "message"]
        for field in fields where names.insert(field.name).inserted { json.member(field.name, field.value) }
        json.endObject()
        return json.text + "\n"
    }

    private static func line(
        _ time: Timestamp, _ level: LogLevel, _ message: String, _ fields: [(name: String, value: String)]
    ) -> String {
        var line = "\(time.text) \(level.rawValue) \(clean(message))"
        for field in fields {
            let value = clean(field.value)
            line += " \(clean(field.name))=" + (value.contains(" ") || value.isEmpty ? "\"\(value)\"" : value)
        }
        return line + "\n"
    }

    /// A message stays on its line, and cannot move the cursor of a terminal.
    private static func clean(_ text: String) -> String {
        guard text.unicodeScalars.contains(where: isControl) else { return text }
        var result = ""
        for scalar in text.unicodeScalars {
            if scalar == "\n" {
                result += "\\n"
            } else if isControl(scalar) {
                result += "\u{FFFD}"
            } else {
                result.unicodeScalars.append(scalar)
            }
        }
        return result
    }

    private static func isControl(_ scalar: Unicode.Scalar) -> Bool { scalar.value < 0x20 || (0x7F...0x9F).contains(scalar.value) }
}
