package import PawlKit

/// Something in a journal's file that is not as it was written.
package struct JournalFinding: Hashable, Sendable, CustomStringConvertible {
    /// The instance, when it is about one.
    package var instance: InstanceID?
    /// The position of the entry, when it is about one.
    package var position: Int64?
    /// The number of the entry in the order of appending, when it is about one.
    package var place: JournalPlace?
    /// What is wrong.
    package var what: String

    package init(instance: InstanceID? = nil, position: Int64? = nil, place: JournalPlace? = nil, what: String) {
        self.instance = instance
        self.position = position
        self.place = place
        self.what = what
    }

    /// One line.
    package var description: String {
        let parts = [
            instance.map { "instance \($0)" }, position.map { "position \($0)" }, place.map { "entry \($0.number)" },
        ]
        let subject = parts.compactMap { $0 }.joined(separator: ", ")
        return subject.isEmpty ? what : "\(subject): \(what)"
    }
}

/// Looks whether a journal is whole: the file, each entry, the chain of each instance, and every derived row.
package enum JournalCheck {
    /// Checks the journal in a file, beside its owner or without one. No findings mean that nothing is wrong.
    ///
    /// - Parameters:
    ///   - path: The database file.
    ///   - limit: As many findings as are worth reading.
    package static func run(path: String, limit: Int = 100) async throws(JournalError) -> [JournalFinding] {
        let reader = try await SQLiteReader.open(path: path)
        let findings: [JournalFinding]
        do throws(JournalError) {
            findings = try await reader.read { (session) throws(JournalError) in
                var check = try CheckRun(session, limit: limit)
                check.run()
                return check.findings
            }
        } catch {
            await reader.close()
            throw error
        }
        await reader.close()
        return findings
    }
}

/// One check.
private struct CheckRun {
    /// Where an instance's journal stands as the scan goes on.
    private struct Head {
        var position: Int64 = 0
        var place: Int64 = 0
    }

    private let session: ReadSession
    private let fold: Fold
    private let limit: Int
    private var heads: [Int64: Head] = [:]
    private(set) var findings: [JournalFinding] = []

    init(_ session: ReadSession, limit: Int) throws(JournalError) {
        self.session = session
        self.limit = limit
        fold = try Fold(names: session)
    }

    mutating func run() {
        attempt { (check) throws(JournalError) in try check.checkFile() }
        attempt { (check) throws(JournalError) in try check.checkEntries() }
        attempt { (check) throws(JournalError) in try check.compareTables() }
    }

    /// Damage can keep a part of the check from its end; the rest goes on.
    private mutating func attempt(_ part: (inout CheckRun) throws(JournalError) -> Void) {
        do throws(JournalError) {
            try part(&self)
        } catch {
            report(JournalFinding(what: error.message))
        }
    }

    private mutating func report(_ finding: JournalFinding) {
        if findings.count < limit { findings.append(finding) }
    }

    private mutating func checkFile() throws(JournalError) {
        // All that an integrity check does, except that indexes match their tables: https://www.sqlite.org/pragma.html#pragma_quick_check
        let pages = try session.connection.statement(once: "PRAGMA quick_check(\(limit))")
        while try pages.step() {
            let line = try pages.text(0)
            if line != "ok" { report(JournalFinding(what: "the file is damaged: \(line)")) }
        }
    }

    private mutating func checkEntries() throws(JournalError) {
        var found: [JournalFinding] = []
        try session.scan { (scanned) throws(JournalError) in
            let place = JournalPlace(scanned.place)
            let content: ScannedEntry.Content
            switch scanned.content {
            case .success(let readable): content = readable
            case .failure(let error):
                found.append(JournalFinding(instance: error.instance, place: place, what: error.message))
                return
            }
            let entry = content.entry.entry
            func report(_ what: String) {
                found.append(JournalFinding(instance: entry.instance, position: entry.position, place: place, what: what))
            }
            if !content.entry.isIntact { report("the entry does not have its checksum") }
            let head = heads[content.instance] ?? Head()
            if entry.position != head.position + 1 { report("the position after \(head.position) was to be expected") }
            if content.previous != head.place { report("it follows entry \(content.previous), and entry \(head.place) was to be expected") }
            heads[content.instance] = Head(position: entry.position, place: scanned.place)
            do throws(JournalError) {
                try fold.add(content)
            } catch {
                report("it contradicts the entries before it: \(error.message)")
            }
        }
        for finding in found { report(finding) }
    }

    private mutating func compareTables() throws(JournalError) {
        for table in DerivedTable.all {
            let differences = try TableComparison(stored: session.connection, expected: fold.connection).differences(
                of: table, limit: limit)
            for difference in differences {
                report(JournalFinding(instance: try instance(difference.instance), what: "\(table.name): \(difference.what)"))
            }
        }
    }

    private func instance(_ number: Int64) throws(JournalError) -> InstanceID? {
        let find = try session.connection.statement("SELECT text FROM ids WHERE id = ?1")
        defer { find.reset() }
        find.bind(1, number)
        return try find.step() ? InstanceID(rawValue: try find.text(0)) : nil
    }
}
