/* Many of everything: objects made and released, clients on threads of their own, pulls beside dispatches. */
#include "harness.h"
#include "pagers.h"
#include "recorder.h"
#include "servers.h"

#include <pthread.h>
#include <stdatomic.h>
#include <time.h>

static void count_destroy(void *counter)
{
    atomic_fetch_add((atomic_int *)counter, 1);
}

static void ignore_update(void *user_data, const swiftpager_update *update)
{
    (void)user_data, (void)update;
}

TEST(ten_thousand_of_each_are_made_and_released_and_every_user_data_is_destroyed_once)
{
    enum { ROUNDS = 10000 };
    atomic_int destroyed = 0;
    swiftpager_client *client = make_client(dead_url());
    for (int round = 0; round < ROUNDS && failed_check_count() == 0; round++) {
        swiftpager_subscription *called = NULL, *pulled = NULL;
        swiftpager_operation *operation = NULL;
        swiftpager_pager *pager = make_pager(client, ITEMS_QUERY, "");
        REQUIRE_OK(swiftpager_pager_subscribe(pager, ignore_update, &destroyed, count_destroy, &called));
        REQUIRE_OK(swiftpager_pager_subscribe(pager, NULL, &destroyed, count_destroy, &pulled));
        REQUIRE_OK(
            swiftpager_pager_fetch(pager, "{\"pull\": true}", NULL, &destroyed, count_destroy, &operation, NULL));
        CHECK_OK(swiftpager_operation_release(operation));
        CHECK_OK(swiftpager_subscription_release(called));
        CHECK_OK(swiftpager_subscription_release(pulled));
        CHECK_OK(swiftpager_pager_release(pager));
    }
    CHECK_OK(swiftpager_client_release(client));
    CHECK_INTEGER(atomic_load(&destroyed), 3 * ROUNDS);
}

static void ignore_request(void *user_data, swiftpager_request *request)
{
    (void)user_data, (void)request;
}

/* Each with a request that waits to be sent, and that no thread dispatches. */
TEST(ten_thousand_clients_are_made_and_released_and_every_user_data_is_destroyed_once)
{
    enum { ROUNDS = 10000 };
    atomic_int destroyed = 0;
    const swiftpager_transport transport = {sizeof transport, &destroyed, ignore_request, NULL, count_destroy};
    const swiftpager_pager_hooks hooks = {
        .struct_size = sizeof hooks, .user_data = &destroyed, .destroy = count_destroy};
    for (int round = 0; round < ROUNDS && failed_check_count() == 0; round++) {
        swiftpager_client *client = NULL;
        swiftpager_pager *pager = NULL;
        REQUIRE_OK(
            swiftpager_client_create("http://example.com/graphql", NULL, &transport, &client, NULL));
        REQUIRE_OK(swiftpager_pager_create(client, ITEMS_QUERY, NULL, &hooks, &pager, NULL));
        REQUIRE_OK(swiftpager_pager_fetch(pager, NULL, NULL, &destroyed, count_destroy, NULL, NULL));
        if (round % 2 == 0) CHECK_OK(swiftpager_pager_release(pager));
        CHECK_OK(swiftpager_client_release(client));
        if (round % 2 == 1) CHECK_OK(swiftpager_pager_release(pager));
        CHECK_INTEGER(atomic_load(&destroyed), 3 * (round + 1));
    }
}

/* One client's whole life on one thread. */
static void *walk_alone(void *user_data)
{
    struct recorder recorder = {0};
    swiftpager_update *update = NULL;
    int pages = 0;
    (void)user_data;
    swiftpager_client *client = make_client(shop_url());
    swiftpager_pager *pager = make_pager(client, PRODUCTS_QUERY, "");
    subscribe_recorder(&recorder, pager);
    CHECK_RUN(swiftpager_pager_load_all, pager, NULL, SWIFTPAGER_OK);
    swiftpager_operation *walk = start_walk(pager, NULL);
    for (;; pages++) {
        REQUIRE_OK(swiftpager_operation_next(walk, -1, &update, NULL));
        if (update == NULL) break;
        CHECK_OK(swiftpager_update_release(update));
    }
    CHECK_INTEGER(pages, 10);
    CHECK_TEXT(recorder.history, "UUUUUUUUUUUUUUUUUUUU");
    CHECK_INTEGER(recorder.thread_changes, 0);
    forget_updates(&recorder);
    CHECK_OK(swiftpager_operation_release(walk));
    CHECK_OK(swiftpager_pager_release(pager));
    CHECK_OK(swiftpager_client_release(client));
    return NULL;
}

TEST(two_clients_on_two_threads_know_nothing_of_each_other)
{
    pthread_t threads[2];
    for (size_t index = 0; index < COUNT_OF(threads); index++) {
        REQUIRE_INTEGER(pthread_create(&threads[index], NULL, walk_alone, NULL), 0);
    }
    for (size_t index = 0; index < COUNT_OF(threads); index++) pthread_join(threads[index], NULL);
}

static swiftpager_client *shared_client;

/* Walks with a pager of its own, again and again; its callback runs here or where another thread dispatches. */
static void *pull_with_company(void *user_data)
{
    atomic_int *updates = user_data;
    for (int round = 0; round < 5; round++) {
        swiftpager_update *update = NULL;
        int pages = 0;
        swiftpager_pager *pager = make_pager(shared_client, ITEMS_QUERY, "");
        swiftpager_operation *walk = NULL;
        REQUIRE_OK(swiftpager_pager_subscribe(pager, ignore_update, updates, count_destroy, NULL));
        walk = start_walk(pager, NULL);
        for (;; pages++) {
            REQUIRE_OK(swiftpager_operation_next(walk, 20000, &update, NULL));
            if (update == NULL) break;
            CHECK_OK(swiftpager_update_release(update));
        }
        CHECK_INTEGER(pages, 20);
        CHECK_OK(swiftpager_operation_release(walk));
        CHECK_OK(swiftpager_pager_release(pager));
    }
    return NULL;
}

static void *dispatch_until_closed(void *client)
{
    while (swiftpager_client_dispatch(client, -1, 0, NULL) == SWIFTPAGER_OK) continue;
    return NULL;
}

TEST(six_threads_that_pull_and_two_that_dispatch_share_a_client)
{
    pthread_t pullers[6], dispatchers[2];
    atomic_int destroyed = 0;
    shared_client = make_client(trouble_url("/good", "pages=20&size=2"));
    for (size_t index = 0; index < COUNT_OF(dispatchers); index++) {
        REQUIRE_INTEGER(pthread_create(&dispatchers[index], NULL, dispatch_until_closed, shared_client), 0);
    }
    for (size_t index = 0; index < COUNT_OF(pullers); index++) {
        REQUIRE_INTEGER(pthread_create(&pullers[index], NULL, pull_with_company, &destroyed), 0);
    }
    for (size_t index = 0; index < COUNT_OF(pullers); index++) pthread_join(pullers[index], NULL);
    CHECK_OK(swiftpager_client_close(shared_client, -1));
    for (size_t index = 0; index < COUNT_OF(dispatchers); index++) pthread_join(dispatchers[index], NULL);
    CHECK_OK(swiftpager_client_release(shared_client));
    CHECK_INTEGER(atomic_load(&destroyed), 6 * 5);
}

TEST(a_shutdown_does_not_wait_for_a_server_that_never_answers)
{
    struct timespec before, after;
    swiftpager_client *client = NULL;
    swiftpager_update *update = NULL;
    swiftpager_pager *pager = make_trouble_pager("/stall", "bad=1", &client);
    swiftpager_operation *fetch = start(swiftpager_pager_fetch, pager, "{\"pull\": true}");
    CHECK(wait_for_requests(1));
    timespec_get(&before, TIME_UTC);
    CHECK_OK(swiftpager_client_close(client, 5000));
    CHECK_OK(swiftpager_client_close(client, 5000));
    timespec_get(&after, TIME_UTC);
    CHECK(after.tv_sec - before.tv_sec < 4);
    CHECK_STATUS(swiftpager_operation_next(fetch, -1, &update, NULL), SWIFTPAGER_CANCELLED);
    CHECK_OK(swiftpager_operation_release(fetch));
    CHECK_OK(swiftpager_pager_release(pager));
    CHECK_OK(swiftpager_client_release(client));
}
