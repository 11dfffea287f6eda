/*
 * swiftpager as columns of Apache Arrow: the items of a walk as a stream, those of a page as a record batch, and tables
 * that collect the rows of pages. The rules of swiftpager.h hold for these functions, too.
 */

#ifndef SWIFTPAGER_ARROW_H
#define SWIFTPAGER_ARROW_H

#include "swiftpager.h"

#ifdef __cplusplus
extern "C" {
#endif

/* The rows of pages, collected as columns of Apache Arrow. */
typedef struct swiftpager_table swiftpager_table;

/*
 * The Arrow C data interface and stream interface, as Apache Arrow defines them: libraries of data frames and databases
 * take these structs without a copy. The receiver of such a struct calls its `release` once, from any thread, unless it
 * has moved the struct elsewhere and set the `release` of the old one to NULL.
 */
#ifndef ARROW_C_DATA_INTERFACE
#define ARROW_C_DATA_INTERFACE

#define ARROW_FLAG_DICTIONARY_ORDERED 1
#define ARROW_FLAG_NULLABLE 2
#define ARROW_FLAG_MAP_KEYS_SORTED 4

struct ArrowSchema {
    const char *format;
    const char *name;
    const char *metadata;
    int64_t flags;
    int64_t n_children;
    struct ArrowSchema **children;
    struct ArrowSchema *dictionary;
    void (*release)(struct ArrowSchema *);
    void *private_data;
};

struct ArrowArray {
    int64_t length;
    int64_t null_count;
    int64_t offset;
    int64_t n_buffers;
    int64_t n_children;
    const void **buffers;
    struct ArrowArray **children;
    struct ArrowArray *dictionary;
    void (*release)(struct ArrowArray *);
    void *private_data;
};

#endif /* ARROW_C_DATA_INTERFACE */

#ifndef ARROW_C_STREAM_INTERFACE
#define ARROW_C_STREAM_INTERFACE

struct ArrowArrayStream {
    int (*get_schema)(struct ArrowArrayStream *, struct ArrowSchema *out);
    int (*get_next)(struct ArrowArrayStream *, struct ArrowArray *out);
    const char *(*get_last_error)(struct ArrowArrayStream *);
    void (*release)(struct ArrowArrayStream *);
    void *private_data;
};

#endif /* ARROW_C_STREAM_INTERFACE */

/* --- Arrow -------------------------------------------------------------------------------------------------------- */

/*
 * The items of a pulled operation as a stream of Apache Arrow. The first record batch has 1,024 rows or more, or those
 * of one page if `columns_json` gives all types, because a reader may want a few rows only. Each further batch has up
 * to four times the rows of the one before, and then 8,192 or more; the last one may have fewer. While you work on a
 * batch after the first, the walk loads at most the pages of the next batch, and at most 100 pages. The columns are
 * those of swiftpager_table_create(). `columns_json` or the rows of the first batch fix their types. A page that does
 * not fit them fails the stream, and the error names page, item, column, type and value.
 *
 * The stream takes the operation over: you may give its handle back at once, and the release of the stream ends an
 * operation that has not ended. `get_schema` and `get_next` wait and run callbacks as swiftpager_operation_next() does,
 * without a limit; take care that no callback makes such a call. You have finished with the pages of a batch when you
 * call `get_next` again, or swiftpager_operation_arrow_finish(). With the policy "return_cache_data_and_fetch" the rows
 * are the server's.
 *
 * Functions of the stream return 0 or a number of errno.h; `get_last_error` then gives the name of a status and a
 * message, like "NETWORK: could not connect …".
 * - EINTR: swiftpager_client_wake() or a signal ended the wait. Call again to go on; no row is lost.
 * - EDEADLK: REENTRANT. The stream works again outside the callback.
 * - ECANCELED: the operation was cancelled or superseded, or its client was closed. Rows that wait are dropped.
 * - EINVAL: a page does not fit the types; also for any call in a child of fork(), which may only release the stream.
 * - ENOMEM.
 * - EIO: how the operation failed otherwise. The rows before the failure come first.
 *
 * With `fits_all_rows` the types fit all rows, and not only those of the first batch: `get_next` waits for the end of
 * the operation, and so does `get_schema` unless `columns_json` says all types. Batches have up to about a million
 * rows. If a later page widens a type, the library fills the rows before it once more from the kept bytes. If the
 * operation fails, you have finished with no page, because you did not get all rows.
 *
 * columns_json  may be NULL.
 * out           receives the stream, which is yours: call its `release`. The `release` is NULL if the function fails.
 *               Must not be NULL.
 *
 * Errors: INVALID_ARGUMENT (also for an operation that is not pulled, that has a stream already, or whose "emit" is
 * "end"), INVALID_CONFIG, INVALID_HANDLE, FORKED, NO_MEMORY.
 */
SWIFTPAGER_API swiftpager_status swiftpager_operation_arrow(swiftpager_operation *operation, const char *columns_json,
                                                            bool fits_all_rows, struct ArrowArrayStream *out,
                                                            char **error_json);

/*
 * Waits until the operation's stream can answer without waiting. It is for hosts that must handle other things, like
 * signals, while another library waits for rows of the stream. Call it on the thread that is about to call `get_next`.
 * Never call it on two threads at once, or while a function of the stream runs.
 *
 * It waits up to `timeout_ms` (0 = not at all, −1 = no limit), and runs callbacks as swiftpager_operation_next() does.
 * It also returns OK if no rows are left.
 *
 * Errors: how the operation ended: the status of the error with which `get_next` would fail. TIMEOUT and INTERRUPTED,
 * without an error object (the stream goes on); INVALID_ARGUMENT (also if the operation has no stream), INVALID_HANDLE,
 * REENTRANT, FORKED.
 */
SWIFTPAGER_API swiftpager_status swiftpager_operation_arrow_wait(swiftpager_operation *operation, int32_t timeout_ms,
                                                                 char **error_json);

/*
 * Says that you have finished with the batch that the operation's stream gave last, before you ask for the next one:
 * swiftpager_pager_resume_token() then covers that batch. Call it on the thread that uses the stream. A second call
 * does nothing.
 *
 * Errors: INVALID_ARGUMENT (the operation has no stream), INVALID_HANDLE, FORKED.
 */
SWIFTPAGER_API swiftpager_status swiftpager_operation_arrow_finish(swiftpager_operation *operation);

/*
 * The items of the page as a record batch of Apache Arrow: a struct array whose children are the columns. The rows are
 * what swiftpager_page_item() gives, in their order; a row that is null is a null in each column. See "Columns" at
 * swiftpager_table_create(), also for `columns_json`, which may be NULL. A page without items is a batch without rows.
 *
 * out_schema, out_array  receive the types and the values. Both are yours: call the `release` of each; neither depends
 *                        on the page any more. Their `release` is NULL if the function fails. Must not be NULL.
 *
 * Errors: INVALID_ARGUMENT, INVALID_CONFIG (`columns_json`), INVALID_HANDLE, FORKED, BAD_RESPONSE (a value does not fit
 * the type that `columns_json` says), NO_MEMORY.
 */
SWIFTPAGER_API swiftpager_status swiftpager_page_arrow(const swiftpager_page *page, const char *columns_json,
                                                       struct ArrowSchema *out_schema, struct ArrowArray *out_array,
                                                       char **error_json);

/* --- Table -------------------------------------------------------------------------------------------------------- */

/*
 * A table without rows: it collects the rows of pages as columns of Apache Arrow, with types that fit them all.
 *
 *     while ((status = swiftpager_operation_next(walk, -1, &update, &error)) == SWIFTPAGER_OK && update != NULL) {
 *         status = swiftpager_table_add(table, swiftpager_update_page(update, NULL), &error);
 *         swiftpager_update_release(update);
 *         …
 *     }
 *     status = swiftpager_table_take(table, &schema, &array, &error);
 *
 * # Columns
 *
 * Without `columns_json` the columns are the keys of the rows, in the order in which they appear first. Each column has
 * the narrowest type that holds every value:
 * - true and false: bool;
 * - integers: int64;
 * - integers and numbers with a fraction or an exponent: float64;
 * - strings: utf8;
 * - lists: a list of the type of their elements;
 * - objects: a struct of the types of their members;
 * - null and missing values: a null, of any type. If there is nothing else: Arrow's type null;
 * - anything else: JSON text, utf8 with {"swiftpager.type": "json"} in the field's metadata. JSON text is the type for
 *   values of several kinds; for integers beyond 2^53 among numbers with a fraction, and integers beyond int64; for
 *   objects that have a key twice, objects with a NUL in a key, and objects that have no key in any row; for values
 *   nested deeper than 32 levels; for objects with more than 1,024 different keys, and objects with which the columns
 *   of all levels would be more than 4,096. In this way no value is lost or rounded, except the digits of a fraction
 *   that no double has.
 *
 * If not all rows are objects, or if the rows are objects that become JSON text, there is one column named "value".
 *
 * `columns_json` names the columns that are wanted, in their order, each with a JSON Pointer into the row and a type.
 * Without a pointer the column is the row's member of the column's name, and without a type the library infers the
 * type:
 *
 *     {"id": {}, "price": {"pointer": "/price/amount", "type": "float64"}, "first tag": "/tags/0"}
 *
 * Types are "bool", "int64" (also 2.0), "float64", "string", "json" (the text of any value), "date" ("2026-11-22"),
 * "timestamp" (ISO 8601 with a zone, like "2026-11-22T12:25:00.5Z"; in microseconds of UTC), "timestamp_ns" (in
 * nanoseconds), "timestamp_local" and "timestamp_local_ns" (without a zone), ["string"] (a list) and {"x": "float64",
 * "y": "float64"} (those members of an object). A value of another kind is an error that names page, item, column, type
 * and value. If a pointer leads to nothing, the value is null.
 *
 * columns_json  may be NULL.
 * out           receives the table: give it back with swiftpager_table_release(). Must not be NULL.
 *
 * Errors: INVALID_ARGUMENT, INVALID_CONFIG, NO_MEMORY.
 */
SWIFTPAGER_API swiftpager_status swiftpager_table_create(const char *columns_json, swiftpager_table **out,
                                                         char **error_json);

/*
 * Appends the items of a page, all or none: if it fails, the table is as it was. If an item does not fit the types so
 * far, the library widens them. When you take the rows, it then reads those that were in the table before once more.
 * The table keeps the bytes of its pages until then, unless `columns_json` says all types.
 *
 * Errors: INVALID_HANDLE, FORKED, BAD_RESPONSE (a value does not fit its column's type, because `columns_json` says
 * that type, or because the type stays after rows were taken), NO_MEMORY (also if rows have so many different keys that
 * their columns would hold almost only nulls).
 */
SWIFTPAGER_API swiftpager_status swiftpager_table_add(swiftpager_table *table, const swiftpager_page *page,
                                                      char **error_json);

/*
 * As swiftpager_table_add(), for rows that you have as JSON: the lines of swiftpager_page_ndjson() from another
 * process, for example, with commas between them and brackets around them. The rows count as a page.
 *
 * rows_json  one JSON array; each element is a row. The library copies it. Must not be NULL.
 * length     its length in bytes.
 *
 * Errors: INVALID_ARGUMENT (also for JSON that is not an array), and those of swiftpager_table_add(); BAD_RESPONSE also
 * for a text that is not JSON.
 */
SWIFTPAGER_API swiftpager_status swiftpager_table_add_rows(swiftpager_table *table, const char *rows_json,
                                                           size_t length, char **error_json);

/*
 * Widens the types of the columns until they also hold these rows, without adding the rows. If these rows are examples
 * of an earlier table's types, this table then has that table's columns. The call has no effect if `columns_json` says
 * all types, or once rows were taken.
 *
 * rows_json, length  as for swiftpager_table_add_rows().
 *
 * Errors: those of swiftpager_table_add_rows().
 */
SWIFTPAGER_API swiftpager_status swiftpager_table_fit(swiftpager_table *table, const char *rows_json, size_t length,
                                                      char **error_json);

/*
 * Takes the oldest rows out as a record batch, as swiftpager_page_arrow() does: up to about a million of them, and none
 * (a length of 0) if no rows are left. From the first call on the types stay: all batches of a table have the same
 * types, and a page that does not fit them is refused.
 *
 * Errors: INVALID_ARGUMENT, INVALID_HANDLE, FORKED, NO_MEMORY.
 */
SWIFTPAGER_API swiftpager_status swiftpager_table_take(swiftpager_table *table, struct ArrowSchema *out_schema,
                                                       struct ArrowArray *out_array, char **error_json);

/* Gives the table back; batches that were taken stay. Errors: INVALID_HANDLE, FORKED. */
SWIFTPAGER_API swiftpager_status swiftpager_table_release(swiftpager_table *table);

#ifdef __cplusplus
}
#endif

#endif /* SWIFTPAGER_ARROW_H */
