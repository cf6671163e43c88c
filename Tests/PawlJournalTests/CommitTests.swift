import PawlJournal
import PawlKit
import PawlTestKit
import Synchronization
import Testing

/// What happens to a group when something goes wrong in the middle of its commit.
@Suite struct CommitTests {
    /// Fails at a point while it is switched on.
    final class Failing: CommitFaults {
        let point: FaultPoint
        private let isOn = Mutex(false)

        init(at point: FaultPoint) { self.point = point }

        func set(_ on: Bool) { isOn.withLock { $0 = on } }

        func reached(_ point: FaultPoint) throws(JournalError) {
            if point == self.point, isOn.withLock({ $0 }) { throw JournalError(.full, "no room") }
        }
    }

    @Test(arguments: [FaultPoint.beforeBegin, .afterBegin, .afterEntry, .afterWrite, .beforeCommit])
    func `a failed commit fails all of its group, records nothing, and the next group goes on`(at point: FaultPoint) async throws {
        try await TemporaryFolder.with { folder in
            let faults = Failing(at: point)
            let path = folder.path("pawl.db")
            let journal = try await SQLiteJournal.open(path: path, faults: faults)
            let claim = try await journal.claim()
            var lives = (0..<50).map { SampleEntries(id: InstanceID(rawValue: "i\($0)"), key: "k\($0)", seed: UInt64($0)) }
            let first = lives.indices.map { lives[$0].next(3) }
            let second = lives.indices.map { lives[$0].next(3) }
            func commit(_ all: [[JournalEntry]]) async -> [JournalError.Code?] {
                await withTaskGroup(of: JournalError.Code?.self) { group in
                    for entries in all {
                        let write = JournalWrite(
                            instance: entries[0].instance, expected: entries[0].position - 1, claim: claim, entries: entries)
                        group.addTask { (await failure { try await journal.commit(write) })?.code }
                    }
                    return await group.reduce(into: []) { $0.append($1) }
                }
            }
            let begun = await commit(first)
            #expect(begun.allSatisfy { $0 == nil })
            faults.set(true)
            let failed = await commit(second)
            #expect(failed.allSatisfy { $0 == .full })
            let lost = await failure { try await journal.claim() }
            #expect(lost?.code == .full || [.afterEntry, .afterWrite].contains(point))
            faults.set(false)
            if lost != nil {
                let again = await commit(second)
                #expect(again.allSatisfy { $0 == nil })
            }
            let figures = try await journal.statistics()
            #expect(figures.entries == (lost == nil ? 150 : 300))
            await journal.close()
            let findings = try await JournalCheck.run(path: path)
            #expect(findings.isEmpty)
        }
    }

    /// Counts commits.
    final class Counting: CommitFaults {
        let commits = Mutex(0)

        func reached(_ point: FaultPoint) throws(JournalError) {
            if point == .afterCommit { commits.withLock { $0 += 1 } }
        }
    }

    @Test func `writes that are ready together share commits`() async throws {
        try await TemporaryFolder.with { folder in
            let counter = Counting()
            let journal = try await SQLiteJournal.open(path: folder.path("pawl.db"), faults: counter)
            let claim = try await journal.claim()
            try await withThrowingTaskGroup(of: Void.self) { group in
                for number in 0..<2_000 {
                    var life = SampleEntries(id: InstanceID(rawValue: "i\(number)"), seed: UInt64(number))
                    let write = JournalWrite(instance: life.id, expected: 0, claim: claim, entries: life.next(1))
                    group.addTask { try await journal.commit(write) }
                }
                try await group.waitForAll()
            }
            let commits = counter.commits.withLock { $0 }
            // 2,000 writes in groups of at most 256, and each group takes as long as many writes take to arrive.
            #expect((8...1_000).contains(commits))
            await journal.close()
        }
    }

    @Test func `a plain transition costs at most three and a half times its payload on disk`() async throws {
        try await TemporaryFolder.with { folder in
            let path = folder.path("pawl.db")
            let journal = try await SQLiteJournal.open(path: path)
            let claim = try await journal.claim()
            let payload = RawJSON("{\"text\":\"" + String(repeating: "x", count: 120 - 11) + "\"}")
            #expect(payload.bytes.count == 120)
            for instance in 0..<100 {
                let id = InstanceID(rawValue: "instance\(instance)")
                let entries = (1...201).map { position in
                    var body = EntryBody(cause: .outside("cli"))
                    body.payload = position == 1 ? nil : payload
                    if position > 1 {
                        body.microsteps = [MicrostepRecord(taken: [RowRecord(row: "A:go[0]")], to: [position % 2 == 0 ? "B" : "A"])]
                    }
                    return JournalEntry(
                        instance: id, position: Int64(position), kind: position == 1 ? .started : .event,
                        time: Timestamp(nanosecondsSince1970: 1_796_000_000_000_000_000 + Int64(position)), workflow: "order", revision: 1,
                        event: position == 1 ? nil : "go", from: position == 1 ? [] : [position % 2 == 0 ? "A" : "B"],
                        to: [position % 2 == 0 ? "B" : "A"], body: body)
                }
                try await journal.commit(JournalWrite(instance: id, expected: 0, claim: claim, entries: entries))
            }
            await journal.close()
            let reader = try await SQLiteJournal.openReader(path: path)
            let figures = try await reader.statistics()
            await reader.close()
            let perTransition = Double(figures.fileBytes) / Double(figures.entries)
            #expect(perTransition <= 3.5 * 120)
        }
    }

    @Test(arguments: 0..<20 as Range<UInt64>)
    func `both stores come to the same rows`(seed: UInt64) async throws {
        try await TemporaryFolder.with { folder in
            let memory = MemoryJournal()
            let file = try await SQLiteJournal.open(path: folder.path("pawl.db"))
            let (memoryClaim, fileClaim) = (try await memory.claim(), try await file.claim())
            var life = SampleEntries(id: InstanceID(rawValue: "aaa"), key: "k", seed: seed)
            for step in 0..<60 {
                let entries = life.next(1 + step % 3)
                let expected = entries[0].position - 1
                try await memory.commit(JournalWrite(instance: life.id, expected: expected, claim: memoryClaim, entries: entries))
                try await file.commit(JournalWrite(instance: life.id, expected: expected, claim: fileClaim, entries: entries))
                let (left, right) = (try await memory.stored(life.id), try await file.stored(life.id))
                #expect(left == right, "seed \(seed), position \(life.position)")
            }
            let (left, right) = (try await memory.due(limit: 100), try await file.due(limit: 100))
            #expect(left == right, "seed \(seed)")
            await file.close()
        }
    }
}
