import PawlKit
import PawlMachine
import Testing

@Suite("Retries and interruptions")
struct RetryTests {
    static let first = EffectTests.first

    /// The waits before attempts 2, 3, … until the effect gives up.
    static func waits(_ rule: RetryRule) throws -> [Int64] {
        let lab = try Lab(EffectTests.sketch(retry: rule))
        var waits: [Int64] = []
        for _ in 0..<50 {
            guard lab.leaves == ["A"] else { break }
            lab.fail(first)
            guard lab.last.kind == .retry, let due = lab.last.body.effect?.due, let wait = due.since(lab.now) else { break }
            #expect(lab.state.effect(first)?.phase == .waiting)
            #expect(lab.launches.isEmpty)
            waits.append(wait.nanoseconds / 1_000_000)
            lab.now = due
            lab.apply(.attempt(first))
            #expect(lab.last.kind == .attempt)
            #expect(lab.launches == [first])
        }
        #expect(lab.leaves == ["Failed"])
        return waits
    }

    @Test("without retry there is one attempt")
    func never() throws { #expect(try Self.waits(.never).isEmpty) }

    @Test("waits grow by the factor up to the longest")
    func growth() throws {
        let rule = RetryRule(attempts: 6, delay: .seconds(1), factor: 3, maximumDelay: .seconds(10), jitter: 0)
        #expect(try Self.waits(rule) == [1_000, 3_000, 9_000, 10_000, 10_000])
    }

    @Test("a factor of one waits the same, and a first delay over the longest is cut")
    func flat() throws {
        #expect(try Self.waits(RetryRule(attempts: 4, delay: .seconds(2), factor: 1, jitter: 0)) == [2_000, 2_000, 2_000])
        #expect(try Self.waits(RetryRule(attempts: 2, delay: .hours(2), factor: 2, maximumDelay: .seconds(5), jitter: 0)) == [5_000])
    }

    @Test("an enormous factor saturates")
    func enormous() throws {
        let rule = RetryRule(attempts: 40, delay: .seconds(1), factor: 1e300, maximumDelay: TimeAmount(nanoseconds: .max), jitter: 1)
        #expect(try Self.waits(rule).allSatisfy { $0 >= 0 })
    }

    @Test("jitter stays within its bounds, differs by attempt, and is the same on every replay")
    func jitter() throws {
        let rule = RetryRule(attempts: 30, delay: .seconds(10), factor: 1, maximumDelay: .minutes(1), jitter: 0.2)
        let waits = try Self.waits(rule)
        #expect(waits.count == 29)
        #expect(waits.allSatisfy { (8_000...12_000).contains($0) })
        #expect(Set(waits).count > 20)
        #expect(waits.contains { $0 < 10_000 } && waits.contains { $0 > 10_000 })
        #expect(try Self.waits(rule) == waits)
    }

    @Test("the number of attempts reaches the failure")
    func attempts() throws {
        let lab = try Lab(EffectTests.sketch(retry: RetryRule(attempts: 2)))
        lab.fail(Self.first)
        lab.apply(.attempt(Self.first))
        #expect(lab.state.effect(Self.first)?.attempt == 2)
        #expect(lab.state.effect(Self.first)?.deadline == lab.now.advanced(by: .seconds(30)))
        lab.fail(Self.first)
        #expect(lab.data("Failed") == #"{"text":"A work boom 2"}"#)
    }

    struct Codes: Sendable, CustomTestStringConvertible {
        let testDescription: String
        var only: [String]?
        var unless: [String] = []
        let code: String
        let isRetried: Bool
    }

    static let codes = [
        Codes(testDescription: "any code", code: "boom", isRetried: true),
        Codes(testDescription: "one of only", only: ["boom"], code: "boom", isRetried: true),
        Codes(testDescription: "none of only", only: ["boom"], code: "timeout", isRetried: false),
        Codes(testDescription: "one of unless", unless: ["boom"], code: "boom", isRetried: false),
        Codes(testDescription: "none of unless", unless: ["boom"], code: "timeout", isRetried: true),
        Codes(testDescription: "invalid_output never", code: "invalid_output", isRetried: false),
        Codes(testDescription: "invalid_output not even by name", only: ["invalid_output"], code: "invalid_output", isRetried: false),
    ]

    @Test("are for some codes", arguments: codes)
    func only(_ row: Codes) throws {
        let lab = try Lab(EffectTests.sketch(retry: RetryRule(attempts: 3, only: row.only, unless: row.unless)))
        lab.fail(Self.first, row.code)
        #expect((lab.last.kind == .retry) == row.isRetried)
    }

    @Test("a result that does not fit is not retried")
    func invalidOutput() throws {
        let lab = try Lab(EffectTests.sketch(retry: RetryRule(attempts: 3)))
        #expect(lab.succeed(Self.first, ["n": "five"]).words == "handled Failed")
    }

    @Test("the retry of an effect whose state was left does not start")
    func leftMeanwhile() throws {
        let lab = try Lab(EffectTests.sketch(retry: RetryRule(attempts: 3)))
        lab.fail(Self.first)
        lab.send("Leave")
        #expect(lab.last.body.cancelledEffects == [Self.first])
        let count = lab.entries.count
        #expect(lab.apply(.attempt(Self.first)).words == "stale")
        #expect(lab.entries.count == count)
    }

    @Test("an interrupted attempt runs again and does not count, five times in a row")
    func interrupted() throws {
        let lab = try Lab(EffectTests.sketch(retry: RetryRule(attempts: 2)))
        for interruption in 1...5 {
            #expect(lab.apply(.interrupted(Self.first)).words == "handled A")
            #expect(lab.last.kind == .attempt)
            #expect(lab.last.body.cause == .engine)
            #expect(lab.state.effect(Self.first)?.attempt == 1)
            #expect(lab.state.effect(Self.first)?.interruptions == interruption)
            #expect(lab.launches == [Self.first])
        }
        #expect(lab.apply(.interrupted(Self.first)).words == "handled Failed")
        #expect(lab.data("Failed") == #"{"text":"A work interrupted 1"}"#)
    }

    @Test("an attempt that ends breaks the row of interruptions")
    func brokenRow() throws {
        let lab = try Lab(EffectTests.sketch(retry: RetryRule(attempts: 3)))
        for _ in 0..<5 { lab.apply(.interrupted(Self.first)) }
        lab.fail(Self.first)
        lab.apply(.attempt(Self.first))
        #expect(lab.state.effect(Self.first)?.interruptions == 0)
        for _ in 0..<5 { #expect(lab.apply(.interrupted(Self.first)).words == "handled A") }
        #expect(lab.state.effect(Self.first)?.attempt == 2)
    }

    @Test("atMostOnce is not run twice")
    func atMostOnce() throws {
        let lab = try Lab(EffectTests.sketch(delivery: .atMostOnce))
        #expect(lab.apply(.interrupted(Self.first)).words == "handled Failed")
        #expect(lab.data("Failed") == #"{"text":"A work interrupted 1"}"#)
    }

    @Test("what does not run is not interrupted")
    func notRunning() throws {
        let lab = try Lab(EffectTests.sketch(retry: RetryRule(attempts: 3)))
        lab.fail(Self.first)
        let count = lab.entries.count
        #expect(lab.apply(.interrupted(Self.first)).words == "stale")
        #expect(lab.apply(.interrupted(EffectID(position: 9, feedback: "A/work"))).words == "stale")
        #expect(lab.entries.count == count)
    }
}
