import Foundation
import Glibc
import PawlControl
import PawlKit
import Synchronization
import TestSupport
import Testing

/// Many instances in flight while `pawl serve` is killed again and again: all end, and nothing acknowledged is missing.
///
/// `PAWL_MARATHON` is instances and kills, such as `200x20`; `PAWL_CRASH_SEED` repeats the moments.
@Suite(.serialized) struct MarathonTests {
    private static let size: (instances: Int, kills: Int) = {
        let numbers = (ProcessInfo.processInfo.environment["PAWL_MARATHON"] ?? "").split(separator: "x").compactMap { Int($0) }
        return numbers.count == 2 ? (numbers[0], numbers[1]) : (40, 3)
    }()
    private static let seed =
        ProcessInfo.processInfo.environment["PAWL_CRASH_SEED"].flatMap { UInt64($0) } ?? UInt64.random(in: 0..<1_000_000)

    @Test func `instances in flight end, however often the engine is killed`() async throws {
        let size = Self.size
        print("marathon: \(size.instances) instances, \(size.kills) kills, PAWL_CRASH_SEED=\(Self.seed)")
        try await Workplace.with { work in
            try Serving.write(in: work)
            // What was cut off too often in a row fails with `interrupted`, and begins anew.
            let stubborn = Serving.job.replacingOccurrences(of: "data: { notes: 0 } } }", with: "data: { notes: 0 } }, failed: First }")
                .replacingOccurrences(of: "{ done: Done,", with: "{ done: Done, failed: Last,")
            try work.write(stubborn, to: "flows/job.yaml")
            let line = Line(try SocketPath(store: work.folder + "/pawl.db", runtimeFolder: nil))
            let acknowledged = Acknowledged()
            async let drivers: Void = withThrowingTaskGroup(of: Void.self) { group in
                for number in 1...size.instances {
                    group.addTask {
                        try await Self.drive(number, line, acknowledged)
                    }
                }
                try await group.waitForAll()
            }
            var random = SplitMix64(seed: Self.seed)
            for _ in 0..<size.kills {
                let program = try work.start(["serve"], patience: .seconds(300))
                // Some are killed before they are ready, in the middle of recovery.
                if Int.random(in: 0..<4, using: &random) > 0 { try await Serving.says("ready", program) }
                try await Task.sleep(for: .milliseconds(Int.random(in: 0..<700, using: &random)))
                program.signal(SIGKILL)
                acknowledged.kills.add(1, ordering: .relaxed)
                #expect(try await program.outcome().code == nil)
            }
            let last = try await Serving.start(in: work, patience: .seconds(300))
            try await drivers
            await line.close()
            try await Serving.stop(last)
            try await check(work, size.instances, acknowledged.sendings.withLock { $0 })
        }
    }

    /// One instance: begun, sent events until it is at its end, each with a key for the next try.
    ///
    /// The instances share the kills among them: each begins before one and goes on to its end after it, so that all through the marathon many are in flight.
    private static func drive(_ number: Int, _ line: Line, _ acknowledged: Acknowledged) async throws {
        let kill = number % (size.kills + 1)
        while acknowledged.kills.load(ordering: .relaxed) < kill - 2 { try await Task.sleep(for: .milliseconds(20)) }
        let instance = try await line.call(InstanceStart(workflow: "job", input: ["number": .int(Int64(number))], ifAbsent: true)).instance
        for attempt in 1... {
            let events = acknowledged.kills.load(ordering: .relaxed) < kill ? ["Note"] : ["Note", "Go"]
            for event in events {
                let key = "\(event)-\(number)-\(attempt)"
                let payload: Value = event == "Go" ? ["by": "marathon"] : ["text": .string(key)]
                let answer = try await line.call(InstanceSend(instance: instance, event: event, payload: payload, dedupe: key))
                acknowledged.sendings.withLock { $0.append((instance, key)) }
                if answer.status == "finished" { return }
            }
            try await Task.sleep(for: .milliseconds(60))
        }
    }

    private func check(_ work: Workplace, _ instances: Int, _ acknowledged: [(instance: String, key: String)]) async throws {
        let client = try await work.pawl("list", "-o", "jsonl")
        let lines = client.output.split(separator: "\n")
        #expect(lines.count == instances, "seed \(Self.seed)")
        #expect(lines.allSatisfy { $0.contains(#""status":"finished""#) }, "seed \(Self.seed): \(client)")
        let replayed = try await work.pawl("replay", "--all", "--verify")
        #expect(replayed.code == 0, "seed \(Self.seed): \(replayed)")
        var keys: [String: Int] = [:]
        for line in lines {
            guard let range = line.firstRange(of: /"id":"[0-9a-z]+"/) else { continue }
            let id = String(line[range].dropFirst(6).dropLast())
            let history = try await work.pawl("history", id, "-o", "jsonl")
            var answered: Set<String> = []
            for entry in history.output.split(separator: "\n") {
                let fields = try #require(try JSONSerialization.jsonObject(with: Data(entry.utf8)) as? [String: Any])
                if let key = fields["dedupe"] as? String {
                    // What comes after the end changes nothing, and each try of it is a dead letter.
                    let isLate = fields["kind"] as? String == "deadLetter"
                    if isLate { keys["\(id) \(key)"] = max(1, keys["\(id) \(key)"] ?? 0) } else { keys["\(id) \(key)", default: 0] += 1 }
                }
                guard let cause = fields["cause"] as? [String: Any], let effect = cause["effect"] as? String, fields["answer"] != nil,
                    !["retry", "stale"].contains(fields["kind"] as? String ?? "")
                else { continue }
                #expect(answered.insert(effect).inserted, "seed \(Self.seed): \(effect) of \(id) is answered twice")
            }
            #expect(answered.count >= 2)
        }
        let missing = acknowledged.filter { keys["\($0.instance) \($0.key)"] == nil }
        #expect(missing.isEmpty, "seed \(Self.seed): acknowledged and not in the journal: \(missing.prefix(5))")
        #expect(keys.values.allSatisfy { $0 == 1 }, "seed \(Self.seed): one sending is recorded twice")
        print("marathon: \(acknowledged.count) sendings acknowledged, \(keys.count) recorded")
    }
}

/// What the drivers share: the sendings that were answered, and how far the kills are.
final class Acknowledged: Sendable {
    let sendings = Mutex<[(instance: String, key: String)]>([])
    /// How often the engine was killed so far.
    let kills = Atomic<Int>(0)
}

/// A client that tries again when the engine is gone, as long as it takes.
actor Line {
    private let path: SocketPath
    private var client: ControlClient?

    init(_ path: SocketPath) { self.path = path }

    func call<Operation: ControlOperation>(_ operation: Operation) async throws -> Operation.Answer {
        while true {
            guard let client = await connected() else {
                try await Task.sleep(for: .milliseconds(20))
                continue
            }
            let result: Result<Operation.Answer, ControlError>
            do throws(ControlError) { result = .success(try await client.call(operation)) } catch { result = .failure(error) }
            switch result {
            case .success(let answer): return answer
            case .failure(let error):
                guard Self.passing.contains(error.reason) || error.code == .busy else { throw error }
                if self.client === client, error.code != .busy { self.client = nil }
                try await Task.sleep(for: .milliseconds(20))
            }
        }
    }

    /// What is over when another engine is there.
    private static let passing: Set = ["gone", "closed", "stopping", "silent"]

    private func connected() async -> ControlClient? {
        if let client { return client }
        guard let made = try? await ControlClient.connect(path) else { return nil }
        if client == nil { client = made }
        return client
    }

    func close() async { await client?.close() }
}
