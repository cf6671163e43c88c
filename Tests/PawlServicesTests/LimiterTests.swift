import PawlKit
import PawlScenario
import PawlServices
import Synchronization
import Testing

@Suite("Limits of a binding")
struct LimiterTests {
    /// A service that runs until it is let go, under limits.
    private struct Lab {
        let clock = VirtualClock()
        let function: ServiceFunction
        let started: Started

        final class Started: Sendable {
            private let times = Mutex<[Timestamp]>([])
            /// One sign for each call that began.
            let (signs, sender) = AsyncStream.makeStream(of: Void.self)
            var all: [Timestamp] { times.withLock { $0 } }
            func note(_ time: Timestamp) {
                times.withLock { $0.append(time) }
                sender.yield()
            }
        }

        init(_ limits: ServiceLimits) throws {
            let started = Started()
            self.started = started
            var registrations = Registrations()
            registrations.add("a", takesAnyInput: true) {
                { input, context in
                    started.note(context.ports.clock.now)
                    if let seconds = input["takes"]?.intValue {
                        try await context.ports.clock.sleep(until: context.ports.clock.now.advanced(by: .seconds(seconds)))
                    }
                    return input
                }
            }
            let binding = ServiceBinding(name: "b", use: "a", place: place("pawl.yaml", 1), limits: limits)
            let services = try #require(build(registrations, [binding, bind("c", "b")]).services)
            #expect(services["c"]?.bindings.map(\.name) == ["c", "b"])
            // Through another binding: the limits are those of the one below.
            let (b, c) = (try services.function("b"), try services.function("c"))
            function = { input, context in try await (input["over"] == true ? c : b)(input, context) }
        }

        var context: ServiceContext {
            var ports = ServiceContext.test.ports
            ports.clock = clock
            return ServiceContext(idempotencyKey: "i", attempt: 1, deadline: nil, ports: ports)
        }

        func call(_ input: Value = [:]) -> Task<Value, any Error> { Task { try await function(input, context) } }

        /// The seconds from the start at which calls began.
        var seconds: [Int64] {
            started.all.map { ($0.nanosecondsSince1970 - VirtualClock.defaultStart.nanosecondsSince1970) / 1_000_000_000 }
        }
    }

    @Test("No more calls run at a time than allowed, also through another binding")
    func concurrency() async throws {
        let lab = try Lab(ServiceLimits(concurrency: 2))
        let calls = (0..<5).map { lab.call(["takes": 10, "over": .bool($0 % 2 == 0)]) }
        for round in 1...3 {
            try await lab.clock.sleeping(atLeast: min(2, 5 - 2 * (round - 1)))
            #expect(lab.started.all.count == min(2 * round, 5))
            lab.clock.advance(by: .seconds(10))
        }
        for call in calls { _ = try await call.value }
        #expect(lab.seconds == [0, 0, 10, 10, 20])
    }

    @Test("No more calls start in a stretch of time than allowed")
    func rate() async throws {
        let lab = try Lab(ServiceLimits(rate: .init(count: 3, unit: .minute)))
        let calls = (0..<7).map { _ in lab.call() }
        var signs = lab.started.signs.makeAsyncIterator()
        for _ in 0..<2 {
            // A call that was let through looks at the clock later than the limiter did, and the next one may sleep by then.
            for _ in 0..<3 { await signs.next() }
            try await lab.clock.sleeping(atLeast: 1)
            lab.clock.advance(by: .seconds(60))
        }
        for call in calls { _ = try await call.value }
        #expect(lab.seconds == [0, 0, 0, 60, 60, 60, 120])
    }

    @Test("A call that is cancelled while it waits leaves the line, and costs no turn")
    func cancellation() async throws {
        let lab = try Lab(ServiceLimits(rate: .init(count: 1, unit: .second)))
        _ = try await lab.call().value
        let first = lab.call()
        try await lab.clock.sleeping(atLeast: 1)
        let second = lab.call()
        first.cancel()
        await #expect(throws: CancellationError.self) { _ = try await first.value }
        try await lab.clock.sleeping(atLeast: 1)
        lab.clock.advance(by: .seconds(1))
        _ = try await second.value
        #expect(lab.seconds == [0, 1])
    }

    @Test("One who waits for a place can be cancelled too")
    func cancelledInLine() async throws {
        let lab = try Lab(ServiceLimits(concurrency: 1))
        let running = lab.call(["takes": 5])
        try await lab.clock.sleeping(atLeast: 1)
        let waiting = lab.call()
        let last = lab.call()
        waiting.cancel()
        await #expect(throws: CancellationError.self) { _ = try await waiting.value }
        lab.clock.advance(by: .seconds(5))
        _ = try await running.value
        _ = try await last.value
        #expect(lab.seconds == [0, 5])
    }

    @Test("Many calls in many tasks are all let through")
    func crowd() async throws {
        let lab = try Lab(ServiceLimits(concurrency: 3))
        try await withThrowingTaskGroup(of: Value.self) { group in
            for number in 0..<300 { group.addTask { try await lab.call(["n": .int(Int64(number))]).value } }
            for try await _ in group {}
        }
        #expect(lab.started.all.count == 300)
    }

    @Test("Rates are read as they are written", arguments: [("5/s", "5/s"), ("100/m", "100/m"), ("1/h", "1/h")])
    func reading(text: String, shown: String) throws {
        #expect(ServiceLimits(rate: ServiceLimits.Rate(text)).description == "rate \(shown)")
    }

    @Test("What is no rate", arguments: ["", "5", "5/d", "0/s", "-1/s", "5/s/s", "100001/s", "5 / s"])
    func refused(text: String) { #expect(ServiceLimits.Rate(text) == nil) }
}
