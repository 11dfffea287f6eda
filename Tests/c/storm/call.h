/*
 * One call with drawn arguments: what the functions that draw_calls.py writes are made of.
 *
 * What is left out, because the header does not allow it or says nothing of what happens then:
 * - pointers to memory that is not there, and texts without their end;
 * - swiftpager_free() of other memory than that of the library, and twice;
 * - results read when another thread may have ended what they lie in;
 * - a stream of Arrow on two threads at once, and waits beside it;
 * - callbacks that are left by longjmp() or an exception: they must return. A little memory of the call is then lost;
 * - swiftpager_callback_abandon() inside a callback that returns;
 * - waits without a limit that nothing would end: only a handle that its thread has alone gets them, because the watch
 *   ends those by closing the handle.
 */
#ifndef CALL_H
#define CALL_H

#include "actors.h"
#include "pools.h"
#include "texts.h"
#include "tickets.h"

#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <swiftpager_arrow.h>

struct call;

/* A function of the library, with what the contract says of it. */
struct drawn_function {
    const char *name;
    /* Draws its arguments, calls it, and takes its results. */
    void (*draw)(struct call *call);
    /* What it makes. */
    enum handle_kind makes;
    bool waits;
    /* Whether its status may be that with which an operation ended. */
    bool returns_end_of_operation;
    bool gives_status;
    bool is_for_callbacks;
    /* What it may return; OK is the last one. */
    const swiftpager_status *statuses;
};

extern const struct drawn_function drawn_functions[];
extern const size_t drawn_function_count;

#define MOST_TEXTS_OF_A_CALL 8
#define READY_ROOM 8
/* The byte of an output that the library has not written to. */
#define UNWRITTEN 0x5a
/* Stands for the status of a function without one. */
#define NO_STATUS INT32_MIN

struct call {
    struct actor *actor;
    struct dice *dice;
    const struct drawn_function *function;
    swiftpager_status status;
    /* Memory that is freed as soon as the call has returned: the library has copied it. */
    void *memory[MOST_TEXTS_OF_A_CALL];
    size_t memory_count;
    struct ticket *tickets[2];
    size_t ticket_count;
    /* Whether the options ask for an operation that is pulled. */
    bool is_pulled;
    /* The call around it, if it is made in a callback. */
    const struct drawn_function *outer_function;
    void *outer_receiver;
    int outer_kind;
};

/* A handle in a call. */
struct held {
    void *handle;
    enum handle_kind kind;
    /* Whether it is out of its pool. */
    bool is_taken;
};

enum handle_use {
    TO_SHARE,
    /* Alone, or with others. */
    TO_BORROW,
    /* The operation of a stream, if there is one. */
    ALONE,
    /* Seldom a good one, or nothing would live for long. */
    TO_CLOSE,
    TO_CONSUME,
};

/* Draws arguments for a function and calls it. */
void make_call(struct actor *actor, const struct drawn_function *function);

/* Draws one of the functions, and calls it. */
void make_any_call(struct actor *actor);

/* How often a function was called, how often with OK (or without a status), and how often a status came back. */
long calls_of(const struct drawn_function *function);
long successes_of(const struct drawn_function *function);
long returns_of(swiftpager_status status);

/* --- What written functions call: before ------------------------------------------------------------------------- */

struct ticket *draw_ticket(struct call *call);
struct held draw_handle(struct call *call, enum handle_kind kind, enum handle_use use);
const char *draw_text(struct call *call, enum text_role role, bool is_nullable);
size_t draw_length(struct call *call, const char *text);
/* Whether a pointer for a result is NULL. */
bool leaves_out(struct call *call, bool is_nullable);
int32_t draw_timeout(struct call *call, const struct held *receiver);
int32_t draw_http_status(struct call *call);
swiftpager_status draw_status(struct call *call);
swiftpager_kind draw_direction(struct call *call);
bool draw_bool(struct call *call);
uint32_t draw_count(struct call *call);
size_t draw_index(struct call *call);
size_t draw_size(struct call *call);
size_t draw_ready_count(struct call *call);
void *draw_memory(struct call *call);
/* Memory that lasts as long as the call. */
void *memory_of(struct call *call, void *memory);

void begin_call(struct call *call, const struct held *receiver);
void end_call(struct call *call, swiftpager_status status);
/* Ends a call of a function of a stream, which is not in the table. */
void end_stream_call(struct call *call);

/* --- Functions of the host: host.c ------------------------------------------------------------------------------- */

swiftpager_completion_cb draw_completion_cb(struct call *call, struct ticket *ticket);
swiftpager_update_cb draw_update_cb(struct call *call, struct ticket *ticket);
swiftpager_event_cb draw_event_cb(struct call *call, struct ticket *ticket);
swiftpager_authorize_cb draw_authorize_cb(struct call *call, struct ticket *ticket);
swiftpager_destroy_cb draw_destroy_cb(struct call *call, struct ticket *ticket);
const swiftpager_transport *draw_transport(struct call *call);
const swiftpager_pager_hooks *draw_hooks(struct call *call);

/* --- After: results.c -------------------------------------------------------------------------------------------- */

void give_back(struct call *call, const struct held *held);
void end_handle(struct call *call, const struct held *held);
void keep_handle(struct call *call, enum handle_kind kind, void *handle);
void keep_made(struct call *call, enum handle_kind kind, void *handle);
void keep_borrowed(struct call *call, enum handle_kind kind, const void *handle);
void take_error(struct call *call, char *error);
void take_text(struct call *call, char *text);
void take_memory(struct call *call, void *memory, size_t size);
void check_descriptor(struct call *call, int fd);
void take_schema(struct call *call, struct ArrowSchema *schema);
void take_array(struct call *call, struct ArrowArray *array);
/* Keeps the stream, with the operation that it reads. */
void take_array_stream(struct call *call, struct ArrowArrayStream *stream, void *operation);
void read_text(const char *text, const size_t *length, bool ends_with_nul, bool may_read);
void read_pairs(const uint64_t *pairs, const size_t *count, bool may_read);
/* Reads bytes, so that valgrind notices bytes that the library has not written. */
void look_at(const void *bytes, size_t count);

#endif
