import PawlKit
import PawlScenario
import Testing

@Suite("A call script")
struct CallScriptTests {
    typealias Script = CallScript<String, Int, FileError, Blocking>
    static let failure = FileError(.full, path: "p", reason: "no room")

    /// What calls with these arguments come to: a number, `nil` for what the mock does by itself, or a failure.
    static func outcomes(_ script: Script, _ arguments: [String]) -> [String] {
        arguments.map { argument in
            do throws(FileError) { return try script.call(argument).map(String.init) ?? "nil" } catch { return error.code.rawValue }
        }
    }

    struct Row: Sendable, CustomTestStringConvertible {
        let testDescription: String
        let rules: @Sendable (Script) -> Void
        let expected: [String]
    }

    static let rows = [
        Row(testDescription: "no rule", rules: { _ in }, expected: ["nil", "nil", "nil", "nil"]),
        Row(testDescription: "always", rules: { $0.succeed(.always, with: 7) }, expected: ["7", "7", "7", "7"]),
        Row(testDescription: "once", rules: { $0.fail(.once, with: failure) }, expected: ["full", "nil", "nil", "nil"]),
        Row(
            testDescription: "once twice",
            rules: {
                $0.fail(.once, with: failure); $0.succeed(.once, with: 1)
            }, expected: ["full", "1", "nil", "nil"]),
        Row(testDescription: "the third call", rules: { $0.fail(.call(3), with: failure) }, expected: ["nil", "nil", "full", "nil"]),
        Row(
            testDescription: "by argument", rules: { $0.fail(.when { $0 == "b" }, with: failure) },
            expected: ["nil", "full", "nil", "full"]),
        Row(
            testDescription: "once by argument", rules: { $0.fail(.once { $0 == "b" }, with: failure) },
            expected: ["nil", "full", "nil", "nil"]),
        Row(
            testDescription: "the first rule wins",
            rules: {
                $0.succeed(.call(2), with: 1); $0.succeed(.always, with: 2)
            }, expected: ["2", "1", "2", "2"]),
        Row(testDescription: "a function", rules: { $0.answer(.always) { $0.count } }, expected: ["1", "1", "1", "1"]),
    ]

    @Test("gives what its rules say", arguments: rows)
    func rules(_ row: Row) {
        let script = Script()
        row.rules(script)
        #expect(Self.outcomes(script, ["a", "b", "a", "b"]) == row.expected)
        #expect(script.calls == ["a", "b", "a", "b"])
    }

    @Test("keeps the record and drops the rules on reset")
    func reset() {
        let script = Script()
        script.fail(.always, with: Self.failure)
        _ = Self.outcomes(script, ["a"])
        script.reset()
        #expect(Self.outcomes(script, ["b"]) == ["nil"])
        #expect(script.calls == ["a", "b"])
    }

    typealias Waiting = CallScript<Int, String, any Error, Suspending<any Error>>

    @Test("waits a delay in virtual time, then fails")
    func delayThenFailure() async throws {
        let clock = VirtualClock()
        let script = Waiting(clock: clock)
        script.delay(.once, by: .minutes(5))
        script.fail(.always, with: HTTPError(.timeout, reason: "slow"))
        let task = Task { try await script.call(1) }
        try await clock.sleeping(atLeast: 1)
        #expect(clock.nextDeadline == VirtualClock.defaultStart.advanced(by: .minutes(5)))
        clock.advance(by: .minutes(5))
        await #expect(throws: HTTPError(.timeout, reason: "slow")) { try await task.value }
        // The second call has no delay left.
        await #expect(throws: HTTPError(.timeout, reason: "slow")) { try await script.call(2) }
    }

    @Test("hangs until it is released, and later calls hang anew")
    func hangAndRelease() async throws {
        let script = Waiting(clock: VirtualClock())
        script.hang(.always)
        script.succeed(.always, with: "late")
        let first = Task { try await script.call(1) }
        try await script.called(times: 1)
        script.release()
        #expect(try await first.value == "late")
        let second = Task { try await script.call(2) }
        try await script.called(times: 2)
        second.cancel()
        await #expect(throws: CancellationError.self) { try await second.value }
        #expect(script.calls == [1, 2])
    }

    @Test("a cancelled delay ends at once")
    func cancelledDelay() async throws {
        let clock = VirtualClock()
        let script = Waiting(clock: clock)
        script.delay(.always, by: .hours(1))
        let task = Task { try await script.call(1) }
        try await clock.sleeping(atLeast: 1)
        task.cancel()
        await #expect(throws: CancellationError.self) { try await task.value }
        #expect(clock.sleepers == 0)
    }

    @Test("whoever waits for calls can be cancelled")
    func cancelledWait() async {
        let script = Waiting(clock: VirtualClock())
        let task = Task { try await script.called(times: 1) }
        task.cancel()
        await #expect(throws: CancellationError.self) { try await task.value }
    }
}
