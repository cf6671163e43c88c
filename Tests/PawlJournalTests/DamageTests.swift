import Foundation
import PawlJournal
import PawlKit
import PawlTestKit
import Testing

/// Damage to a journal is found, and what can be made again is made again.
@Suite struct DamageTests {
    /// A closed store with some lives in it.
    static func write(_ path: String, seed: UInt64) async throws {
        let journal = try await SQLiteJournal.open(path: path)
        let claim = try await journal.claim()
        for number in 0..<8 {
            var life = SampleEntries(id: InstanceID(rawValue: "i\(number)"), key: "k\(number)", seed: seed &+ UInt64(number))
            try await journal.commit(JournalWrite(instance: life.id, expected: 0, claim: claim, entries: life.next(15)))
        }
        await journal.close()
    }

    @Test func `a flipped byte in any entry is found`() async throws {
        try await TemporaryFolder.with { folder in
            let seed = UInt64.random(in: 0..<1_000_000)
            let path = folder.path("pawl.db")
            try await Self.write(path, seed: seed)
            let whole = try Data(contentsOf: URL(fileURLWithPath: path))
            let untouched = try await JournalCheck.run(path: path)
            #expect(untouched.isEmpty, "seed \(seed)")
            let root = try RawSQLite.rows(path, "SELECT rootpage FROM sqlite_master WHERE name = 'entries'").first?["rootpage"]
            let cells = EntryCells(file: whole, root: try #require(root.flatMap { Int($0) })).ranges
            #expect(cells.count == 240)
            let offsets = cells.flatMap { $0 }
            var random = SeededGenerator(seed: seed)
            let damaged = folder.path("damaged.db")
            for _ in 0..<300 {
                let offset = try #require(offsets.randomElement(using: &random))
                var bytes = whole
                let bits = UInt8.random(in: 1...255, using: &random)
                bytes[offset] ^= bits
                try bytes.write(to: URL(fileURLWithPath: damaged))
                let findings = try await JournalCheck.run(path: damaged)
                #expect(!findings.isEmpty, "seed \(seed), byte \(offset) changed by \(bits)")
            }
        }
    }

    @Test(arguments: [
        "instance = instance + 1", "previous = previous + 1", "previous = 0", "position = position + 1", "kind = 11 - kind",
        "time = time + 1",
        "workflow = 2", "revision = 2", "format = 2", "event = NULL", "event = 1", "\"from\" = 1", "\"to\" = 1", "body = '{}'",
        "body = replace(body, 'cli', 'clj')", "checksum = checksum + 1",
    ])
    func `a changed column of an entry is found where it is`(_ change: String) async throws {
        try await TemporaryFolder.with { folder in
            let path = folder.path("pawl.db")
            try await Self.write(path, seed: 77)
            // Some event from outside in the middle of a history.
            let target =
                "(SELECT id FROM entries WHERE kind = 2 AND position > 3 AND body LIKE '%\"cli\"%' AND \"to\" > 2 AND \"from\" > 2 LIMIT 1)"
            let place = try #require(try RawSQLite.rows(path, "SELECT \(target) AS id").first?["id"])
            try RawSQLite.run(path, "UPDATE entries SET \(change) WHERE id = \(place)")
            let findings = try await JournalCheck.run(path: path)
            let places = findings.compactMap(\.place?.number)
            #expect(places.contains { $0 >= Int64(place)! }, "\(findings)")
        }
    }

    @Test func `a missing entry is found`() async throws {
        try await TemporaryFolder.with { folder in
            let path = folder.path("pawl.db")
            try await Self.write(path, seed: 78)
            try RawSQLite.run(path, "DELETE FROM entries WHERE id = 40")
            let findings = try await JournalCheck.run(path: path)
            #expect(findings.contains { $0.place?.number == 41 && $0.what.contains("to be expected") })
        }
    }

    @Test(arguments: [
        "UPDATE instances SET status = 2 WHERE id = 3", "DELETE FROM instances WHERE id = 3",
        "UPDATE inputs SET input = '1' WHERE instance = 3",
        "INSERT INTO timers(instance, position, name, due) VALUES (3, 1, 'made up', 5)",
        "INSERT INTO queue VALUES (3, 999, NULL, NULL, '{\"engine\":\"recovery\"}', NULL, 0)",
        "INSERT INTO effects VALUES (3, 1, 'made.up', -1, 's', 1, 1, NULL, NULL, 0, '{}', NULL)", "INSERT INTO dedupe VALUES (3, 'x', 1)",
    ])
    func `a derived row that the entries do not explain is found, and rebuilt`(_ damage: String) async throws {
        try await TemporaryFolder.with { folder in
            let path = folder.path("pawl.db")
            try await Self.write(path, seed: 79)
            try RawSQLite.run(path, damage)
            let findings = try await JournalCheck.run(path: path)
            #expect(findings.contains { $0.instance == InstanceID(rawValue: "i2") }, "\(findings)")
            let count = try await JournalRebuild.run(path: path)
            #expect(count == 120)
            let after = try await JournalCheck.run(path: path)
            #expect(after.isEmpty, "\(after)")
        }
    }

    @Test func `tables are not rebuilt from damaged entries`() async throws {
        try await TemporaryFolder.with { folder in
            let path = folder.path("pawl.db")
            try await Self.write(path, seed: 80)
            try RawSQLite.run(path, "UPDATE entries SET checksum = 5 WHERE id = 17; DELETE FROM timers")
            let error = await failure { try await JournalRebuild.run(path: path) }
            #expect(error?.code == .corrupt)
            let instances = try RawSQLite.rows(path, "SELECT count(*) AS n FROM instances")
            #expect(instances == [["n": "8"]])
        }
    }
}

/// Where the cells of the table of entries lie in a file: https://www.sqlite.org/fileformat2.html#b_tree_pages
///
/// Free pages and the gaps between cells hold no entry, so that a flip there is no damage to one.
struct EntryCells {
    private(set) var ranges: [Range<Int>] = []
    private let file: Data
    private let pageSize: Int

    init(file: Data, root: Int) {
        self.file = file
        pageSize = Int(file[16]) << 8 | Int(file[17])
        visit(root)
    }

    private mutating func visit(_ page: Int) {
        let start = (page - 1) * pageSize
        let header = start + (page == 1 ? 100 : 0)
        let isLeaf = file[header] == 0x0D
        let count = number(at: header + 3, bytes: 2)
        let pointers = header + (isLeaf ? 8 : 12)
        for index in 0..<count {
            let cell = start + number(at: pointers + 2 * index, bytes: 2)
            if isLeaf { add(cell) } else { visit(number(at: cell, bytes: 4)) }
        }
        if !isLeaf { visit(number(at: header + 8, bytes: 4)) }
    }

    /// A leaf's cell: length, rowid, record. Entries here are short enough to have no overflow pages.
    ///
    /// The second byte of a record is the type of a value for `id` that SQLite never looks at, because the id is the rowid.
    private mutating func add(_ cell: Int) {
        let (length, lengthBytes) = varint(at: cell)
        let (_, idBytes) = varint(at: cell + lengthBytes)
        let record = cell + lengthBytes + idBytes
        if length <= pageSize - 35 { ranges += [record..<record + 1, record + 2..<record + length] }
    }

    private func number(at offset: Int, bytes: Int) -> Int { (0..<bytes).reduce(0) { $0 << 8 | Int(file[offset + $1]) } }

    private func varint(at offset: Int) -> (value: Int, bytes: Int) {
        var value = 0
        for index in 0..<9 {
            value = value << 7 | Int(file[offset + index] & 0x7F)
            if file[offset + index] & 0x80 == 0 { return (value, index + 1) }
        }
        return (value, 9)
    }
}
