/// The tables, as numbered migrations.
///
/// `PRAGMA user_version` counts the migrations that a file has had. A migration is never edited after a release: it is followed by another.
enum Schema {
    /// `PRAGMA application_id`: "Pawl" in ASCII, so that `file` and Pawl itself know the file.
    static let applicationID: Int64 = 0x5061_776C

    /// The version that this release reads and writes.
    static var version: Int { migrations.count }

    /// The steps from an empty file to the current version, each applied in one transaction.
    static let migrations: [String] = [
        primaryTables + firstDerivedTables,
        // 2: timers that raise an event. The views are made anew, with what they say of it.
        timerEvents + dropViews + views,
    ]

    /// What `project` makes of the entries.
    static let derivedTables = firstDerivedTables + timerEvents

    /// What cannot be made again from anything else.
    static let primaryTables = """
        -- The journal, in the order of appending. `previous` is the instance's entry before, 0 for none: no index is needed.
        CREATE TABLE entries(
            id INTEGER PRIMARY KEY, instance INTEGER NOT NULL, previous INTEGER NOT NULL, position INTEGER NOT NULL,
            kind INTEGER NOT NULL, time INTEGER NOT NULL, workflow INTEGER NOT NULL, revision INTEGER NOT NULL, format INTEGER NOT NULL,
            event INTEGER, "from" INTEGER NOT NULL, "to" INTEGER NOT NULL, body TEXT NOT NULL, checksum INTEGER NOT NULL
        ) STRICT;
        -- Names of workflows and events, and lists of states, as entries refer to them.
        CREATE TABLE names(id INTEGER PRIMARY KEY, text TEXT NOT NULL UNIQUE) STRICT;
        -- The ids of instances, as entries refer to them.
        CREATE TABLE ids(id INTEGER PRIMARY KEY, text TEXT NOT NULL UNIQUE) STRICT;
        CREATE TABLE definitions(
            workflow TEXT NOT NULL, revision INTEGER NOT NULL, text TEXT NOT NULL, services TEXT NOT NULL, file TEXT NOT NULL,
            PRIMARY KEY (workflow, revision)
        ) STRICT;
        CREATE TABLE meta(name TEXT PRIMARY KEY, value INTEGER NOT NULL) STRICT;
        INSERT INTO meta VALUES ('claim', 0);

        """

    /// The derived tables as they were in version 1.
    private static let firstDerivedTables = """
        -- `last` is the id of the instance's newest entry.
        CREATE TABLE instances(
            id INTEGER PRIMARY KEY, workflow INTEGER NOT NULL, revision INTEGER NOT NULL, key TEXT, status INTEGER NOT NULL,
            position INTEGER NOT NULL, arrival INTEGER NOT NULL, last INTEGER NOT NULL, states INTEGER NOT NULL, created INTEGER NOT NULL,
            updated INTEGER NOT NULL, data TEXT NOT NULL, history TEXT, output TEXT, incident TEXT
        ) STRICT;
        CREATE UNIQUE INDEX instances_unfinished_key ON instances(workflow, key) WHERE key IS NOT NULL AND status < 5;
        CREATE INDEX instances_key ON instances(key) WHERE key IS NOT NULL;
        -- Apart from `instances`, so that no step writes it again.
        CREATE TABLE inputs(instance INTEGER PRIMARY KEY, input TEXT NOT NULL) STRICT;
        -- `element` is -1 without `each`.
        CREATE TABLE effects(
            instance INTEGER NOT NULL, position INTEGER NOT NULL, feedback TEXT NOT NULL, element INTEGER NOT NULL,
            service TEXT NOT NULL, phase INTEGER NOT NULL, attempt INTEGER NOT NULL, due INTEGER, deadline INTEGER,
            interruptions INTEGER NOT NULL, input TEXT NOT NULL, state TEXT,
            PRIMARY KEY (instance, position, feedback, element)
        ) STRICT, WITHOUT ROWID;
        CREATE INDEX effects_running ON effects(instance) WHERE phase = 1;
        CREATE INDEX effects_due ON effects(due) WHERE phase = 2;
        CREATE TABLE timers(
            instance INTEGER NOT NULL, position INTEGER NOT NULL, name TEXT NOT NULL, due INTEGER NOT NULL,
            PRIMARY KEY (instance, position, name)
        ) STRICT, WITHOUT ROWID;
        CREATE INDEX timers_due ON timers(due);
        CREATE TABLE queue(
            instance INTEGER NOT NULL, arrival INTEGER NOT NULL, event TEXT, payload TEXT, cause TEXT NOT NULL, answer TEXT,
            deferred INTEGER NOT NULL,
            PRIMARY KEY (instance, arrival)
        ) STRICT, WITHOUT ROWID;
        CREATE TABLE dedupe(
            instance INTEGER NOT NULL, key TEXT NOT NULL, position INTEGER NOT NULL, PRIMARY KEY (instance, key)
        ) STRICT, WITHOUT ROWID;

        """

    /// The event and payload of timers that an `emit` set.
    private static let timerEvents = """
        ALTER TABLE timers ADD COLUMN event TEXT;
        ALTER TABLE timers ADD COLUMN payload TEXT;

        """

    private static let dropViews = """
        DROP VIEW IF EXISTS history;
        DROP VIEW IF EXISTS instances_view;
        DROP VIEW IF EXISTS effects_view;
        DROP VIEW IF EXISTS timers_view;
        DROP VIEW IF EXISTS queue_view;

        """

    /// The tables for people, with names and clock times.
    static let views = """
        CREATE VIEW history AS
        SELECT ids.text AS instance, e.position, \(clock("e.time")) AS time, \(kindName) AS what, event.text AS event,
            before.text AS "from", after.text AS "to", \(cause("e.body -> 'cause'")) AS cause, e.body -> 'payload' AS payload,
            coalesce(e.body -> 'answer', e.body ->> 'rejection', e.body -> 'incident', e.body -> 'reasons', e.body -> 'end') AS outcome
        FROM entries e JOIN ids ON ids.id = e.instance JOIN names before ON before.id = e."from" JOIN names after ON after.id = e."to"
            LEFT JOIN names event ON event.id = e.event
        ORDER BY e.id;
        CREATE VIEW instances_view AS
        SELECT ids.text AS instance, workflow.text AS workflow, i.revision, i.key, \(statusName) AS status, states.text AS states,
            i.position, \(clock("i.created")) AS created, \(clock("i.updated")) AS updated, i.data, inputs.input, i.output, i.incident
        FROM instances i JOIN ids ON ids.id = i.id JOIN names workflow ON workflow.id = i.workflow
            JOIN names states ON states.id = i.states JOIN inputs ON inputs.instance = i.id
        ORDER BY i.id;
        CREATE VIEW effects_view AS
        SELECT ids.text AS instance, f.position || '/' || f.feedback || iif(f.element < 0, '', '/' || f.element) AS effect, f.service,
            CASE f.phase WHEN 1 THEN 'running' WHEN 2 THEN 'waiting' WHEN 3 THEN 'failed' WHEN 4 THEN 'answered' WHEN 5 THEN 'queued'
            END AS phase, f.attempt, \(clock("f.due")) AS due, \(clock("f.deadline")) AS deadline, f.interruptions, f.input, f.state
        FROM effects f JOIN ids ON ids.id = f.instance
        ORDER BY f.instance, f.position, f.feedback, f.element;
        CREATE VIEW timers_view AS
        SELECT ids.text AS instance, t.position || '/' || t.name AS timer, \(clock("t.due")) AS due, t.event, t.payload
        FROM timers t JOIN ids ON ids.id = t.instance
        ORDER BY t.due;
        CREATE VIEW queue_view AS
        SELECT ids.text AS instance, q.arrival, q.event, q.payload, \(cause("q.cause")) AS cause, q.answer,
            iif(q.deferred, 'deferred', 'next') AS waits
        FROM queue q JOIN ids ON ids.id = q.instance
        ORDER BY q.instance, q.arrival;

        """

    /// A column of nanoseconds as RFC 3339 with milliseconds.
    private static func clock(_ column: String) -> String {
        "strftime('%Y-%m-%dT%H:%M:%S', \(column) / 1000000000, 'unixepoch') || printf('.%03dZ', \(column) / 1000000 % 1000)"
    }

    /// Who or what brought an entry about, in words.
    private static func cause(_ json: String) -> String {
        """
        coalesce(\(json) ->> 'outside', 'effect ' || (\(json) ->> 'effect') || ' attempt ' || (\(json) ->> 'attempt'),
                'timer ' || (\(json) ->> 'timer'), 'raised at ' || (\(json) ->> 'raised'), 'engine')
        """
    }

    private static let kindName = """
        CASE e.kind WHEN 1 THEN 'started' WHEN 2 THEN 'event' WHEN 3 THEN 'answered' WHEN 4 THEN 'retry' WHEN 5 THEN 'attempt'
                WHEN 6 THEN 'stale' WHEN 7 THEN 'rejected' WHEN 8 THEN 'queued' WHEN 9 THEN 'deferred' WHEN 10 THEN 'ignored'
                WHEN 11 THEN 'unhandled' WHEN 12 THEN 'deadLetter' WHEN 13 THEN 'incident' WHEN 14 THEN 'retried' WHEN 15 THEN 'skipped'
                WHEN 16 THEN 'paused' WHEN 17 THEN 'resumed' WHEN 18 THEN 'cancelled' WHEN 19 THEN 'compensated' WHEN 20 THEN 'forked'
                WHEN 21 THEN 'migrated' WHEN 22 THEN 'childStarted' WHEN 23 THEN 'childEnded' ELSE 'kind ' || e.kind END
        """

    private static let statusName = """
        CASE i.status WHEN 1 THEN 'active' WHEN 2 THEN 'paused' WHEN 3 THEN 'blocked' WHEN 4 THEN 'compensating' WHEN 5 THEN 'finished'
                WHEN 6 THEN 'failed' WHEN 7 THEN 'cancelled' END
        """
}
