import Glibc
import PawlKit

extension Console {
    /// The console of the process, and its output as a sink that knows whether writing failed.
    ///
    /// Colours follow https://no-color.org: none when `NO_COLOR` is set and not empty, and none on a dumb terminal.
    package static func standard(variable: (String) -> String?) -> (console: Console, output: DescriptorSink) {
        let isDumb = variable("TERM") == "dumb"
        let wantsColour = !isDumb && (variable("NO_COLOR") ?? "").isEmpty
        func stream(_ descriptor: Int32, _ sink: DescriptorSink) -> ConsoleStream {
            let isTerminal = isatty(descriptor) == 1
            return ConsoleStream(
                sink: sink, isTerminal: isTerminal && !isDumb, width: isTerminal ? columns(of: descriptor, variable) : nil,
                hasColour: isTerminal && wantsColour)
        }
        let output = DescriptorSink(descriptor: STDOUT_FILENO)
        let console = Console(
            output: stream(STDOUT_FILENO, output), messages: stream(STDERR_FILENO, DescriptorSink(descriptor: STDERR_FILENO)),
            time: .system)
        return (console, output)
    }

    private static func columns(of descriptor: Int32, _ variable: (String) -> String?) -> Int {
        var size = winsize()
        if ioctl(descriptor, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0 { return Int(size.ws_col) }
        return variable("COLUMNS").flatMap { Int($0) }.flatMap { $0 > 0 ? $0 : nil } ?? 80
    }
}

extension LocalTime {
    /// The time zone of the process: `TZ`, else `/etc/localtime`.
    package static let system = LocalTime { moment in
        var seconds = time_t(moment.seconds)
        var parts = tm()
        return localtime_r(&seconds, &parts) == nil ? 0 : parts.tm_gmtoff
    }
}
