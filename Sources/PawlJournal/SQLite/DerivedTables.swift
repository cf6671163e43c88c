import PawlKit

/// Applies row changes to the derived tables of a database.
struct DerivedTables {
    /// The entry that a change comes from, by the numbers that the tables hold.
    struct Source {
        /// The instance.
        let instance: Int64
        /// The entry's place in the order of appending.
        let place: Int64
        /// The entry's position.
        let position: Int64
    }

    let connection: Connection
    /// The number of a name.
    let number: (String) throws(JournalError) -> Int64

    func apply(_ changes: [RowChange], of source: Source) throws(JournalError) {
        for index in changes.indices { try apply(changes[index], of: source) }
    }

    private func apply(_ change: RowChange, of source: Source) throws(JournalError) {
        switch change {
        case .insertInstance(let row): try insert(row, of: source)
        case .updateInstance(let update): try self.update(update, of: source)
        case .insertEffect(let row): try insert(row, of: source.instance)
        case .updateEffect(let id, let update): try self.update(id, update, of: source.instance)
        case .removeEffect(let id):
            let statement = try connection.statement(
                "DELETE FROM effects WHERE instance = ?1 AND position = ?2 AND feedback = ?3 AND element = ?4")
            statement.bind(1, source.instance)
            bind(id, to: statement)
            try statement.run()
        case .insertTimer(let row):
            let statement = try connection.statement(
                "INSERT INTO timers(instance, position, name, due, event, payload) VALUES (?1, ?2, ?3, ?4, ?5, ?6)")
            statement.bind(1, source.instance)
            statement.bind(2, row.id.position)
            statement.bind(3, row.id.name)
            statement.bind(4, row.due)
            statement.bind(5, row.event)
            statement.bind(6, row.payload)
            try statement.run()
        case .removeTimer(let id):
            let statement = try connection.statement("DELETE FROM timers WHERE instance = ?1 AND position = ?2 AND name = ?3")
            statement.bind(1, source.instance)
            statement.bind(2, id.position)
            statement.bind(3, id.name)
            try statement.run()
        case .putInQueue(let row): try put(row, of: source.instance)
        case .readmit(let arrival):
            try run("UPDATE queue SET deferred = 0 WHERE instance = ?1 AND arrival = ?2", source.instance, arrival)
        case .removeFromQueue(let arrival):
            try run("DELETE FROM queue WHERE instance = ?1 AND arrival = ?2", source.instance, arrival)
        case .removeAllThatIsPending:
            try run("DELETE FROM effects WHERE instance = ?1", source.instance)
            try run("DELETE FROM timers WHERE instance = ?1", source.instance)
            try run("DELETE FROM queue WHERE instance = ?1", source.instance)
        case .recordDedupe(let key):
            let statement = try connection.statement("INSERT OR REPLACE INTO dedupe(instance, key, position) VALUES (?1, ?2, ?3)")
            statement.bind(1, source.instance)
            statement.bind(2, key)
            statement.bind(3, source.position)
            try statement.run()
        }
    }

    private func run(_ sql: StaticString, _ first: Int64, _ second: Int64? = nil) throws(JournalError) {
        let statement = try connection.statement(sql)
        statement.bind(1, first)
        if let second { statement.bind(2, second) }
        try statement.run()
    }

    private func insert(_ row: InstanceRow, of source: Source) throws(JournalError) {
        let statement = try connection.statement(
            """
            INSERT INTO instances(id, workflow, revision, key, status, position, arrival, last, states, created, updated, data, history,
                output, incident)
            VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12, ?13, ?14, NULL)
            """)
        statement.bind(1, source.instance)
        statement.bind(2, try number(row.workflow))
        statement.bind(3, row.revision)
        statement.bind(4, row.key)
        statement.bind(5, Int64(row.status.rawValue))
        statement.bind(6, row.position)
        statement.bind(7, row.arrival)
        statement.bind(8, source.place)
        statement.bind(9, try number(StateList.text(row.states)))
        statement.bind(10, row.created)
        statement.bind(11, row.updated)
        statement.bind(12, row.data)
        statement.bind(13, row.history)
        statement.bind(14, row.output)
        try statement.run()
        let input = try connection.statement("INSERT INTO inputs(instance, input) VALUES (?1, ?2)")
        input.bind(1, source.instance)
        input.bind(2, row.input)
        try input.run()
    }

    private func update(_ update: InstanceUpdate, of source: Source) throws(JournalError) {
        let statement = try connection.statement(variant: update.fields) { update.sql }
        statement.bind(1, source.instance)
        statement.bind(2, update.position)
        statement.bind(3, source.place)
        statement.bind(4, try number(StateList.text(update.states)))
        statement.bind(5, update.updated)
        if let data = update.data { statement.bind(6, data) }
        if let history = update.history { statement.bind(7, history) }
        if let status = update.status { statement.bind(8, Int64(status.rawValue)) }
        if let arrival = update.arrival { statement.bind(9, arrival) }
        if let output = update.output { statement.bind(10, output) }
        if case .set(let incident) = update.incident { statement.bind(11, incident.encoded) }
        try statement.run()
    }

    private func insert(_ row: EffectRow, of instance: Int64) throws(JournalError) {
        let statement = try connection.statement(
            """
            INSERT INTO effects(instance, position, feedback, element, service, phase, attempt, due, deadline, interruptions, input, state)
            VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12)
            """)
        statement.bind(1, instance)
        bind(row.id, to: statement)
        statement.bind(5, row.service)
        statement.bind(6, Int64(row.phase.rawValue))
        statement.bind(7, row.attempt)
        statement.bind(8, row.due)
        statement.bind(9, row.deadline)
        statement.bind(10, row.interruptions)
        statement.bind(11, row.input)
        statement.bind(12, row.state)
        try statement.run()
    }

    private func update(_ id: EffectID, _ update: EffectUpdate, of instance: Int64) throws(JournalError) {
        let statement: Statement
        let (phase, due, deadline): (EffectRow.Phase, Timestamp?, Timestamp?)
        var progress: (attempt: Int, interruptions: Int)?
        switch update {
        case .running(let attempt, let ends, let interruptions):
            (phase, due, deadline) = (.running, nil, ends)
            progress = (attempt, interruptions)
        case .waiting(let attempt, let begins, let interruptions):
            (phase, due, deadline) = (.waiting, begins, nil)
            progress = (attempt, interruptions)
        case .failed: (phase, due, deadline) = (.failed, nil, nil)
        case .answered: (phase, due, deadline) = (.answered, nil, nil)
        }
        if let progress {
            statement = try connection.statement(
                """
                UPDATE effects SET phase = ?5, due = ?6, deadline = ?7, attempt = ?8, interruptions = ?9
                WHERE instance = ?1 AND position = ?2 AND feedback = ?3 AND element = ?4
                """)
            statement.bind(8, progress.attempt)
            statement.bind(9, progress.interruptions)
        } else {
            statement = try connection.statement(
                """
                UPDATE effects SET phase = ?5, due = ?6, deadline = ?7
                WHERE instance = ?1 AND position = ?2 AND feedback = ?3 AND element = ?4
                """)
        }
        statement.bind(1, instance)
        bind(id, to: statement)
        statement.bind(5, Int64(phase.rawValue))
        statement.bind(6, due)
        statement.bind(7, deadline)
        try statement.run()
    }

    private func put(_ row: QueueRow, of instance: Int64) throws(JournalError) {
        let statement = try connection.statement(
            """
            INSERT OR REPLACE INTO queue(instance, arrival, event, payload, cause, answer, deferred) VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7)
            """)
        statement.bind(1, instance)
        statement.bind(2, row.arrival)
        statement.bind(3, row.event)
        statement.bind(4, row.payload)
        statement.bind(5, row.cause.encoded)
        statement.bind(6, row.answer?.encoded)
        statement.bind(7, row.isDeferred ? 1 : 0)
        try statement.run()
    }

    private func bind(_ id: EffectID, to statement: Statement) {
        statement.bind(2, id.position)
        statement.bind(3, id.feedback)
        statement.bind(4, id.index ?? -1)
    }
}

extension InstanceUpdate {
    /// Which of the optional fields change, as a number.
    fileprivate var fields: Int {
        (data == nil ? 0 : 1) | (history == nil ? 0 : 2) | (status == nil ? 0 : 4) | (arrival == nil ? 0 : 8) | (output == nil ? 0 : 16)
            | (incident == nil ? 0 : 32)
    }

    /// The statement for ``fields``. Columns that do not change are not named, so that their indexes are not touched.
    fileprivate var sql: String {
        var sql = "UPDATE instances SET position = ?2, last = ?3, states = ?4, updated = ?5"
        if data != nil { sql += ", data = ?6" }
        if history != nil { sql += ", history = ?7" }
        if status != nil { sql += ", status = ?8" }
        if arrival != nil { sql += ", arrival = max(arrival, ?9)" }
        if output != nil { sql += ", output = ?10" }
        // Left unbound, the parameter is NULL.
        if incident != nil { sql += ", incident = ?11" }
        return sql + " WHERE id = ?1"
    }
}
