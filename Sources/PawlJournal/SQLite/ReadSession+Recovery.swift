import PawlKit

extension ReadSession {
    func due(limit: Int) throws(JournalError) -> [DueItem] {
        // Both in the order of their index on the deadline, so that neither reads more than it returns. CROSS JOIN keeps the order of the tables:
        // https://www.sqlite.org/optoverview.html#manual_control_of_query_plans_using_cross_join
        let timers = try connection.statement(
            """
            SELECT t.due, ids.text, t.position, t.name
            FROM timers t CROSS JOIN instances i ON i.id = t.instance CROSS JOIN ids ON ids.id = t.instance
            WHERE i.status < 5 ORDER BY t.due, ids.text, t.position, t.name LIMIT ?1
            """)
        defer { timers.reset() }
        timers.bind(1, limit)
        var items: [DueItem] = []
        while try timers.step() {
            let timer = TimerID(position: try timers.integer(2), name: try timers.text(3))
            items.append(
                DueItem(due: try timers.moment(0), instance: InstanceID(rawValue: try timers.text(1)), what: .timer(timer)))
        }
        let attempts = try connection.statement(
            """
            SELECT f.due, ids.text, f.position, f.feedback, f.element
            FROM effects f CROSS JOIN instances i ON i.id = f.instance CROSS JOIN ids ON ids.id = f.instance
            WHERE f.phase = 2 AND f.due IS NOT NULL AND i.status < 5 ORDER BY f.due, ids.text, f.position, f.feedback, f.element LIMIT ?1
            """)
        defer { attempts.reset() }
        attempts.bind(1, limit)
        while try attempts.step() {
            let effect = try effectID(attempts, at: 2)
            items.append(
                DueItem(due: try attempts.moment(0), instance: InstanceID(rawValue: try attempts.text(1)), what: .attempt(effect)))
        }
        return Array(items.sorted(by: DueItem.happensBefore).prefix(limit))
    }

    func recoverable(after id: InstanceID?, limit: Int) throws(JournalError) -> [InstanceID] {
        let start: Int64 = if let id { try number(of: id) ?? 0 } else { 0 }
        let running = try candidates(
            """
            SELECT DISTINCT f.instance, ids.text
            FROM effects f CROSS JOIN instances i ON i.id = f.instance CROSS JOIN ids ON ids.id = f.instance
            WHERE f.phase = 1 AND f.instance > ?1 AND i.status < 5 ORDER BY f.instance LIMIT ?2
            """, start, limit)
        let queued = try candidates(
            """
            SELECT DISTINCT q.instance, ids.text
            FROM queue q CROSS JOIN instances i ON i.id = q.instance CROSS JOIN ids ON ids.id = q.instance
            WHERE q.instance > ?1 AND q.deferred = 0 AND i.status = 1 ORDER BY q.instance LIMIT ?2
            """, start, limit)
        let all = running.merging(queued) { text, _ in text }
        return all.sorted { $0.key < $1.key }.prefix(limit).map { InstanceID(rawValue: $0.value) }
    }

    private func candidates(_ sql: StaticString, _ start: Int64, _ limit: Int) throws(JournalError) -> [Int64: String] {
        let find = try connection.statement(sql)
        defer { find.reset() }
        find.bind(1, start)
        find.bind(2, limit)
        var found: [Int64: String] = [:]
        while try find.step() { found[try find.integer(0)] = try find.text(1) }
        return found
    }

    func position(ofDedupe key: String, in id: InstanceID) throws(JournalError) -> Int64? {
        guard let instance = try number(of: id) else { return nil }
        let find = try connection.statement("SELECT position FROM dedupe WHERE instance = ?1 AND key = ?2")
        defer { find.reset() }
        find.bind(1, instance)
        find.bind(2, key)
        return try find.step() ? try find.integer(0) : nil
    }

    func statistics(of path: StorePath) throws(JournalError) -> JournalStatistics {
        // Positions are dense, so that their sum is the number of entries, and the table of entries needs no scan.
        let find = try connection.statement("SELECT status, count(*), sum(position) FROM instances GROUP BY status")
        defer { find.reset() }
        var statistics = JournalStatistics(
            instances: [:], entries: 0, fileBytes: StoreFile.size(of: path.file), logBytes: StoreFile.size(of: path.log))
        while try find.step() {
            guard let status = UInt8(exactly: try find.integer(0)).flatMap(InstanceStatus.init(rawValue:)) else { continue }
            statistics.instances[status] = try find.small(1)
            statistics.entries += try find.integer(2)
        }
        return statistics
    }
}
