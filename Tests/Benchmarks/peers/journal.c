// The yardstick for the journal: writes the rows that a plain transition writes, in the same order and with the same grouping, with nothing but SQLite.
//
//     cc -O2 -o journal journal.c -lsqlite3
//     ./journal FILE TRANSITIONS INSTANCES PER_COMMIT
//
// Prints one JSON object: transitions, seconds, transitions per second, bytes of the file per transition. FILE must not exist.
//
// A plain transition is one row of `entries` (a body of about 250 bytes with a payload of 120) and one update of `instances`: see
// Documentation/journal.md. The schema is that of Sources/PawlJournal/SQLite/Schema.swift, without the tables that a plain transition does not touch.

#include <inttypes.h>
#include <sqlite3.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>

static sqlite3 *db;

static void check(int result, int wanted) {
    if (result == wanted) return;
    fprintf(stderr, "sqlite: %s\n", sqlite3_errmsg(db));
    exit(1);
}

static void run(const char *sql) { check(sqlite3_exec(db, sql, 0, 0, 0), SQLITE_OK); }

static sqlite3_stmt *prepare(const char *sql) {
    sqlite3_stmt *statement;
    check(sqlite3_prepare_v3(db, sql, -1, SQLITE_PREPARE_PERSISTENT, &statement, 0), SQLITE_OK);
    return statement;
}

static void finish(sqlite3_stmt *statement) {
    check(sqlite3_step(statement), SQLITE_DONE);
    sqlite3_reset(statement);
}

static double now(void) {
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return time.tv_sec + time.tv_nsec / 1e9;
}

typedef struct {
    sqlite3_int64 position, last;
} head;

int main(int count, char **arguments) {
    if (count != 5) {
        fprintf(stderr, "usage: journal FILE TRANSITIONS INSTANCES PER_COMMIT\n");
        return 64;
    }
    const char *file = arguments[1];
    long transitions = atol(arguments[2]), instances = atol(arguments[3]), group = atol(arguments[4]);
    if (transitions < 1 || instances < 1 || group < 1) return 64;

    int flags = SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE | SQLITE_OPEN_NOMUTEX | SQLITE_OPEN_EXRESCODE;
    check(sqlite3_open_v2(file, &db, flags, 0), SQLITE_OK);
    run("PRAGMA secure_delete = OFF; PRAGMA synchronous = FULL;"
        "CREATE TABLE entries(id INTEGER PRIMARY KEY, instance INTEGER NOT NULL, previous INTEGER NOT NULL, position INTEGER NOT NULL,"
        " kind INTEGER NOT NULL, time INTEGER NOT NULL, workflow INTEGER NOT NULL, revision INTEGER NOT NULL, format INTEGER NOT NULL,"
        " event INTEGER, \"from\" INTEGER NOT NULL, \"to\" INTEGER NOT NULL, body TEXT NOT NULL, checksum INTEGER NOT NULL) STRICT;"
        "CREATE TABLE instances(id INTEGER PRIMARY KEY, workflow INTEGER NOT NULL, revision INTEGER NOT NULL, key TEXT,"
        " status INTEGER NOT NULL, position INTEGER NOT NULL, arrival INTEGER NOT NULL, last INTEGER NOT NULL, states INTEGER NOT NULL,"
        " created INTEGER NOT NULL, updated INTEGER NOT NULL, data TEXT NOT NULL, history TEXT, output TEXT, incident TEXT) STRICT;"
        "CREATE UNIQUE INDEX instances_unfinished_key ON instances(workflow, key) WHERE key IS NOT NULL AND status < 5;"
        "CREATE INDEX instances_key ON instances(key) WHERE key IS NOT NULL;"
        "PRAGMA journal_mode = WAL; PRAGMA wal_autocheckpoint = 1000;");

    head *heads = calloc(instances, sizeof *heads);
    run("BEGIN");
    sqlite3_stmt *begin = prepare("INSERT INTO instances(id, workflow, revision, status, position, arrival, last, states, created, updated, data)"
                                  " VALUES (?1, 1, 1, 1, 0, 0, 0, 1, 0, 0, '{}')");
    for (long index = 0; index < instances; index++) {
        sqlite3_bind_int64(begin, 1, index + 1);
        finish(begin);
    }
    run("COMMIT");

    char payload[121];
    memset(payload, 'x', 120);
    memcpy(payload, "{\"text\":\"", 9);
    memcpy(payload + 118, "\"}", 3);
    char body[400];
    int length = snprintf(body, sizeof body,
                          "{\"cause\":{\"outside\":\"cli\"},\"payload\":%s,\"microsteps\":[{\"taken\":[{\"row\":\"A:go[0]\"}],\"to\":\"B\"}]}", payload);

    sqlite3_stmt *open = prepare("BEGIN IMMEDIATE"), *commit = prepare("COMMIT");
    sqlite3_stmt *insert = prepare("INSERT INTO entries(instance, previous, position, kind, time, workflow, revision, format, event, \"from\","
                                   " \"to\", body, checksum) VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12, ?13)");
    sqlite3_stmt *update = prepare("UPDATE instances SET position = ?2, last = ?3, states = ?4, updated = ?5 WHERE id = ?1");

    double start = now();
    for (long done = 0; done < transitions;) {
        finish(open);
        for (long index = 0; index < group && done < transitions; index++, done++) {
            long instance = done % instances;
            head *head = &heads[instance];
            sqlite3_int64 time = 1796000000000000000 + done, states = 2 + (head->position & 1);
            sqlite3_bind_int64(insert, 1, instance + 1);
            sqlite3_bind_int64(insert, 2, head->last);
            sqlite3_bind_int64(insert, 3, ++head->position);
            sqlite3_bind_int64(insert, 4, 2);
            sqlite3_bind_int64(insert, 5, time);
            sqlite3_bind_int64(insert, 6, 1);
            sqlite3_bind_int64(insert, 7, 1);
            sqlite3_bind_int64(insert, 8, 1);
            sqlite3_bind_int64(insert, 9, 4);
            sqlite3_bind_int64(insert, 10, 5 - states);
            sqlite3_bind_int64(insert, 11, states);
            sqlite3_bind_text(insert, 12, body, length, SQLITE_STATIC);
            sqlite3_bind_int64(insert, 13, (sqlite3_int64)(0x9E3779B97F4A7C15u * (uint64_t)(done + 1)));
            finish(insert);
            head->last = sqlite3_last_insert_rowid(db);
            sqlite3_bind_int64(update, 1, instance + 1);
            sqlite3_bind_int64(update, 2, head->position);
            sqlite3_bind_int64(update, 3, head->last);
            sqlite3_bind_int64(update, 4, states);
            sqlite3_bind_int64(update, 5, time);
            finish(update);
        }
        finish(commit);
    }
    double seconds = now() - start;

    sqlite3_finalize(begin);
    sqlite3_finalize(open);
    sqlite3_finalize(commit);
    sqlite3_finalize(insert);
    sqlite3_finalize(update);
    run("PRAGMA wal_checkpoint(TRUNCATE)");
    check(sqlite3_close(db), SQLITE_OK);
    struct stat status;
    if (stat(file, &status) != 0) return 1;
    printf("{\"transitions\":%ld,\"instances\":%ld,\"perCommit\":%ld,\"seconds\":%.3f,\"perSecond\":%.0f,\"bytesEach\":%.1f}\n", transitions,
           instances, group, seconds, transitions / seconds, (double)status.st_size / transitions);
    free(heads);
    return 0;
}
