import Foundation
import PawlJournal
import PawlKit
import PawlTestKit
import Testing

/// Who may open which file, and what it says otherwise.
@Suite struct StoreFileTests {
    @Test func `a second owner is refused and learns who the first is`() async throws {
        try await TemporaryFolder.with { folder in
            let path = folder.path("pawl.db")
            let first = try await SQLiteJournal.open(path: path)
            let error = await failure { try await SQLiteJournal.open(path: path) }
            #expect(error?.code == .owned)
            #expect(error?.message.contains("process \(getpid()) (") == true)
            #expect(error?.message.contains(path) == true)
            // A link is another name of the same store.
            try FileManager.default.createSymbolicLink(atPath: folder.path("link.db"), withDestinationPath: "pawl.db")
            let linked = await failure { try await SQLiteJournal.open(path: folder.path("link.db")) }
            #expect(linked?.code == .owned)
            await first.close()
            let next = try await SQLiteJournal.open(path: folder.path("link.db"))
            await next.close()
        }
    }

    @Test func `a link to a file that does not exist yet shares the lock of that file`() async throws {
        try await TemporaryFolder.with { folder in
            try FileManager.default.createSymbolicLink(atPath: folder.path("link.db"), withDestinationPath: "real.db")
            let journal = try await SQLiteJournal.open(path: folder.path("link.db"))
            let error = await failure { try await SQLiteJournal.open(path: folder.path("real.db")) }
            #expect(error?.code == .owned)
            await journal.close()
        }
    }

    @Test(arguments: ["text", "sqlite", "short", "newer", "folder"])
    func `what is no journal of ours is refused and left alone`(_ kind: String) async throws {
        try await TemporaryFolder.with { folder in
            let path = folder.path("pawl.db")
            switch kind {
            case "text": try Data(String(repeating: "order: 12\n", count: 500).utf8).write(to: URL(fileURLWithPath: path))
            case "short": try Data("SQLite format 3\0".utf8).write(to: URL(fileURLWithPath: path))
            case "sqlite": try RawSQLite.run(path, "PRAGMA journal_mode = WAL; CREATE TABLE t(x); INSERT INTO t VALUES (1)")
            case "folder": try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: false)
            default:
                try await SQLiteJournal.open(path: path).close()
                try RawSQLite.run(path, "PRAGMA user_version = 99")
            }
            let before = FileManager.default.contents(atPath: path)
            let code: JournalError.Code = kind == "newer" ? .tooNew : kind == "folder" ? .unavailable : .notAJournal
            let owner = await failure { try await SQLiteJournal.open(path: path) }
            #expect(owner?.code == code)
            #expect(owner?.message.contains(path) == true)
            let reader = await failure { try await SQLiteJournal.openReader(path: path) }
            #expect(reader?.code == code)
            #expect(FileManager.default.contents(atPath: path) == before)
            #expect(!FileManager.default.fileExists(atPath: path + "-shm"))
        }
    }

    @Test func `an empty file becomes a journal for an owner and is none for a reader`() async throws {
        try await TemporaryFolder.with { folder in
            let path = folder.path("pawl.db")
            #expect(FileManager.default.createFile(atPath: path, contents: Data()))
            let reader = await failure { try await SQLiteJournal.openReader(path: path) }
            #expect(reader?.code == .notFound)
            let journal = try await SQLiteJournal.open(path: path)
            _ = try await journal.claim()
            await journal.close()
        }
    }

    @Test func `a file or folder that is not there is named`() async throws {
        try await TemporaryFolder.with { folder in
            let reader = await failure { try await SQLiteJournal.openReader(path: folder.path("none.db")) }
            #expect(reader?.code == .notFound)
            #expect(!FileManager.default.fileExists(atPath: folder.path("none.db")))
            let owner = await failure { try await SQLiteJournal.open(path: folder.path("no/folder/pawl.db")) }
            #expect(owner?.code == .notFound)
            #expect(owner?.message.contains("no/folder") == true)
        }
    }

    @Test func `a reader works beside an owner, after it, and when it died`() async throws {
        try await TemporaryFolder.with { folder in
            let path = folder.path("pawl.db")
            let journal = try await SQLiteJournal.open(path: path)
            let reader = try await SQLiteJournal.openReader(path: path)
            var life = SampleEntries(id: InstanceID(rawValue: "aaa"), seed: 3, endsSometimes: false)
            let claim = try await journal.claim()
            try await journal.commit(JournalWrite(instance: life.id, expected: 0, claim: claim, entries: life.next(5)))
            let beside = try await reader.stored(life.id)
            #expect(beside?.instance.position == 5)
            // A copy of the files as they are now is what a death leaves.
            for suffix in ["", "-wal"] {
                try FileManager.default.copyItem(atPath: path + suffix, toPath: folder.path("dead.db") + suffix)
            }
            let dead = try await SQLiteJournal.openReader(path: folder.path("dead.db"))
            let left = try await dead.stored(life.id)
            #expect(left?.instance.position == 5)
            await dead.close()
            await reader.close()
            await journal.close()
            #expect(!FileManager.default.fileExists(atPath: path + "-wal"))
            let after = try await SQLiteJournal.openReader(path: path)
            let entries = try await after.entries(of: life.id, after: 0, limit: 10)
            #expect(entries.count == 5)
            await after.close()
            let findings = try await JournalCheck.run(path: path)
            #expect(findings.isEmpty)
        }
    }

    @Test func `a person can read the views with the stock sqlite3`() async throws {
        try await TemporaryFolder.with { folder in
            let path = folder.path("pawl.db")
            let journal = try await SQLiteJournal.open(path: path)
            let claim = try await journal.claim()
            var life = SampleEntries(id: InstanceID(rawValue: "aaa"), key: "k-1", seed: 9, endsSometimes: false)
            let entries = life.next(200)
            try await journal.commit(JournalWrite(instance: life.id, expected: 0, claim: claim, entries: entries))
            let history = try RawSQLite.rows(path, "SELECT * FROM history")
            #expect(history.count == 200)
            #expect(history[0]["instance"] == "aaa")
            #expect(history[0]["what"] == "started")
            #expect(history[0]["time"]?.hasPrefix("2026-") == true)
            #expect(history[0]["to"] == "Paying")
            for (row, entry) in zip(history, entries) {
                #expect(row["what"] == entry.kind.name)
                #expect(row["payload"] == entry.body.payload?.description)
                #expect(row["cause"]?.isEmpty == false)
            }
            let stored = try #require(try await journal.stored(life.id))
            let instances = try RawSQLite.rows(path, "SELECT * FROM instances_view")
            #expect(instances.map { $0["status"] } == [stored.instance.status.name])
            #expect(instances[0]["key"] == "k-1")
            let effects = try RawSQLite.rows(path, "SELECT * FROM effects_view")
            #expect(effects.map { $0["effect"] } == stored.effects.map(\.id.description))
            let timers = try RawSQLite.rows(path, "SELECT * FROM timers_view")
            #expect(timers.map { $0["timer"] } == stored.timers.map(\.id.description))
            let queue = try RawSQLite.rows(path, "SELECT * FROM queue_view")
            #expect(queue.map { $0["event"] } == stored.queue.map(\.event))
            await journal.close()
        }
    }
}

/// The journal's error of an operation; nil when it succeeds, and a failed test when it is of another kind.
func failure<Success>(_ body: () async throws -> Success) async -> JournalError? {
    do {
        _ = try await body()
        return nil
    } catch let error as JournalError {
        return error
    } catch {
        Issue.record(error)
        return nil
    }
}
