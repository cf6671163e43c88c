package import PawlKit

/// Tells a person how an instance gets on: a line for each state that is left, and a last line that lives.
package struct RunView {
    private let report: ConsoleStream
    private var live: LiveLine
    private let lines: RunLines
    private var progress: RunProgress?

    /// Creates a view.
    ///
    /// - Parameters:
    ///   - report: where the lines go; the live line goes to the messages.
    ///   - repeated: what the commands that are shown to be typed end in, see ``GlobalOptions/repeated``.
    ///   - attempts: how many attempts a feedback has at most, by its id; nil when unknown.
    package init(
        console: Console, report: ConsoleStream, naming: InstanceNaming, repeated: String = "",
        attempts: @escaping @Sendable (String) -> Int? = { _ in nil }
    ) {
        self.report = report
        live = LiveLine(on: console.messages)
        lines = RunLines(stream: report, naming: naming, time: console.time, repeated: repeated, attempts: attempts)
    }

    /// Where the instance stands; nil before anything was seen.
    package var current: RunProgress? { progress }

    /// Begins with an instance that goes on.
    package mutating func resume(_ stored: StoredInstance, at moment: Timestamp) {
        let progress = RunProgress(resuming: stored, at: moment)
        report.write(lines.header(progress))
        let age = Lengths.ago(stored.instance.updated, now: moment)
        report.write(lines.line("…", StateList.text(progress.states), "goes on", "last moved \(age)"))
        self.progress = progress
    }

    /// Takes an observation in and shows it.
    package mutating func observe(_ observation: RunObservation) {
        switch observation {
        case .entry(let entry): observe(entry)
        case .attempt(let id, let number, let moment, let deadline):
            progress?.start(id, attempt: number, at: moment, deadline: deadline)
            redraw(at: moment)
        case .tick(let moment): redraw(at: moment)
        }
    }

    /// Writes a message of somebody else's between the lines.
    package mutating func message(_ text: String, on stream: ConsoleStream) {
        live.clear()
        stream.line(DisplayText.visible(text))
    }

    /// Ends the report.
    ///
    /// - Parameter moment: the time now, for lengths and deadlines.
    package mutating func close(_ closing: RunClosing, at moment: Timestamp) {
        live.clear()
        guard let progress else { return }
        report.write(lines.closing(closing, progress, at: moment))
    }

    private mutating func observe(_ entry: JournalEntry) {
        if let progress, progress.instance != entry.instance { return }
        let before = progress
        if progress != nil { progress?.apply(entry) } else { progress = RunProgress(started: entry) }
        guard let after = progress else { return }
        var text = before == nil ? lines.header(after) : ""
        // On a screen the live line shows an attempt that failed, and the state's own line sums it up.
        if entry.kind != .retry || !live.isLive { text += lines.lines(entry, before: before) }
        if !text.isEmpty {
            live.clear()
            report.write(text)
        }
        redraw(at: entry.time)
    }

    private mutating func redraw(at moment: Timestamp) {
        guard let progress, progress.end == nil else { return }
        live.show(lines.live(progress, at: moment), at: moment)
    }
}
