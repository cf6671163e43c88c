import Dispatch
import PawlKit
import PawlScenario
import Synchronization
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

    @Test("wakes in order of deadline, then of arrival")
    func order() async throws {
        // One queue runs what is woken, so that the order in which it runs is the order in which it was woken.
        let executor = QueueExecutor()
        let woken = Order()
        try await withThrowingTaskGroup { group in
            for (number, seconds) in [5, 2, 5, 1, 2, 9].enumerated() {
                let deadline = start.advanced(by: .seconds(Int64(seconds)))
                group.addTask(executorPreference: executor) { [clock] in
                    try await clock.sleep(until: deadline)
                    woken.append(number)
                }
                try await clock.sleeping(atLeast: number + 1)
            }
            clock.advance(by: .seconds(5))
            for _ in 0..<5 { try await group.next() }
            #expect(woken.numbers == [3, 1, 4, 0, 2])
            #expect(clock.sleepers == 1)
            #expect(clock.nextDeadline == start.advanced(by: .seconds(9)))
            clock.advance(by: .seconds(4))
        }
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

/// Runs the jobs of tasks one by one in the order in which they come.
private final class QueueExecutor: TaskExecutor {
    private let queue = DispatchQueue(label: "order")

    func enqueue(_ job: consuming ExecutorJob) {
        let job = UnownedJob(job)
        queue.async { job.runSynchronously(on: self.asUnownedTaskExecutor()) }
    }
}

private final class Order: Sendable {
    private let content = Mutex<[Int]>([])

    var numbers: [Int] { content.withLock { $0 } }

    func append(_ number: Int) { content.withLock { $0.append(number) } }
}
