/// Where a command writes: data to the output, everything else to the messages.
package struct Console: Sendable {
    /// Standard output: data.
    package let output: ConsoleStream
    /// Standard error: errors, hints, progress.
    package let messages: ConsoleStream
    /// Local time.
    package let time: LocalTime

    /// Creates a console.
    package init(output: ConsoleStream, messages: ConsoleStream, time: LocalTime) {
        self.output = output
        self.messages = messages
        self.time = time
    }
}

/// One of the two streams of a console.
package struct ConsoleStream: Sendable {
    /// Where the text goes.
    package let sink: any TextSink
    /// Whether a person looks at it on a screen where lines can be redrawn.
    package let isTerminal: Bool
    /// The columns of the terminal; nil when there is none, and nothing needs to be cut.
    package let width: Int?
    /// Whether colour is wanted.
    package let hasColour: Bool

    /// Creates a stream.
    package init(sink: any TextSink, isTerminal: Bool = false, width: Int? = nil, hasColour: Bool = false) {
        self.sink = sink
        self.isTerminal = isTerminal
        self.width = width
        self.hasColour = hasColour
    }

    /// Writes text as it is.
    package func write(_ text: String) { sink.write(text) }

    /// Writes a line.
    package func line(_ text: String = "") { sink.write(text + "\n") }

    /// The text in a style, or as it is where colour is not wanted.
    package func paint(_ text: String, _ styles: Style...) -> String {
        if !hasColour || styles.isEmpty || text.isEmpty { return text }
        return "\u{1B}[" + styles.map(\.rawValue).joined(separator: ";") + "m" + text + "\u{1B}[0m"
    }
}

/// Takes text: a file descriptor, or a buffer in tests.
package protocol TextSink: Sendable {
    /// Writes text. A failure is remembered, not reported: see ``DescriptorSink/failure``.
    func write(_ text: String)
}
