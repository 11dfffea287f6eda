/**
 * SQLite for Swift: its own header, and what Swift cannot import of its macros.
 */
#ifndef CSQLITE_SHIM_H
#define CSQLITE_SHIM_H

#include <sqlite3.h>

/** Binds text, of which SQLite takes a copy. */
static inline int csqlite_bind_text(sqlite3_stmt *statement, int index, const void *bytes, sqlite3_uint64 count)
{
    return sqlite3_bind_text64(statement, index, bytes ? bytes : "", count, SQLITE_TRANSIENT, SQLITE_UTF8);
}

/** Binds bytes, of which SQLite takes a copy. */
static inline int csqlite_bind_blob(sqlite3_stmt *statement, int index, const void *bytes, sqlite3_uint64 count)
{
    return sqlite3_bind_blob64(statement, index, bytes ? bytes : "", count, SQLITE_TRANSIENT);
}

/** Whether the last connection to a file leaves its log as it is when it closes. */
static inline int csqlite_keep_log_on_close(sqlite3 *connection, int keep)
{
    return sqlite3_db_config(connection, SQLITE_DBCONFIG_NO_CKPT_ON_CLOSE, keep, (int *)0);
}

/**
 * Has a connection run nothing that a file brings along: no trigger and no view, and no function in an index or a
 * default value. The file's tables change by statements alone. 0: this SQLite does not know how.
 */
static inline int csqlite_distrust(sqlite3 *connection)
{
    int failures = 0;
    failures += sqlite3_db_config(connection, SQLITE_DBCONFIG_ENABLE_TRIGGER, 0, (int *)0) != SQLITE_OK;
    failures += sqlite3_db_config(connection, SQLITE_DBCONFIG_ENABLE_VIEW, 0, (int *)0) != SQLITE_OK;
    failures += sqlite3_db_config(connection, SQLITE_DBCONFIG_TRUSTED_SCHEMA, 0, (int *)0) != SQLITE_OK;
    failures += sqlite3_db_config(connection, SQLITE_DBCONFIG_DEFENSIVE, 1, (int *)0) != SQLITE_OK;
    return failures == 0;
}

#endif
