import Foundation
import PawlJournal
import PawlKit
import Synchronization

/// Durable transitions beside the C program that writes the same rows (`peers/journal.c`), and a store with many waiting instances.
enum JournalBenchmark {
    static func run() async throws {
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent("pawl-benchmark-\(getpid())")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let peer = try Peer(folder: folder)
        print("journal: durable transitions per second, a 120-byte payload")
        // Each writer waits for its own write, so that there are about as many in a commit, up to 256; the C program is told so many.
        for writers in [1, 10, 100, 256, 1_000] {
            let transitions = writers == 1 ? 4_000 : writers == 10 ? 40_000 : 150_000
            let reference = try peer?.rate(transitions: transitions, perCommit: min(writers, 256))
            let own = try await Transitions(writers: writers, transitions: transitions).run(folder.appendingPathComponent("own.db").path)
            let ratio = reference.map { " (C \(Int($0)), ratio \((own.rate / $0 * 100).rounded() / 100))" } ?? ""
            print(
                "  \(writers) writers: \(Int(own.rate)) per second, \(own.commits) commits, \(Int(own.bytesEach)) bytes each\(ratio)")
        }
        try await manyWaiting(folder.appendingPathComponent("waiting.db").path)
    }

    /// A hundred thousand instances with a timer each: how soon the store is ready, and how long the questions of recovery take.
    private static func manyWaiting(_ path: String) async throws {
        let count = 100_000
        var journal = try await SQLiteJournal.open(path: path)
        let claim = try await journal.claim()
        let filling = journal
        try await withThrowingTaskGroup(of: Void.self) { group in
            for start in stride(from: 0, to: count, by: 400) {
                group.addTask {
                    for number in start..<start + 400 {
                        var body = EntryBody(cause: .outside("cli"))
                        let due = Timestamp(nanosecondsSince1970: 1_796_000_000_000_000_000 + Int64(number) * 1_000_000_000)
                        body.timers = [TimerSchedule(id: TimerID(position: 1, name: "Waiting:after 15m"), due: due)]
                        let entry = JournalEntry(
                            instance: InstanceID(rawValue: "w\(number)"), position: 1, kind: .started, time: due, workflow: "order",
                            revision: 1, from: [], to: ["Waiting"], body: body)
                        try await filling.commit(JournalWrite(instance: entry.instance, expected: 0, claim: claim, entries: [entry]))
                    }
                }
            }
            try await group.waitForAll()
        }
        await journal.close()
        let start = Measure.now()
        journal = try await SQLiteJournal.open(path: path)
        let opened = Measure.now()
        let due = try await journal.due(limit: 256)
        let asked = Measure.now()
        let recoverable = try await journal.recoverable(after: nil, limit: 256)
        let recovered = Measure.now()
        print(
            "  \(count) waiting: opened in \(milliseconds(opened - start)), \(due.count) due in \(milliseconds(asked - opened)), "
                + "\(recoverable.count) to recover in \(milliseconds(recovered - asked))")
        await journal.close()
    }

    private static func milliseconds(_ seconds: Double) -> String { "\((seconds * 100_000).rounded() / 100) ms" }
}

/// Plain transitions of 1,000 instances.
struct Transitions {
    let writers: Int
    let transitions: Int

    /// Counts commits.
    private final class Counter: CommitFaults {
        let commits = Mutex(0)

        func reached(_ point: FaultPoint) throws(JournalError) {
            if point == .afterCommit { commits.withLock { $0 += 1 } }
        }
    }

    func run(_ path: String) async throws -> (rate: Double, commits: Int, bytesEach: Double) {
        for suffix in ["", "-wal", "-shm", ".lock"] { try? FileManager.default.removeItem(atPath: path + suffix) }
        let counter = Counter()
        let journal = try await SQLiteJournal.open(path: path, faults: counter)
        let claim = try await journal.claim()
        let instances = max(writers, 1_000) / writers
        let payload = RawJSON("{\"text\":\"" + String(repeating: "x", count: 109) + "\"}")
        // All exist before the clock starts, as in the C program.
        for writer in 0..<writers {
            for number in 0..<instances { try await journal.commit(write(writer, number, at: 1, claim, payload)) }
        }
        counter.commits.withLock { $0 = 0 }
        let rounds = max(1, transitions / (writers * instances))
        let start = Measure.now()
        try await withThrowingTaskGroup(of: Void.self) { group in
            for writer in 0..<writers {
                group.addTask {
                    for round in 0..<rounds {
                        for number in 0..<instances {
                            try await journal.commit(write(writer, number, at: Int64(round) + 2, claim, payload))
                        }
                    }
                }
            }
            try await group.waitForAll()
        }
        let seconds = Measure.now() - start
        await journal.close()
        let reader = try await SQLiteJournal.openReader(path: path)
        let figures = try await reader.statistics()
        await reader.close()
        let done = rounds * writers * instances
        return (Double(done) / seconds, counter.commits.withLock { $0 }, Double(figures.fileBytes) / Double(figures.entries))
    }

    private func write(_ writer: Int, _ number: Int, at position: Int64, _ claim: JournalClaim, _ payload: RawJSON) -> JournalWrite {
        var body = EntryBody(cause: .outside("cli"))
        let (from, to) = position % 2 == 0 ? ("A", "B") : ("B", "A")
        if position > 1 {
            body.payload = payload
            body.microsteps = [MicrostepRecord(taken: [RowRecord(row: "A:go[0]")], to: [to])]
        }
        let entry = JournalEntry(
            instance: InstanceID(rawValue: "i\(writer)-\(number)"), position: position, kind: position == 1 ? .started : .event,
            time: Timestamp(nanosecondsSince1970: 1_796_000_000_000_000_000 + position), workflow: "order", revision: 1,
            event: position == 1 ? nil : "go", from: position == 1 ? [] : [from], to: [to], body: body)
        return JournalWrite(instance: entry.instance, expected: position - 1, claim: claim, entries: [entry])
    }
}

/// The C program, compiled when there is a compiler.
private struct Peer {
    private let program: URL
    private let folder: URL

    init?(folder: URL) throws {
        self.folder = folder
        program = folder.appendingPathComponent("journal")
        let source = URL(fileURLWithPath: #filePath).deletingLastPathComponent().appendingPathComponent("peers/journal.c")
        guard try Self.execute("/usr/bin/env", ["cc", "-O2", "-o", program.path, source.path, "-lsqlite3"]) != nil else {
            print("no C compiler: no figures to compare with")
            return nil
        }
    }

    func rate(transitions: Int, perCommit: Int) throws -> Double? {
        let file = folder.appendingPathComponent("peer.db").path
        for suffix in ["", "-wal", "-shm"] { try? FileManager.default.removeItem(atPath: file + suffix) }
        let output = try Self.execute(program.path, [file, "\(transitions)", "1000", "\(perCommit)"])
        let figures = try output.map { try JSONSerialization.jsonObject(with: $0) as? [String: Any] } ?? nil
        return figures?["perSecond"] as? Double
    }

    private static func execute(_ program: String, _ arguments: [String]) throws -> Data? {
        let process = Process()
        process.executableURL = URL(fileURLWithPath: program)
        process.arguments = arguments
        let output = Pipe()
        process.standardOutput = output
        try process.run()
        let data = output.fileHandleForReading.readDataToEndOfFile()
        process.waitUntilExit()
        return process.terminationStatus == 0 ? data : nil
    }
}
