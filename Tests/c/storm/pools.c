/* The pools: a few places for each kind of handle, under one lock. */
#include "pools.h"

#include "harness.h"

#include <pthread.h>

#define MOST_HANDLES 12
#define MOST_STALE 8

struct pool {
    void *handles[MOST_HANDLES];
    size_t count;
    void *stale[MOST_STALE];
    size_t stale_count, next_stale;
    /* Which handle has to go when there is no room. */
    size_t next_to_go;
};

static struct pool pools[HANDLE_KINDS];
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

/* A client has threads and connections. */
static size_t room_for(enum handle_kind kind)
{
    return kind == CLIENTS ? 4 : MOST_HANDLES;
}

void lock_pools(void)
{
    pthread_mutex_lock(&lock);
}

void unlock_pools(void)
{
    pthread_mutex_unlock(&lock);
}

/* Outside of the lock, because a release may call back. */
static void give_back_for_good(enum handle_kind kind, void *handle)
{
    swiftpager_status status = release_handle(kind, handle);
    if (status != SWIFTPAGER_OK && status != SWIFTPAGER_FORKED) {
        report_failure(__FILE__, __LINE__, "a handle of kind %d could not be given back: %s", (int)kind,
                       swiftpager_status_name(status));
    }
    note_stale(kind, handle);
}

void add_to_pool(enum handle_kind kind, void *handle)
{
    struct pool *pool = &pools[kind];
    void *old = NULL;
    lock_pools();
    if (pool->count < room_for(kind)) {
        pool->handles[pool->count++] = handle;
    } else {
        size_t place = pool->next_to_go++ % pool->count;
        old = pool->handles[place];
        pool->handles[place] = handle;
    }
    unlock_pools();
    if (old != NULL) give_back_for_good(kind, old);
}

void *look_in_pool(enum handle_kind kind, struct dice *dice)
{
    struct pool *pool = &pools[kind];
    lock_pools();
    void *handle = pool->count == 0 ? NULL : pool->handles[roll(dice, (uint32_t)pool->count)];
    unlock_pools();
    return handle;
}

static void *take_place(struct pool *pool, size_t place)
{
    void *handle = pool->handles[place];
    pool->handles[place] = pool->handles[--pool->count];
    return handle;
}

void *take_from_pool(enum handle_kind kind, struct dice *dice)
{
    struct pool *pool = &pools[kind];
    lock_pools();
    void *handle = pool->count == 0 ? NULL : take_place(pool, roll(dice, (uint32_t)pool->count));
    unlock_pools();
    return handle;
}

bool take_this_from_pool(enum handle_kind kind, void *handle)
{
    struct pool *pool = &pools[kind];
    bool found = false;
    lock_pools();
    for (size_t place = 0; place < pool->count && !found; place++) {
        if (pool->handles[place] != handle) continue;
        take_place(pool, place);
        found = true;
    }
    unlock_pools();
    return found;
}

size_t pool_count(enum handle_kind kind)
{
    lock_pools();
    size_t count = pools[kind].count;
    unlock_pools();
    return count;
}

void *stale_handle(enum handle_kind kind, struct dice *dice)
{
    struct pool *pool = &pools[kind];
    lock_pools();
    void *handle = pool->stale_count == 0 ? NULL : pool->stale[roll(dice, (uint32_t)pool->stale_count)];
    unlock_pools();
    return handle;
}

/* Whether another owner has a reference: a release of such a handle would take that one. */
static bool is_alive(enum handle_kind kind, void *handle)
{
    if (kind == UPDATES && swiftpager_update_retain(handle) == SWIFTPAGER_OK) {
        swiftpager_update_release(handle);
        return true;
    }
    if (kind == PAGES && swiftpager_page_retain(handle) == SWIFTPAGER_OK) {
        swiftpager_page_release(handle);
        return true;
    }
    return false;
}

void note_stale(enum handle_kind kind, void *handle)
{
    if (is_alive(kind, handle)) return;
    struct pool *pool = &pools[kind];
    lock_pools();
    pool->stale[pool->next_stale++ % MOST_STALE] = handle;
    if (pool->stale_count < MOST_STALE) pool->stale_count++;
    unlock_pools();
}

bool empty_pools(void)
{
    /* What depends on others comes before them, and what has to be answered last: a client's end cancels requests. */
    static const enum handle_kind order[] = {PAGES, UPDATES, TABLES, SUBSCRIPTIONS, OPERATIONS, PAGERS, CLIENTS,
                                             REQUESTS, AUTHORIZATIONS};
    struct dice dice = make_dice(0, 0);
    bool had_any = false;
    for (size_t index = 0; index < COUNT_OF(order); index++) {
        for (void *handle; (handle = take_from_pool(order[index], &dice)) != NULL;) {
            if (order[index] == CLIENTS) swiftpager_client_close(handle, 10000);
            give_back_for_good(order[index], handle);
            had_any = true;
        }
    }
    return had_any;
}
