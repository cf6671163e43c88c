import PawlKit

extension ReadSession {
    func stored(_ id: InstanceID) throws(JournalError) -> StoredInstance? {
        guard let number = try number(of: id) else { return nil }
        let find = try connection.statement(
            """
            SELECT ids.text, i.workflow, i.revision, i.key, i.status, i.position, i.arrival, i.states, i.data, i.history, inputs.input, i.output,
                i.incident, i.created, i.updated
            FROM instances i JOIN ids ON ids.id = i.id JOIN inputs ON inputs.instance = i.id WHERE i.id = ?1
            """)
        defer { find.reset() }
        find.bind(1, number)
        guard try find.step() else { return nil }
        return StoredInstance(
            instance: try instance(find), effects: try effects(of: number), timers: try timers(of: number), queue: try queue(of: number))
    }

    func instances(matching query: InstanceQuery, limit: Int) throws(JournalError) -> [InstanceRow] {
        var conditions: [String] = []
        if query.workflow != nil { conditions.append("i.workflow = (SELECT id FROM names WHERE text = ?1)") }
        if query.key != nil { conditions.append("i.key = ?2 AND i.key IS NOT NULL") }
        if query.idPrefix != nil { conditions.append("ids.text >= ?3 AND ids.text < ?4") }
        if query.before != nil { conditions.append("i.id < (SELECT id FROM ids WHERE text = ?5)") }
        if !query.statuses.isEmpty {
            conditions.append("i.status IN (\(query.statuses.map { "\($0.rawValue)" }.sorted().joined(separator: ",")))")
        }
        let find = try connection.statement(
            once: """
                SELECT ids.text, i.workflow, i.revision, i.key, i.status, i.position, i.arrival, i.states, i.data, i.history, inputs.input,
                    i.output, i.incident, i.created, i.updated
                FROM instances i JOIN ids ON ids.id = i.id JOIN inputs ON inputs.instance = i.id
                \(conditions.isEmpty ? "" : "WHERE " + conditions.joined(separator: " AND ")) ORDER BY i.id DESC
                """)
        if let workflow = query.workflow { find.bind(1, workflow) }
        if let key = query.key { find.bind(2, key) }
        if let prefix = query.idPrefix {
            find.bind(3, prefix)
            // No UTF-8 text has this byte.
            find.bind(4, utf8: Array(prefix.utf8) + [0xFF])
        }
        if let before = query.before { find.bind(5, before.rawValue) }
        var rows: [InstanceRow] = []
        while rows.count < limit, try find.step() {
            guard query.matches(states: StateList.paths(try name(find.integer(7)))) else { continue }
            rows.append(try instance(find))
        }
        return rows
    }

    private func instance(_ row: Statement) throws(JournalError) -> InstanceRow {
        let id = InstanceID(rawValue: try row.text(0))
        guard let status = UInt8(exactly: try row.integer(4)).flatMap(InstanceStatus.init(rawValue:)) else {
            throw connection.damage("the instance '\(id)' has an unknown status")
        }
        var incident: Incident?
        if let json = try row.optionalJSON(12) {
            incident = Incident(encoded: json)
            if incident == nil { throw connection.damage("the incident of the instance '\(id)' is unreadable") }
        }
        return InstanceRow(
            id: id, workflow: try name(row.integer(1)), revision: try row.small(2), key: try row.optionalText(3), status: status,
            position: try row.integer(5), arrival: try row.integer(6), states: StateList.paths(try name(row.integer(7))),
            data: try row.json(8), history: try row.optionalJSON(9), input: try row.json(10), output: try row.optionalJSON(11),
            incident: incident, created: try row.moment(13), updated: try row.moment(14))
    }

    private func effects(of instance: Int64) throws(JournalError) -> [EffectRow] {
        let find = try connection.statement(
            """
            SELECT position, feedback, element, service, input, state, phase, attempt, due, deadline, interruptions
            FROM effects WHERE instance = ?1 ORDER BY position, feedback, element
            """)
        defer { find.reset() }
        find.bind(1, instance)
        var rows: [EffectRow] = []
        while try find.step() {
            guard let phase = UInt8(exactly: try find.integer(6)).flatMap(EffectRow.Phase.init(rawValue:)) else {
                throw connection.damage("an effect has an unknown phase")
            }
            rows.append(
                EffectRow(
                    id: try effectID(find, at: 0), service: try find.text(3), input: try find.json(4), state: try find.optionalJSON(5),
                    phase: phase, attempt: try find.small(7), due: try find.optionalMoment(8), deadline: try find.optionalMoment(9),
                    interruptions: try find.small(10)))
        }
        return rows
    }

    /// Reads position, feedback and element from three columns.
    func effectID(_ row: Statement, at column: Int32) throws(JournalError) -> EffectID {
        let element = try row.small(column + 2)
        return EffectID(position: try row.integer(column), feedback: try row.text(column + 1), index: element < 0 ? nil : element)
    }

    private func timers(of instance: Int64) throws(JournalError) -> [TimerRow] {
        let find = try connection.statement(
            "SELECT position, name, due, event, payload FROM timers WHERE instance = ?1 ORDER BY due, position, name")
        defer { find.reset() }
        find.bind(1, instance)
        var rows: [TimerRow] = []
        while try find.step() {
            rows.append(
                TimerRow(
                    id: TimerID(position: try find.integer(0), name: try find.text(1)), due: try find.moment(2),
                    event: try find.optionalText(3), payload: try find.optionalJSON(4)))
        }
        return rows
    }

    private func queue(of instance: Int64) throws(JournalError) -> [QueueRow] {
        let find = try connection.statement(
            "SELECT arrival, event, payload, cause, answer, deferred FROM queue WHERE instance = ?1 ORDER BY arrival")
        defer { find.reset() }
        find.bind(1, instance)
        var rows: [QueueRow] = []
        while try find.step() {
            guard let cause = EntryCause(encoded: try find.json(3)) else {
                throw connection.damage("a queued event has an unreadable cause")
            }
            var answer: EffectAnswer?
            if let json = try find.optionalJSON(4) {
                answer = EffectAnswer(encoded: json)
                if answer == nil { throw connection.damage("a queued event has an unreadable answer") }
            }
            rows.append(
                QueueRow(
                    arrival: try find.integer(0), event: try find.optionalText(1), payload: try find.optionalJSON(2), cause: cause,
                    answer: answer, isDeferred: try find.integer(5) != 0))
        }
        return rows
    }
}
