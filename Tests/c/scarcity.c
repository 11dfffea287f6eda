/* A system that has no thread left: the true reason is told, and the next call tries again. */
#define _GNU_SOURCE /* RTLD_NEXT */
#include "harness.h"
#include "pagers.h"
#include "servers.h"

#include <dlfcn.h>
#include <errno.h>
#include <pthread.h>
#include <stdatomic.h>

static atomic_bool has_no_threads;

/* The library calls this one, for a program's own functions come before those of its libraries. */
int pthread_create(pthread_t *thread, const pthread_attr_t *attributes, void *(*start)(void *), void *argument)
{
    typedef int (*creator)(pthread_t *, const pthread_attr_t *, void *(*)(void *), void *);
    union {
        void *found;
        creator create;
    } next = {.found = dlsym(RTLD_NEXT, "pthread_create")};
    return atomic_load(&has_no_threads) ? EAGAIN : next.create(thread, attributes, start, argument);
}

TEST(without_a_thread_the_true_reason_is_told_and_the_next_call_tries_again)
{
    swiftpager_client *client = make_client(shop_url());
    swiftpager_pager *pager = make_pager(client, PRODUCTS_QUERY, "");
    for (int round = 0; round < 3; round++) {
        char *error = NULL;
        atomic_store(&has_no_threads, true);
        CHECK_STATUS(run(swiftpager_pager_fetch, pager, NULL, &error), SWIFTPAGER_NO_MEMORY);
        atomic_store(&has_no_threads, false);
        CHECK_JSON(error, "/code", "\"NO_MEMORY\"");
        CHECK(error != NULL && strstr(error, "thread") != NULL);
        swiftpager_free(error);
    }
    CHECK_RUN(swiftpager_pager_load_all, pager, NULL, SWIFTPAGER_OK);
    CHECK_OK(swiftpager_pager_release(pager));
    CHECK_OK(swiftpager_client_release(client));
}
