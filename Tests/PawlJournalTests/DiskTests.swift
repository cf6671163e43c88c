import Foundation
import PawlJournal
import PawlKit
import PawlTestKit
import TestSupport
import Testing

/// Disks that are full or cannot be written. They need a file system of their own, and so the right to mount one.
@Suite(.serialized, .enabled(if: SmallDisk.isAvailable, "mounting a small tmpfs needs root"))
struct DiskTests {
    @Test func `a full disk refuses clearly, loses nothing and goes on when there is room`() async throws {
        try await SmallDisk.with(kilobytes: 512) { disk in
            let path = disk + "/pawl.db"
            let journal = try await SQLiteJournal.open(path: path)
            let claim = try await journal.claim()
            var life = SampleEntries(id: InstanceID(rawValue: "aaa"), seed: 4, endsSometimes: false)
            var acknowledged: Int64 = 0
            var refusal: JournalError?
            var refused: JournalWrite?
            while refusal == nil {
                let write = JournalWrite(instance: life.id, expected: life.position, claim: claim, entries: life.next(20))
                refusal = await failure { try await journal.commit(write) }
                if refusal == nil { acknowledged = life.position } else { refused = write }
            }
            #expect(refusal?.code == .full)
            #expect(refusal?.message.contains(path) == true)
            let during = try await journal.stored(life.id)
            #expect(during?.instance.position == acknowledged)
            let again = await failure { try await journal.commit(try #require(refused)) }
            #expect(again?.code == .full)
            try SmallDisk.grow(disk, kilobytes: 4_096)
            try await journal.commit(try #require(refused))
            let after = try await journal.stored(life.id)
            #expect(after?.instance.position == life.position)
            await journal.close()
            let findings = try await JournalCheck.run(path: path)
            #expect(findings.isEmpty)
        }
    }

    @Test func `a disk without any room cannot hold a new journal`() async throws {
        try await SmallDisk.with(kilobytes: 8) { disk in
            let error = await failure { try await SQLiteJournal.open(path: disk + "/pawl.db") }
            #expect(error?.code == .full)
            // The next start, with room, is not troubled by what was left.
            try SmallDisk.grow(disk, kilobytes: 4_096)
            let journal = try await SQLiteJournal.open(path: disk + "/pawl.db")
            await journal.close()
        }
    }

    @Test func `a read-only folder is read when the file is complete, and refused to an owner`() async throws {
        try await SmallDisk.with(kilobytes: 4_096) { disk in
            let path = disk + "/pawl.db"
            let journal = try await SQLiteJournal.open(path: path)
            let claim = try await journal.claim()
            var life = SampleEntries(id: InstanceID(rawValue: "aaa"), seed: 5, endsSometimes: false)
            try await journal.commit(JournalWrite(instance: life.id, expected: 0, claim: claim, entries: life.next(10)))
            for suffix in ["", "-wal"] { try FileManager.default.copyItem(atPath: path + suffix, toPath: disk + "/dead.db" + suffix) }
            await journal.close()
            try SmallDisk.makeReadOnly(disk)

            let owner = await failure { try await SQLiteJournal.open(path: path) }
            #expect(owner?.code == .readOnly)
            let reader = try await SQLiteJournal.openReader(path: path)
            let entries = try await reader.entries(of: life.id, after: 0, limit: 100)
            #expect(entries.count == 10)
            await reader.close()
            // The newest entries are in the log, and reading a log takes a file that cannot be made here.
            let dead = await failure { try await SQLiteJournal.openReader(path: disk + "/dead.db") }
            #expect(dead?.code == .readOnly)
            #expect(dead?.message.contains("dead.db-shm") == true)
        }
    }
}
