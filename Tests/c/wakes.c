/* swiftpager_client_wake: ends all waits under way on a client, or else the next one. */
#include "harness.h"
#include "pagers.h"
#include "servers.h"

#include <pthread.h>

static swiftpager_operation *waited, *pulled;
static swiftpager_subscription *subscription;

static void *wait_for_operation(void *client)
{
    char *error = NULL;
    (void)client;
    CHECK_STATUS(swiftpager_operation_wait(waited, -1, &error), SWIFTPAGER_INTERRUPTED);
    CHECK_JSON(error, "/code", "\"INTERRUPTED\"");
    swiftpager_free(error);
    return NULL;
}

static void *pull_operation(void *client)
{
    swiftpager_update *update = NULL;
    char *error = NULL;
    (void)client;
    CHECK_STATUS(swiftpager_operation_next(pulled, -1, &update, &error), SWIFTPAGER_INTERRUPTED);
    CHECK(error == NULL && update == NULL);
    return NULL;
}

static void *pull_subscription(void *client)
{
    swiftpager_update *update = NULL;
    (void)client;
    CHECK_STATUS(swiftpager_subscription_next(subscription, -1, &update), SWIFTPAGER_INTERRUPTED);
    return NULL;
}

static void *dispatch(void *client)
{
    uint32_t count = 7;
    CHECK_OK(swiftpager_client_dispatch(client, -1, 0, &count));
    CHECK_INTEGER(count, 0);
    return NULL;
}

static void *(*const waits[])(void *) = {wait_for_operation, pull_operation, pull_subscription, dispatch};

static void with_all_waits(void (*check)(swiftpager_client *client))
{
    swiftpager_client *client = NULL;
    swiftpager_pager *pager = make_trouble_pager("/stall", "bad=1", &client);
    swiftpager_pager *other = make_pager(client, ITEMS_QUERY, "");
    waited = start(swiftpager_pager_fetch, pager, NULL);
    pulled = start(swiftpager_pager_fetch, other, "{\"pull\": true}");
    REQUIRE_OK(swiftpager_pager_subscribe(pager, NULL, NULL, NULL, &subscription));
    check(client);
    CHECK_OK(swiftpager_subscription_release(subscription));
    CHECK_OK(swiftpager_operation_release(waited));
    CHECK_OK(swiftpager_operation_release(pulled));
    CHECK_OK(swiftpager_pager_release(pager));
    CHECK_OK(swiftpager_pager_release(other));
    CHECK_OK(swiftpager_client_release(client));
}

static void wake_all(swiftpager_client *client)
{
    pthread_t threads[COUNT_OF(waits)];
    for (size_t index = 0; index < COUNT_OF(waits); index++) {
        REQUIRE_INTEGER(pthread_create(&threads[index], NULL, waits[index], client), 0);
    }
    wait_a_moment();
    CHECK_OK(swiftpager_client_wake(client));
    /* Where a thread began to wait late, the others had the first one. */
    for (size_t index = 0; index < COUNT_OF(waits); index++) pthread_join(threads[index], NULL);
}

TEST(a_wake_ends_every_wait_under_way)
{
    with_all_waits(wake_all);
}

static void wake_before(swiftpager_client *client)
{
    for (size_t index = 0; index < COUNT_OF(waits); index++) {
        swiftpager_update *update = NULL;
        CHECK_OK(swiftpager_client_wake(client));
        /* A call that does not wait takes no notice. */
        CHECK_STATUS(swiftpager_subscription_next(subscription, 0, &update), SWIFTPAGER_TIMEOUT);
        waits[index](client);
        CHECK_STATUS(swiftpager_subscription_next(subscription, 20, &update), SWIFTPAGER_TIMEOUT);
    }
}

TEST(a_wake_that_comes_early_ends_the_next_wait_of_any_kind_and_no_other)
{
    with_all_waits(wake_before);
}

static void wake_in_completion(void *client, swiftpager_status status, const char *error)
{
    (void)error;
    CHECK_STATUS(status, SWIFTPAGER_CANCELLED);
    CHECK_OK(swiftpager_client_wake(client));
}

TEST(a_wake_inside_a_callback_ends_the_wait_that_runs_it)
{
    swiftpager_client *client = NULL;
    swiftpager_operation *cancelled = NULL;
    swiftpager_pager *pager = make_trouble_pager("/stall", "bad=1", &client);
    swiftpager_pager *other = make_pager(client, ITEMS_QUERY, "");
    swiftpager_operation *fetch = start(swiftpager_pager_fetch, pager, NULL);
    REQUIRE_OK(swiftpager_pager_fetch(other, NULL, wake_in_completion, client, NULL, &cancelled, NULL));
    CHECK_OK(swiftpager_operation_close(cancelled));
    CHECK_STATUS(swiftpager_operation_wait(fetch, -1, NULL), SWIFTPAGER_INTERRUPTED);
    CHECK_STATUS(swiftpager_operation_wait(fetch, 20, NULL), SWIFTPAGER_TIMEOUT);
    CHECK_OK(swiftpager_operation_release(cancelled));
    CHECK_OK(swiftpager_operation_release(fetch));
    CHECK_OK(swiftpager_pager_release(pager));
    CHECK_OK(swiftpager_pager_release(other));
    CHECK_OK(swiftpager_client_release(client));
}
