import PawlKit
import PawlScenario
import Testing

@Suite("The virtual clock")
struct VirtualClockTests {
    let start = VirtualClock.defaultStart
    let clock = VirtualClock()

    @Test("starts on a Friday at noon")
    func noon() { #expect(clock.now == Timestamp("2027-01-01T12:00:00Z")) }

    @Test("moves only when it is moved")
    func moves() {
        clock.advance(by: .seconds(3))
        #expect(clock.now == start.advanced(by: .seconds(3)))
        clock.advance(to: start)
        #expect(clock.now == start.advanced(by: .seconds(3)))
        clock.jump(to: start)
        #expect(clock.now == start)
    }

    /// Tasks of one actor run in the order in which they are woken.
    @MainActor
    @Test("wakes in order of deadline, then of arrival")
    func order() async throws {
        var woken: [Int] = []
        var tasks: [Task<Void, any Error>] = []
        for (number, seconds) in [5, 2, 5, 1, 2, 9].enumerated() {
            tasks.append(
                Task {
                    try await clock.sleep(until: start.advanced(by: .seconds(Int64(seconds))))
                    woken.append(number)
                })
            try await clock.sleeping(atLeast: number + 1)
        }
        clock.advance(by: .seconds(5))
        for number in 0..<5 { try await tasks[number].value }
        #expect(woken == [3, 1, 4, 0, 2])
        #expect(clock.sleepers == 1)
        #expect(clock.nextDeadline == start.advanced(by: .seconds(9)))
        clock.advance(by: .seconds(4))
        try await tasks[5].value
        #expect(clock.nextDeadline == nil)
    }

    @Test("a deadline that is past does not wait")
    func past() async throws {
        try await clock.sleep(until: start)
        try await clock.sleep(until: start.advanced(by: .seconds(-1)))
        #expect(clock.sleepers == 0)
    }

    @Test("a cancelled sleeper leaves, the others sleep on")
    func cancellation() async throws {
        let first = Task { try await clock.sleep(until: start.advanced(by: .seconds(1))) }
        let second = Task { try await clock.sleep(until: start.advanced(by: .seconds(1))) }
        try await clock.sleeping(atLeast: 2)
        first.cancel()
        await #expect(throws: CancellationError.self) { try await first.value }
        #expect(clock.sleepers == 1)
        clock.advance(by: .seconds(1))
        try await second.value
    }

    @Test("a task that is cancelled already does not sleep")
    func cancelledBefore() async {
        let task = Task {
            withUnsafeCurrentTask { $0?.cancel() }
            try await clock.sleep(until: start.advanced(by: .seconds(1)))
        }
        await #expect(throws: CancellationError.self) { try await task.value }
    }

    @Test("a jump forward wakes who is due, a jump back nobody")
    func jumps() async throws {
        let sleeper = Task { try await clock.sleep(until: start.advanced(by: .hours(1))) }
        try await clock.sleeping(atLeast: 1)
        clock.jump(to: start.advanced(by: .hours(-24)))
        #expect(clock.sleepers == 1)
        clock.advance(by: .hours(24))
        #expect(clock.sleepers == 1)
        clock.jump(to: start.advanced(by: .hours(2)))
        try await sleeper.value
    }
}
