import Foundation
import PawlKit
import PawlSystem
import Testing

@Suite(.timeLimit(.minutes(1))) struct ClockTests {
    let clock = DefaultClock()

    @Test func `the clock agrees with Foundation's`() {
        #expect(abs(Double(clock.now.seconds) - Date().timeIntervalSince1970) < 5)
    }

    @Test(arguments: [0, 1, 20, -1000])
    func `a wait ends at its deadline, never before`(milliseconds: Int64) async throws {
        let deadline = clock.now.advanced(by: .milliseconds(milliseconds))
        try await clock.sleep(until: deadline)
        #expect(clock.now >= deadline)
    }

    @Test func `a cancelled wait throws`() async throws {
        for delay in [TimeAmount.hours(1), .hours(24 * 365 * 200)] {
            let task = Task { [clock] in try await clock.sleep(until: clock.now.advanced(by: delay)) }
            await Task.yield()
            task.cancel()
            await #expect(throws: CancellationError.self) { try await task.value }
        }
        let past = Task { [clock] in
            while !Task.isCancelled { await Task.yield() }
            try await clock.sleep(until: .epoch)
        }
        past.cancel()
        await #expect(throws: CancellationError.self) { try await past.value }
    }

    @Test func `many waits end or are cancelled, each once`() async throws {
        let ended = await withTaskGroup(of: Bool.self) { group in
            for number in 0..<500 {
                group.addTask { [clock] in
                    let task = Task { try await clock.sleep(until: clock.now.advanced(by: .milliseconds(Int64(number % 5)))) }
                    if number % 2 == 0 { task.cancel() }
                    return await (try? task.value) != nil
                }
            }
            return await group.reduce(0) { $0 + ($1 ? 1 : 0) }
        }
        #expect(ended >= 250)
    }

    @Test func `identifiers differ and have their form`() {
        let made = (0..<1000).map { _ in DefaultIdentifiers().makeInstanceID().rawValue }
        #expect(Set(made).count == 1000)
        #expect(made.allSatisfy { $0.count == InstanceID.length && $0.allSatisfy { InstanceID.alphabet.contains($0) } })
    }

    @Test func `variables and secrets come from the environment`() {
        #expect(DefaultEnvironment().variable("PATH") == ProcessInfo.processInfo.environment["PATH"])
        #expect(DefaultEnvironment().secret("PATH") == DefaultEnvironment().variable("PATH"))
        #expect(DefaultEnvironment().variable("PAWL_NO_SUCH_VARIABLE") == nil)
    }

    @Test func `log lines keep their order, their line and their level`() throws {
        let folder = try TemporaryFolder()
        let file = open(folder("log"), O_WRONLY | O_CREAT, 0o600)
        let log = DefaultLog(from: .info, output: file)
        log.write(.debug, "not this")
        for number in 0..<100 { log.write(.info, "line \(number)") }
        log.write(.error, "two\nlines\u{1B}[31m", [("name", "a b"), ("count", "3")])
        log.flush()
        close(file)
        let lines = try String(contentsOfFile: folder("log"), encoding: .utf8).split(separator: "\n").map {
            $0.split(separator: " ", maxSplits: 1)[1]
        }
        #expect(lines.dropLast().elementsEqual((0..<100).map { "info line \($0)" }))
        #expect(lines.last == "error two\\nlines\u{FFFD}[31m name=\"a b\" count=3")
    }
}
