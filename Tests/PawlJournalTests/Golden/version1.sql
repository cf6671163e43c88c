/* A store of version 1, as it was written: one instance of workflows/2-approval.yaml that waits. */
PRAGMA application_id = 1348564844;
PRAGMA user_version = 1;
PRAGMA foreign_keys=OFF;
BEGIN TRANSACTION;
CREATE TABLE entries(
    id INTEGER PRIMARY KEY, instance INTEGER NOT NULL, previous INTEGER NOT NULL, position INTEGER NOT NULL,
    kind INTEGER NOT NULL, time INTEGER NOT NULL, workflow INTEGER NOT NULL, revision INTEGER NOT NULL, format INTEGER NOT NULL,
    event INTEGER, "from" INTEGER NOT NULL, "to" INTEGER NOT NULL, body TEXT NOT NULL, checksum INTEGER NOT NULL
) STRICT;
INSERT INTO entries VALUES(1,1,0,1,1,1796026763638560104,1,1,1,NULL,2,3,'{"cause":{"outside":"pawl run"},"key":"REQ-9","input":{"request":"REQ-9","title":"A second coffee machine","amount":899.0},"data":{"Approving":{"level":"team","comments":0,"reminded":false}},"effects":[{"id":"1/ask","service":"log.write","with":{"level":"info","message":"A second coffee machine: waiting for the team"}}],"timers":[{"id":"1/Approving:after 20h","due":"2026-12-01T04:19:23.638560104Z"},{"id":"1/Approving:after 1d","due":"2026-12-01T08:19:23.638560104Z"}]}',-145881048150839375);
INSERT INTO entries VALUES(2,1,1,2,3,1796026763667703802,1,1,1,NULL,3,3,'{"cause":{"effect":"1/ask","attempt":1},"answer":{"result":{}},"effect":{"id":"1/ask","attempt":1}}',5849489158545231684);
CREATE TABLE names(id INTEGER PRIMARY KEY, text TEXT NOT NULL UNIQUE) STRICT;
INSERT INTO names VALUES(1,'approval');
INSERT INTO names VALUES(2,'');
INSERT INTO names VALUES(3,'Approving');
CREATE TABLE ids(id INTEGER PRIMARY KEY, text TEXT NOT NULL UNIQUE) STRICT;
INSERT INTO ids VALUES(1,'maeq7a5kzmgs');
CREATE TABLE definitions(
    workflow TEXT NOT NULL, revision INTEGER NOT NULL, text TEXT NOT NULL, services TEXT NOT NULL, file TEXT NOT NULL,
    PRIMARY KEY (workflow, revision)
) STRICT;
INSERT INTO definitions VALUES('approval',1,replace('# A workflow that waits for a person, with a deadline.\n#\n#   pawl run workflows/2-approval.yaml --key REQ-9 --input @workflows/2-approval.input.json\n#   pawl run approval/REQ-9 --send ''Approve={"by": "Grace"}''\nworkflow: approval\nsummary: Asks for approval of a request and reminds before it expires.\n\ntypes:\n  Level: [team, department, board]\n\ninput:\n  request: string\n  title: string\n  amount: double\n# The business key: no two unfinished instances have the same.\nkey: input.request\noutput: { approvedBy: string, level: Level }\n\nevents:\n  Approve: { by: string }\n  Reject: { by: string, reason: string }\n  Comment: { by: string, text: string }\n\nstates:\n  Approving:\n    data: { level: Level, comments: int, reminded: bool }\n  Approved:\n    final: success\n    data: { by: string, level: Level }\n    output: { approvedBy: "${ state.by }", level: "${ state.level }" }\n  Rejected:\n    final: failure\n    data: { by: string, reason: string }\n  Expired:\n    final: failure\n    data: { reason: string }\n\ninitial:\n  state: Approving\n  data:\n    level: "${ input.amount >= 100000.0 ? ''board'' : input.amount >= 5000.0 ? ''department'' : ''team'' }"\n    comments: 0\n    reminded: false\n\nfeedbacks:\n  - id: ask\n    on: Approving\n    perform: log.write\n    with: { level: info, message: "${ input.title }: waiting for the ${ state.level }" }\n    success: ignore\n    failure: ignore\n\ntransitions:\n  - from: Approving\n    on:\n      # Nobody approves their own board matter, and the name must be given.\n      Approve: { to: Approved, when: "event.by != ''''" }\n      Reject: Rejected\n      # No `to`: the data changes, the state stays, timers run on.\n      Comment: { data: { comments: "${ state.comments + 1 }" } }\n    after:\n      20h: { when: "!state.reminded", data: { reminded: true } }\n      24h: { to: Expired, data: { reason: "nobody decided within a day, ${ state.comments } comments" } }\n','\n',char(10)),'{"log.write":{"input":{"level?":["enum","debug","info","warning","error"],"message":"string","fields?":["map","any"]},"output":{},"errors":[]}}','2-approval.yaml');
CREATE TABLE meta(name TEXT PRIMARY KEY, value INTEGER NOT NULL) STRICT;
INSERT INTO meta VALUES('claim',1);
CREATE TABLE instances(
    id INTEGER PRIMARY KEY, workflow INTEGER NOT NULL, revision INTEGER NOT NULL, key TEXT, status INTEGER NOT NULL,
    position INTEGER NOT NULL, arrival INTEGER NOT NULL, last INTEGER NOT NULL, states INTEGER NOT NULL, created INTEGER NOT NULL,
    updated INTEGER NOT NULL, data TEXT NOT NULL, history TEXT, output TEXT, incident TEXT
) STRICT;
INSERT INTO instances VALUES(1,1,1,'REQ-9',1,2,0,2,3,1796026763638560104,1796026763667703802,'{"Approving":{"level":"team","comments":0,"reminded":false}}',NULL,NULL,NULL);
CREATE TABLE inputs(instance INTEGER PRIMARY KEY, input TEXT NOT NULL) STRICT;
INSERT INTO inputs VALUES(1,'{"request":"REQ-9","title":"A second coffee machine","amount":899.0}');
CREATE TABLE effects(
    instance INTEGER NOT NULL, position INTEGER NOT NULL, feedback TEXT NOT NULL, element INTEGER NOT NULL,
    service TEXT NOT NULL, phase INTEGER NOT NULL, attempt INTEGER NOT NULL, due INTEGER, deadline INTEGER,
    interruptions INTEGER NOT NULL, input TEXT NOT NULL, state TEXT,
    PRIMARY KEY (instance, position, feedback, element)
) STRICT, WITHOUT ROWID;
CREATE TABLE timers(
    instance INTEGER NOT NULL, position INTEGER NOT NULL, name TEXT NOT NULL, due INTEGER NOT NULL,
    PRIMARY KEY (instance, position, name)
) STRICT, WITHOUT ROWID;
INSERT INTO timers VALUES(1,1,'Approving:after 20h',1796098763638560104);
INSERT INTO timers VALUES(1,1,'Approving:after 1d',1796113163638560104);
CREATE TABLE queue(
    instance INTEGER NOT NULL, arrival INTEGER NOT NULL, event TEXT, payload TEXT, cause TEXT NOT NULL, answer TEXT,
    deferred INTEGER NOT NULL,
    PRIMARY KEY (instance, arrival)
) STRICT, WITHOUT ROWID;
CREATE TABLE dedupe(
    instance INTEGER NOT NULL, key TEXT NOT NULL, position INTEGER NOT NULL, PRIMARY KEY (instance, key)
) STRICT, WITHOUT ROWID;
CREATE UNIQUE INDEX instances_unfinished_key ON instances(workflow, key) WHERE key IS NOT NULL AND status < 5;
CREATE INDEX instances_key ON instances(key) WHERE key IS NOT NULL;
CREATE INDEX effects_running ON effects(instance) WHERE phase = 1;
CREATE INDEX effects_due ON effects(due) WHERE phase = 2;
CREATE INDEX timers_due ON timers(due);
CREATE VIEW history AS
SELECT ids.text AS instance, e.position, strftime('%Y-%m-%dT%H:%M:%S', e.time / 1000000000, 'unixepoch') || printf('.%03dZ', e.time / 1000000 % 1000) AS time, CASE e.kind WHEN 1 THEN 'started' WHEN 2 THEN 'event' WHEN 3 THEN 'answered' WHEN 4 THEN 'retry' WHEN 5 THEN 'attempt'
        WHEN 6 THEN 'stale' WHEN 7 THEN 'rejected' WHEN 8 THEN 'queued' WHEN 9 THEN 'deferred' WHEN 10 THEN 'ignored'
        WHEN 11 THEN 'unhandled' WHEN 12 THEN 'deadLetter' WHEN 13 THEN 'incident' WHEN 14 THEN 'retried' WHEN 15 THEN 'skipped'
        WHEN 16 THEN 'paused' WHEN 17 THEN 'resumed' WHEN 18 THEN 'cancelled' WHEN 19 THEN 'compensated' WHEN 20 THEN 'forked'
        WHEN 21 THEN 'migrated' WHEN 22 THEN 'childStarted' WHEN 23 THEN 'childEnded' ELSE 'kind ' || e.kind END AS what, event.text AS event,
    before.text AS "from", after.text AS "to", coalesce(e.body -> 'cause' ->> 'outside', 'effect ' || (e.body -> 'cause' ->> 'effect') || ' attempt ' || (e.body -> 'cause' ->> 'attempt'),
        'timer ' || (e.body -> 'cause' ->> 'timer'), 'engine') AS cause, e.body -> 'payload' AS payload,
    coalesce(e.body -> 'answer', e.body ->> 'rejection', e.body -> 'incident', e.body -> 'reasons', e.body -> 'end') AS outcome
FROM entries e JOIN ids ON ids.id = e.instance JOIN names before ON before.id = e."from" JOIN names after ON after.id = e."to"
    LEFT JOIN names event ON event.id = e.event
ORDER BY e.id;
CREATE VIEW instances_view AS
SELECT ids.text AS instance, workflow.text AS workflow, i.revision, i.key, CASE i.status WHEN 1 THEN 'active' WHEN 2 THEN 'paused' WHEN 3 THEN 'blocked' WHEN 4 THEN 'compensating' WHEN 5 THEN 'finished'
        WHEN 6 THEN 'failed' WHEN 7 THEN 'cancelled' END AS status, states.text AS states,
    i.position, strftime('%Y-%m-%dT%H:%M:%S', i.created / 1000000000, 'unixepoch') || printf('.%03dZ', i.created / 1000000 % 1000) AS created, strftime('%Y-%m-%dT%H:%M:%S', i.updated / 1000000000, 'unixepoch') || printf('.%03dZ', i.updated / 1000000 % 1000) AS updated, i.data, inputs.input, i.output, i.incident
FROM instances i JOIN ids ON ids.id = i.id JOIN names workflow ON workflow.id = i.workflow
    JOIN names states ON states.id = i.states JOIN inputs ON inputs.instance = i.id
ORDER BY i.id;
CREATE VIEW effects_view AS
SELECT ids.text AS instance, f.position || '/' || f.feedback || iif(f.element < 0, '', '/' || f.element) AS effect, f.service,
    CASE f.phase WHEN 1 THEN 'running' WHEN 2 THEN 'waiting' WHEN 3 THEN 'failed' WHEN 4 THEN 'answered' END AS phase, f.attempt,
    strftime('%Y-%m-%dT%H:%M:%S', f.due / 1000000000, 'unixepoch') || printf('.%03dZ', f.due / 1000000 % 1000) AS due, strftime('%Y-%m-%dT%H:%M:%S', f.deadline / 1000000000, 'unixepoch') || printf('.%03dZ', f.deadline / 1000000 % 1000) AS deadline, f.interruptions, f.input, f.state
FROM effects f JOIN ids ON ids.id = f.instance
ORDER BY f.instance, f.position, f.feedback, f.element;
CREATE VIEW timers_view AS
SELECT ids.text AS instance, t.position || '/' || t.name AS timer, strftime('%Y-%m-%dT%H:%M:%S', t.due / 1000000000, 'unixepoch') || printf('.%03dZ', t.due / 1000000 % 1000) AS due
FROM timers t JOIN ids ON ids.id = t.instance
ORDER BY t.due;
CREATE VIEW queue_view AS
SELECT ids.text AS instance, q.arrival, q.event, q.payload, coalesce(q.cause ->> 'outside', 'effect ' || (q.cause ->> 'effect') || ' attempt ' || (q.cause ->> 'attempt'),
        'timer ' || (q.cause ->> 'timer'), 'engine') AS cause, q.answer,
    iif(q.deferred, 'deferred', 'next') AS waits
FROM queue q JOIN ids ON ids.id = q.instance
ORDER BY q.instance, q.arrival;
COMMIT;
