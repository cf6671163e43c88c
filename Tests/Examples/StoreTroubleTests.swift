import Foundation
import TestSupport
import Testing

/// Stores that cannot be used: what is said, and that nothing is lost.
@Suite struct StoreTroubleTests {
    private static let begin = ["run", "workflows/1-hello.yaml", "--input", #"{"name": "Ada"}"#]

    @Test func `a file that is no journal is left alone`() async throws {
        try await Workplace.with { work in
            let text = String(repeating: "Dear diary, today I wrote a long text. ", count: 100)
            try work.write(text, to: "pawl.db")
            for words in [Self.begin, ["list"], ["run", "hello/Ada"], ["replay", "--all", "--verify"]] {
                let outcome = try await work.start(words).outcome()
                #expect(outcome.code == 2 && outcome.messages.contains("pawl.db"), "\(outcome)")
            }
            #expect(work.bytes("pawl.db") == Data(text.utf8))
        }
    }

    @Test func `the database of another program is left alone`() async throws {
        try await Workplace.with { work in
            _ = try await work.program("/usr/bin/sqlite3", ["pawl.db", "create table music (title text)"]).outcome()
            let before = work.bytes("pawl.db")
            let outcome = try await work.start(Self.begin).outcome()
            #expect(outcome.code == 2 && outcome.messages.contains("pawl.db"), "\(outcome)")
            #expect(before != nil && work.bytes("pawl.db") == before)
        }
    }

    @Test func `a store of a newer version is refused`() async throws {
        try await Workplace.with { work in
            _ = try await work.start(Self.begin).outcome()
            _ = try await work.program("/usr/bin/sqlite3", ["pawl.db", "pragma user_version = 999"]).outcome()
            for words in [Self.begin, ["list"]] {
                let outcome = try await work.start(words).outcome()
                #expect(outcome.code == 2 && outcome.messages.contains("newer"), "\(outcome)")
            }
            let count = try await work.program("/usr/bin/sqlite3", ["pawl.db", "select count(*) from history"]).outcome()
            #expect(count.output == "2\n", "\(count)")
        }
    }

    @Test(.enabled(if: SmallDisk.isAvailable, "mounting a small tmpfs needs root"))
    func `a read-only folder is read, and refused to a run`() async throws {
        try await SmallDisk.with(kilobytes: 4_096) { disk in
            try await Workplace.with { work in
                work.options = ["--store", disk + "/pawl.db"]
                let first = try await work.start(Self.begin).outcome()
                #expect(first.code == 0, "\(first)")
                try SmallDisk.makeReadOnly(disk)
                let refused = try await work.start(Self.begin).outcome()
                #expect(refused.code == 2 && refused.messages.contains(disk), "\(refused)")
                let listed = try await work.pawl("list", "-o", "jsonl")
                #expect(listed.code == 0 && listed.output.contains(#""workflow":"hello""#), "\(listed)")
            }
        }
    }

    @Test(.enabled(if: SmallDisk.isAvailable, "mounting a small tmpfs needs root"))
    func `a full disk stops a run, which goes on when there is room`() async throws {
        try await SmallDisk.with(kilobytes: 512) { disk in
            try await Workplace.with { work in
                work.options = ["--config", "workflows/pawl.yaml", "--store", disk + "/pawl.db"]
                let begun = try await work.pawl("run", "workflows/2-approval.yaml", "--input", "@workflows/2-approval.input.json")
                #expect(begun.code == 0, "\(begun)")
                // Comments of 20 KB, until one does not fit.
                let comment = #"Comment={"by": "G", "text": "\#(String(repeating: "x", count: 20_000))"}"#
                var taken = 0
                var refusal: Outcome?
                while refusal == nil, taken < 100 {
                    let sent = try await work.pawl("run", "approval/REQ-9", "--send", comment)
                    if sent.code == 0 { taken += 1 } else { refusal = sent }
                }
                let full = try #require(refusal)
                #expect(full.code == 2 && full.messages.contains("full") && full.messages.contains(disk), "\(full)")
                try SmallDisk.grow(disk, kilobytes: 8_192)
                let replayed = try await work.pawl("replay", "--all", "--verify")
                #expect(replayed.code == 0, "\(replayed)")
                let approved = try await work.pawl("run", "approval/REQ-9", "--send", #"Approve={"by": "G"}"#)
                #expect(approved.code == 0, "\(approved)")
                let history = try await work.pawl("history", "approval/REQ-9", "-o", "jsonl")
                #expect(history.output.components(separatedBy: #""event":"Comment""#).count - 1 == taken, "\(taken) were acknowledged")
            }
        }
    }
}
