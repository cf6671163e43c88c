// The system's SQLite, with plain functions for what Swift cannot import: macros and variadic calls.
#ifndef PAWL_CSQLITE_SHIM_H
#define PAWL_CSQLITE_SHIM_H

#include <sqlite3.h>

/// SQLITE_TRANSIENT is a macro with a cast, which Swift does not import.
static inline sqlite3_destructor_type pawl_sqlite_transient(void) { return SQLITE_TRANSIENT; }

/// `sqlite3_db_config` is variadic; this form sets one boolean option.
static inline int pawl_sqlite_db_config_flag(sqlite3 *db, int option, int value) {
    return sqlite3_db_config(db, option, value, (int *)0);
}

#endif
