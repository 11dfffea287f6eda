/* After swiftpager_subscription_close() has returned, no call of the callback starts, whichever thread dispatches. */
#include "harness.h"
#include "pagers.h"
#include "servers.h"

#include <pthread.h>
#include <sched.h>
#include <stdatomic.h>

#define THREADS 3
#define MOST_ROUNDS 20000

struct ticket {
    atomic_bool is_cancelled;
    atomic_bool was_late;
};

static atomic_bool is_over;
static atomic_int late_calls, calls;
static struct ticket tickets[MOST_ROUNDS];

static void take(void *user_data, const swiftpager_update *update)
{
    struct ticket *ticket = user_data;
    (void)update;
    if (atomic_load(&ticket->is_cancelled)) atomic_fetch_add(&late_calls, 1);
    atomic_fetch_add(&calls, 1);
}

static void *dispatch(void *client)
{
    while (!atomic_load(&is_over)) {
        swiftpager_status status = swiftpager_client_dispatch(client, 5, 0, NULL);
        if (status != SWIFTPAGER_OK) break;
    }
    return NULL;
}

TEST(no_call_starts_after_its_subscription_was_cancelled)
{
    pthread_t threads[THREADS];
    swiftpager_client *client = NULL;
    swiftpager_pager *pager = make_trouble_pager("/good", NULL, &client);
    CHECK_RUN(swiftpager_pager_fetch, pager, NULL, SWIFTPAGER_OK);
    for (int index = 0; index < THREADS; index++) {
        REQUIRE(pthread_create(&threads[index], NULL, dispatch, client) == 0);
    }
    const int rounds = round_count(1500, MOST_ROUNDS);
    for (int round = 0; round < rounds; round++) {
        swiftpager_subscription *subscription = NULL;
        struct ticket *ticket = &tickets[round];
        /* The page that is held is replayed: a call waits at once. */
        REQUIRE_OK(swiftpager_pager_subscribe(pager, take, ticket, NULL, &subscription));
        /* Sooner and later, so that some calls are prevented, some have returned, and some are just about to begin. */
        for (int turn = round % 16; turn > 0; turn--) sched_yield();
        CHECK_OK(swiftpager_subscription_close(subscription));
        CHECK_OK(swiftpager_subscription_release(subscription));
        atomic_store(&ticket->is_cancelled, true);
    }
    atomic_store(&is_over, true);
    for (int index = 0; index < THREADS; index++) pthread_join(threads[index], NULL);
    CHECK_INTEGER(atomic_load(&late_calls), 0);
    /* Some calls were not prevented, so the others were close to being late. */
    CHECK(atomic_load(&calls) > 0);
    CHECK_OK(swiftpager_pager_release(pager));
    CHECK_OK(swiftpager_client_release(client));
}

struct inside {
    swiftpager_subscription *subscription;
    int calls;
};

static void cancel_inside(void *user_data, const swiftpager_update *update)
{
    struct inside *inside = user_data;
    inside->calls++;
    CHECK_OK(swiftpager_subscription_close(inside->subscription));
    CHECK_OK(swiftpager_subscription_release(inside->subscription));
    CHECK_OK(swiftpager_update_status(update));
}

TEST(a_callback_that_cancels_itself_does_not_wait_for_itself)
{
    struct inside inside = {0};
    swiftpager_client *client = NULL;
    swiftpager_pager *pager = make_trouble_pager("/good", NULL, &client);
    REQUIRE_OK(swiftpager_pager_subscribe(pager, cancel_inside, &inside, NULL, &inside.subscription));
    CHECK_RUN(swiftpager_pager_load_all, pager, NULL, SWIFTPAGER_OK);
    CHECK_INTEGER(inside.calls, 1);
    CHECK_OK(swiftpager_pager_release(pager));
    CHECK_OK(swiftpager_client_release(client));
}
