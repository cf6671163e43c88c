import PawlCommands
import PawlKit
import Testing

@Suite struct `A run as it is told` {
    let naming = InstanceNaming(among: [SampleRun.instance])

    /// What is written for some observations and an end; what a terminal would redraw is shown line by line.
    private func tell(
        _ observations: [RunObservation], _ closing: RunClosing, at moment: Timestamp, isTerminal: Bool = false,
        resuming stored: StoredInstance? = nil
    ) -> String {
        let captured = CapturedText()
        let stream = ConsoleStream(sink: captured, isTerminal: isTerminal, width: isTerminal ? 100 : nil)
        let console = Console(output: stream, messages: stream, time: .utc)
        var view = RunView(console: console, report: stream, naming: naming, attempts: { _ in 5 })
        if let stored { view.resume(stored, at: SampleRun.time(20)) }
        for observation in observations { view.observe(observation) }
        view.close(closing, at: moment)
        return captured.text.split(separator: "\r", omittingEmptySubsequences: false).joined(separator: "\n")
            .split(separator: "\u{1B}[K", omittingEmptySubsequences: false).joined()
    }

    private let good = SampleRun.good.map(RunObservation.entry)

    @Test func `good, in a file`() throws { try Golden.expect(tell(good, .ended, at: SampleRun.time(5, 600)), "run") }

    @Test func `good, on a terminal`() throws {
        let observations =
            [good[0], .tick(SampleRun.time(14)), good[1], .tick(SampleRun.time(3)), good[2]]
            + [.attempt(SampleRun.charge, number: 2, at: SampleRun.time(3, 310), deadline: SampleRun.time(243)), .tick(SampleRun.time(5))]
            + good[3...]
        try Golden.expect(tell(observations, .ended, at: SampleRun.time(5, 600), isTerminal: true), "run-terminal")
    }

    @Test func `failed`() throws {
        try Golden.expect(tell([good[0], .entry(SampleRun.odd[0])], .ended, at: SampleRun.time(10, 100)), "run-failed")
    }

    @Test func `waiting, and going on`() throws {
        let events = [
            EventOffer("Approve", fields: RecordType(fields: [.init("by", .string)])),
            EventOffer("Reject", fields: RecordType(fields: [.init("by", .string), .init("reason", .string)])),
        ]
        let tomorrow = Timestamp("2026-12-01T09:00:00Z")
        var text = tell([good[0]], .waiting(events, until: tomorrow), at: SampleRun.time(6))
        text += "\n" + tell([good[4]], .ended, at: SampleRun.time(21), resuming: SampleRun.stored)
        try Golden.expect(text, "run-waiting")
    }

    @Test func `blocked, paused and interrupted`() throws {
        let incident = try #require(SampleRun.odd.compactMap(\.body.incident).first)
        var text = tell([good[0]], .blocked(incident), at: SampleRun.time(6))
        text += "\n" + tell([good[0]], .paused, at: SampleRun.time(6))
        text += "\n" + tell([good[0]], .interrupted, at: SampleRun.time(6))
        try Golden.expect(text, "run-stopped")
    }

    @Test func `everything that can happen on the way`() throws {
        let observations = [good[0]] + SampleRun.odd.dropFirst().filter { $0.kind != .cancelled }.map(RunObservation.entry)
        let text = tell(observations, .interrupted, at: SampleRun.time(30))
        #expect(!text.contains("\u{1B}"))
        try Golden.expect(text, "run-odd")
    }

    @Test func `states that are passed at once are told`() throws {
        let entry = SampleRun.entry(1, .started, at: SampleRun.time(1), to: "Done", cause: .outside("ada")) { body in
            body.microsteps = [MicrostepRecord(to: ["Checking"]), MicrostepRecord(to: ["Done"])]
            body.end = InstanceEnd(status: .finished)
        }
        try Golden.expect(tell([.entry(entry)], .ended, at: SampleRun.time(1)), "run-passed")
    }

    @Test func `entries of another instance are not told`() {
        var other = SampleRun.paid
        other.instance = InstanceID(rawValue: "000000000000")
        let alone = tell([good[0]], .interrupted, at: SampleRun.time(6))
        #expect(tell([good[0], .entry(other)], .interrupted, at: SampleRun.time(6)) == alone)
    }

    @Test func `counting and folding`() {
        var progress = RunProgress(started: SampleRun.started)
        #expect(progress.effects.map(\.service) == ["payments.charge"])
        #expect(progress.timers.count == 1)
        for entry in SampleRun.good.dropFirst() { progress.apply(entry) }
        #expect(progress.states == ["Done"])
        #expect(progress.eventCount == 2)
        #expect(progress.effectCount == 2)
        #expect(progress.effects.isEmpty)
        #expect(progress.timers.isEmpty)
        #expect(progress.end?.status == .finished)
    }
}
