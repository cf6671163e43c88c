import PawlKit

/// An entry as a scan of the whole journal finds it.
struct ScannedEntry {
    /// What a readable entry holds, with the numbers by which the tables know it.
    struct Content {
        let entry: StoredEntry
        let instance: Int64
        let previous: Int64
    }

    /// Its place in the order of appending.
    let place: Int64
    /// What it holds, or why that cannot be read.
    let content: Result<Content, JournalError>
}

extension ReadSession {
    func entries(of id: InstanceID, after position: Int64, limit: Int) throws(JournalError) -> [JournalEntry] {
        guard let instance = try number(of: id) else { return [] }
        let find = try connection.statement("SELECT last, position FROM instances WHERE id = ?1")
        defer { find.reset() }
        find.bind(1, instance)
        guard try find.step() else { return [] }
        let (last, end) = (try find.integer(0), try find.integer(1))
        let first = max(0, position) + 1
        guard first <= end, limit > 0 else { return [] }
        let wanted = first..<(end - first >= Int64(limit) ? first + Int64(limit) : end + 1)
        let places = try histories.places(of: instance, at: wanted, last: last, position: end, link: link)
        var entries: [JournalEntry] = []
        entries.reserveCapacity(places.count)
        for place in places {
            let row = try connection.statement(
                """
                SELECT e.id, ids.text, e.position, e.kind, e.time, e.workflow, e.revision, e.format, e.event, e."from", e."to", e.body, e.checksum
                FROM entries e JOIN ids ON ids.id = e.instance WHERE e.id = ?1
                """)
            defer { row.reset() }
            row.bind(1, place)
            guard try row.step() else { throw connection.damage("entry \(place) is missing") }
            let stored = try entry(row)
            guard stored.isIntact else {
                throw JournalError(
                    .corrupt,
                    "'\(connection.path)' is damaged: the entry at position \(stored.entry.position) of '\(id)' does not have its checksum. "
                        + "Keep a copy of the file, and restore a backup.", instance: id)
            }
            entries.append(stored.entry)
        }
        return entries
    }

    func entries(after place: JournalPlace, limit: Int) throws(JournalError) -> (entries: [StoredEntry], last: JournalPlace) {
        let row = try connection.statement(
            """
            SELECT e.id, ids.text, e.position, e.kind, e.time, e.workflow, e.revision, e.format, e.event, e."from", e."to", e.body, e.checksum
            FROM entries e LEFT JOIN ids ON ids.id = e.instance WHERE e.id > ?1 ORDER BY e.id LIMIT ?2
            """)
        defer { row.reset() }
        row.bind(1, place.number)
        row.bind(2, limit)
        var entries: [StoredEntry] = []
        while try row.step() { entries.append(try entry(row)) }
        return (entries, entries.last?.place ?? place)
    }

    /// Goes through all entries in the order of appending, readable or not.
    func scan(_ body: (ScannedEntry) throws(JournalError) -> Void) throws(JournalError) {
        let row = try connection.statement(
            """
            SELECT e.id, ids.text, e.position, e.kind, e.time, e.workflow, e.revision, e.format, e.event, e."from", e."to", e.body, e.checksum,
                e.instance, e.previous
            FROM entries e LEFT JOIN ids ON ids.id = e.instance ORDER BY e.id
            """)
        defer { row.reset() }
        while try row.step() {
            let place = try row.integer(0)
            let content: Result<ScannedEntry.Content, JournalError>
            do throws(JournalError) {
                content = .success(
                    .init(entry: try entry(row), instance: try row.integer(13), previous: try row.integer(14)))
            } catch {
                content = .failure(error)
            }
            try body(ScannedEntry(place: place, content: content))
        }
    }

    private func link(_ place: Int64) throws(JournalError) -> HistoryIndex.Link {
        let row = try connection.statement("SELECT instance, position, previous FROM entries WHERE id = ?1")
        defer { row.reset() }
        row.bind(1, place)
        guard try row.step() else { throw connection.damage("entry \(place) is missing") }
        return HistoryIndex.Link(instance: try row.integer(0), position: try row.integer(1), previous: try row.integer(2))
    }

    /// Reads an entry from the thirteen columns that the queries above begin with.
    func entry(_ row: Statement) throws(JournalError) -> StoredEntry {
        let place = try row.integer(0)
        let id = InstanceID(rawValue: try row.text(1))
        let position = try row.integer(2)
        let body = try row.bytes(11)
        guard let kind = UInt8(exactly: try row.integer(3)).flatMap(EntryKind.init(rawValue:)), let decoded = EntryBody(encoded: body)
        else {
            throw JournalError(
                .corrupt,
                "'\(connection.path)' is damaged: the entry at position \(position) of '\(id)' (number \(place)) is unreadable. "
                    + "Keep a copy of the file, and restore a backup.", instance: id)
        }
        var event: String?
        if let number = try row.optionalInteger(8) { event = try name(number) }
        let entry = JournalEntry(
            instance: id, position: position, kind: kind, time: try row.moment(4), workflow: try name(row.integer(5)),
            revision: try row.small(6), format: try row.small(7), event: event, from: StateList.paths(try name(row.integer(9))),
            to: StateList.paths(try name(row.integer(10))), body: decoded)
        return StoredEntry(entry: entry, body: body, checksum: UInt64(bitPattern: try row.integer(12)), place: JournalPlace(place))
    }
}
