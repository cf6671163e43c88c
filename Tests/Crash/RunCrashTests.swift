import Foundation
import Glibc
import TestSupport
import Testing

/// Kills `pawl run` at random moments, runs it again until it ends, and looks at what the journal says.
///
/// `PAWL_CRASH_ROUNDS` is the number of kills wanted of each example, `PAWL_CRASH_SEED` repeats the moments.
@Suite(.serialized) struct RunCrashTests {
    struct Example: CustomTestStringConvertible {
        let file: String
        let key: String
        let input: String
        let sends: [String]
        var testDescription: String { file }

        /// Words that go on with the instance of a key, or begin it.
        func words(_ round: Int) -> [String] {
            let input = input.replacingOccurrences(of: "KEY", with: "K\(round)")
            let key = file == "nightly.yaml" ? ["--key", "K\(round)"] : []
            return ["run", file, "--config", "crash.yaml", "--input", input] + key + sends.flatMap { ["--send", $0] }
        }
    }

    static let examples: [Example] = [
        Example(file: "nightly.yaml", key: "nightly-job", input: #"{"day": "2026-11-30"}"#, sends: []),
        Example(
            file: "workflows/4-order.yaml", key: "order",
            input: #"{"orderId": "KEY", "items": [{"sku": "pawl", "quantity": 2, "price": 19.99}], "currency": "EUR"}"#, sends: []),
        Example(
            file: "workflows/2-approval.yaml", key: "approval", input: #"{"request": "KEY", "title": "T", "amount": 899.0}"#,
            sends: [#"Comment={"by": "A", "text": "one"}"#, #"Comment={"by": "A", "text": "two"}"#, #"Approve={"by": "Grace"}"#]),
    ]

    private static let configuration = """
        store: sqlite:pawl.db
        plugins: [log, { exec: { directory: workflows/scripts } }, mock]
        services:
          report.build: { use: exec.run, with: { program: ./nightly-report.sh, arguments: [--format, json] } }
          payments.charge: { use: mock.delay, with: { duration: 60ms, value: { transaction: T-1 } } }
          warehouse.ship: { use: mock.delay, with: { duration: 60ms, value: { trackingId: TRK-88 } } }
        """

    private static let kills = ProcessInfo.processInfo.environment["PAWL_CRASH_ROUNDS"].flatMap { Int($0) } ?? 9
    private static let seed =
        ProcessInfo.processInfo.environment["PAWL_CRASH_SEED"].flatMap { UInt64($0) } ?? UInt64.random(in: 0..<1_000_000)

    @Test(arguments: examples)
    func `a run that is killed ends when it is run again`(_ example: Example) async throws {
        print("crash: \(example.file), \(Self.kills) kills, PAWL_CRASH_SEED=\(Self.seed)")
        try await Workplace.with { work in
            try work.write(Self.configuration, to: "crash.yaml")
            // Shorter waits between the attempts: more of them are met by a kill.
            let nightly = try #require(work.bytes("workflows/3-nightly-job.yaml")).asText
            try work.write(nightly.replacingOccurrences(of: "delay: 200ms", with: "delay: 40ms"), to: "nightly.yaml")
            var random = SplitMix64(seed: Self.seed)
            // How long a run takes that nobody kills: the moments are spread over it.
            let clock = ContinuousClock()
            let begin = clock.now
            let calm = try await work.start(example.words(0)).outcome()
            // On a busy machine the first run may take many times its usual length; a kill must still meet the work.
            let span = min(clock.now - begin, .milliseconds(800))
            #expect(calm.code == 0, "\(calm)")
            var (killed, round) = (0, 0)
            while killed < Self.kills, round < 4 * Self.kills {
                round += 1
                killed += try await live(example, round, span, &random, work)
            }
            #expect(killed >= Self.kills / 2, "most runs ended before they were killed")
            let replayed = try await work.pawl("replay", "--all", "--verify", "--store", "pawl.db")
            #expect(replayed.code == 0, "seed \(Self.seed): \(replayed)")
        }
    }

    /// One instance, killed at most four times: more in a row are the failure `interrupted`. Gives the number of kills.
    private func live(
        _ example: Example, _ round: Int, _ span: Duration, _ random: inout SplitMix64, _ work: Workplace
    ) async throws -> Int {
        var kills = 0
        for _ in 0..<4 {
            let run = try work.start(example.words(round))
            try await Task.sleep(for: span * Double.random(in: 0..<1, using: &random))
            run.signal(SIGKILL)
            if try await run.outcome().code != nil { break }
            kills += 1
        }
        let instance = "\(example.key)/K\(round)"
        // What was killed last goes on; what has ended is not begun anew.
        var ending = try await work.pawl("show", instance, "--store", "pawl.db", "-o", "json")
        if !ending.output.contains(#""status":"finished""#) {
            let last = try await work.start(example.words(round)).outcome()
            #expect(last.code == 0, "seed \(Self.seed), \(instance): \(last)")
            ending = try await work.pawl("show", instance, "--store", "pawl.db", "-o", "json")
        }
        #expect(ending.output.contains(#""status":"finished""#), "seed \(Self.seed): \(ending)")
        let history = try await work.pawl("history", instance, "--store", "pawl.db", "-o", "jsonl")
        let twice = try Answers.twice(in: history.output)
        #expect(twice.isEmpty, "seed \(Self.seed): answered twice: \(twice)\n\(history)")
        return kills
    }
}

/// The final answers to effects in a history.
enum Answers {
    private struct Entry: Decodable {
        struct Cause: Decodable { let effect: String? }
        struct Answer: Decodable {}
        let kind: String
        let cause: Cause
        let answer: Answer?
    }

    /// The effects that more than one entry answers for good: a `retry` is not final, a `stale` one was not taken.
    static func twice(in jsonl: String) throws -> [String] {
        let entries = try jsonl.split(separator: "\n").map { try JSONDecoder().decode(Entry.self, from: Data($0.utf8)) }
        var counts: [String: Int] = [:]
        for entry in entries where entry.answer != nil && !["retry", "stale"].contains(entry.kind) {
            if let effect = entry.cause.effect { counts[effect, default: 0] += 1 }
        }
        return counts.filter { $0.value > 1 }.keys.sorted()
    }
}

extension Data {
    fileprivate var asText: String { String(decoding: self, as: UTF8.self) }
}
