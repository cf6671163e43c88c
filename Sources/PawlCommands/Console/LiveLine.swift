package import PawlKit

/// The last line of the screen, redrawn in place while something goes on.
///
/// Off a terminal nothing is redrawn: only what is given as `plain` appears, as a line of its own each time it changes.
package struct LiveLine: Sendable {
    private let stream: ConsoleStream
    private var isShown = false
    private var lastPlain: String?

    /// Creates a line on a stream, at first empty.
    package init(on stream: ConsoleStream) { self.stream = stream }

    /// Whether it is redrawn in place.
    package var isLive: Bool { stream.isTerminal }

    /// Shows text with a spinner before it.
    package mutating func show(_ text: String, at moment: Timestamp, plain: String? = nil) {
        guard stream.isTerminal else {
            if let plain, plain != lastPlain { stream.line(DisplayText.visible(plain)) }
            lastPlain = plain ?? lastPlain
            return
        }
        let line = Self.spinner(at: moment) + " " + DisplayText.visible(text)
        // One column stays free: a full line would make the terminal scroll.
        stream.write("\r" + DisplayText.cut(line, to: (stream.width ?? 80) - 1) + "\u{1B}[K")
        isShown = true
    }

    /// Takes the line away, so that other lines can follow.
    package mutating func clear() {
        if isShown { stream.write("\r\u{1B}[K") }
        isShown = false
    }

    private static func spinner(at moment: Timestamp) -> String {
        let frames: [String] = ["⠋", "⠙", "⠹", "⠸", "⠼", "⠴", "⠦", "⠧", "⠇", "⠏"]
        return frames[Int(moment.nanoseconds) / 100_000_000 % frames.count]
    }
}
