import Foundation
import PawlJournal
import PawlKit
import Testing

/// Stores of earlier versions, from files that those versions wrote.
struct MigrationTests {
    private static let golden = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "Golden")

    @Test func `a store of version 1 is brought up to date and keeps all it held`() async throws {
        try await TemporaryFolder.with { folder in
            let path = folder.path("pawl.db")
            try RawSQLite.run(path, try String(contentsOf: Self.golden.appending(path: "version1.sql"), encoding: .utf8))
            // A reader changes nothing, and says what to do.
            let reader = await failure { try await SQLiteJournal.openReader(path: path) }
            #expect(reader?.code == .unavailable)

            let journal = try await SQLiteJournal.open(path: path)
            let id = InstanceID(rawValue: "maeq7a5kzmgs")
            let stored = try #require(try await journal.stored(id))
            #expect(stored.timers.map(\.id.description) == ["1/Approving:after 20h", "1/Approving:after 1d"])
            #expect(stored.timers.allSatisfy { $0.event == nil && $0.payload == nil })
            #expect(stored.instance.position == 2)

            // What is new can be written to it.
            let claim = try await journal.claim()
            let timer = TimerSchedule(
                id: TimerID(position: 3, name: "emit Tick"), due: Timestamp(nanosecondsSince1970: 7), event: "Tick",
                payload: RawJSON("{\"n\":1}"))
            var body = EntryBody(cause: .outside("test"))
            body.timers = [timer]
            let entry = JournalEntry(
                instance: id, position: 3, kind: .event, time: stored.instance.updated, workflow: "approval", revision: 1, event: "Comment",
                from: ["Approving"], to: ["Approving"], body: body)
            try await journal.commit(JournalWrite(instance: id, expected: 2, claim: claim, entries: [entry]))
            let after = try await journal.stored(id)
            #expect(after?.timers.first == TimerRow(id: timer.id, due: timer.due, event: "Tick", payload: RawJSON("{\"n\":1}")))
            await journal.close()

            #expect(try await JournalCheck.run(path: path).isEmpty)
            let timers = try RawSQLite.rows(path, "SELECT * FROM timers_view WHERE event IS NOT NULL")
            #expect(timers.map { $0["timer"] } == ["3/emit Tick"])
            #expect(try await JournalRebuild.run(path: path) == 3)
            #expect(try await JournalCheck.run(path: path).isEmpty)
        }
    }
}
