import PawlCommands
import PawlKit
import Synchronization

/// A sink that keeps what is written.
final class CapturedText: TextSink {
    private let kept = Mutex("")
    var text: String { kept.withLock { $0 } }
    func write(_ text: String) { kept.withLock { $0 += text } }
}

/// A console whose output and messages can be read.
struct CapturedConsole {
    let output = CapturedText()
    let messages = CapturedText()
    let console: Console

    init(isTerminal: Bool = false, width: Int? = nil, hasColour: Bool = false) {
        func stream(_ sink: CapturedText) -> ConsoleStream {
            ConsoleStream(sink: sink, isTerminal: isTerminal, width: width, hasColour: hasColour)
        }
        console = Console(output: stream(output), messages: stream(messages), time: .utc)
    }
}

/// A stream that nobody reads, for texts that are made for a stream.
func stream(width: Int? = nil, hasColour: Bool = false) -> ConsoleStream {
    ConsoleStream(sink: CapturedText(), isTerminal: width != nil, width: width, hasColour: hasColour)
}
