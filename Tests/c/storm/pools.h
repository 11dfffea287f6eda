/*
 * The handles that the threads share. A handle in a pool is one reference, which the pool gives back once.
 *
 * A thread takes a handle out to give it back to the library, or while it uses what is borrowed from the handle: then
 * no other thread can end it. For everything else a thread looks at a handle that stays in the pool, and that another
 * thread may release at any moment.
 */
#ifndef POOLS_H
#define POOLS_H

#include "dice.h"

#include <stdbool.h>
#include <stddef.h>

#include <swiftpager_arrow.h>

enum handle_kind {
    CLIENTS,
    PAGERS,
    SUBSCRIPTIONS,
    OPERATIONS,
    UPDATES,
    PAGES,
    REQUESTS,
    AUTHORIZATIONS,
    TABLES,
    NO_HANDLE,
};
#define HANDLE_KINDS NO_HANDLE

/* Adds a reference. A pool that is full gives back another one in its place. */
void add_to_pool(enum handle_kind kind, void *handle);

/* A handle that stays in the pool; NULL if the pool is empty. */
void *look_in_pool(enum handle_kind kind, struct dice *dice);

/* Takes a handle out; NULL if the pool is empty. */
void *take_from_pool(enum handle_kind kind, struct dice *dice);

/* Takes this handle out. Returns whether it was there. */
bool take_this_from_pool(enum handle_kind kind, void *handle);

/* How many handles of the kind there are. */
size_t pool_count(enum handle_kind kind);

/* A handle that was released; NULL if none was. */
void *stale_handle(enum handle_kind kind, struct dice *dice);

/* Notes that a reference was given back. */
void note_stale(enum handle_kind kind, void *handle);

/* Gives everything back that the pools have. Returns whether they had anything. */
bool empty_pools(void);

/* No other thread has the lock of the pools while this thread forks. */
void lock_pools(void);
void unlock_pools(void);

/* Gives a handle back to the library: made by draw_calls.py. */
swiftpager_status release_handle(enum handle_kind kind, void *handle);

#endif
