/* Which thread runs callbacks, and several threads that dispatch or tear down at once. */
#include "harness.h"
#include "pagers.h"
#include "recorder.h"
#include "servers.h"

#include <pthread.h>
#include <stdatomic.h>

TEST(callbacks_run_on_the_thread_that_waits)
{
    struct recorder recorder = {0};
    swiftpager_client *client = make_client(shop_url());
    swiftpager_pager *pager = make_pager(client, PRODUCTS_QUERY, "");
    swiftpager_operation *operation = NULL;
    subscribe_recorder(&recorder, pager);
    REQUIRE_OK(swiftpager_pager_load_all(pager, NULL, record_completion, &recorder, record_destroy, &operation, NULL));
    CHECK_OK(swiftpager_operation_wait(operation, -1, NULL));
    CHECK_INTEGER(recorder.calls, 12);
    CHECK(pthread_equal(recorder.thread, pthread_self()));
    CHECK_INTEGER(recorder.thread_changes, 0);
    forget_updates(&recorder);
    CHECK_OK(swiftpager_operation_release(operation));
    CHECK_OK(swiftpager_pager_release(pager));
    CHECK_OK(swiftpager_client_release(client));
}

/* Callbacks of one client, counted by several threads: at most one may be inside at a time, and in order. */
struct shared {
    swiftpager_client *client;
    atomic_int inside;
    atomic_int pages;
    atomic_int is_over;
};

static void enter(void *user_data, const swiftpager_update *update)
{
    struct shared *shared = user_data;
    CHECK_INTEGER(atomic_fetch_add(&shared->inside, 1), 0);
    CHECK_INTEGER(swiftpager_update_page_count(update), atomic_fetch_add(&shared->pages, 1) + 1);
    CHECK_INTEGER(atomic_fetch_sub(&shared->inside, 1), 1);
}

static void finish(void *user_data, swiftpager_status status, const char *error)
{
    struct shared *shared = user_data;
    (void)error;
    CHECK_OK(status);
    CHECK_INTEGER(atomic_load(&shared->pages), 100);
    atomic_store(&shared->is_over, 1);
}

static void *dispatch_until_over(void *user_data)
{
    struct shared *shared = user_data;
    while (atomic_load(&shared->is_over) == 0) CHECK_OK(swiftpager_client_dispatch(shared->client, 20, 1, NULL));
    return NULL;
}

TEST(several_threads_may_dispatch_and_callbacks_run_one_at_a_time_in_order)
{
    struct shared shared = {0};
    pthread_t threads[4];
    swiftpager_pager *pager = make_trouble_pager("/good", "pages=100&size=1", &shared.client);
    REQUIRE_OK(swiftpager_pager_subscribe(pager, enter, &shared, NULL, NULL));
    REQUIRE_OK(swiftpager_pager_load_all(pager, NULL, finish, &shared, NULL, NULL, NULL));
    for (size_t index = 0; index < COUNT_OF(threads); index++) {
        REQUIRE_INTEGER(pthread_create(&threads[index], NULL, dispatch_until_over, &shared), 0);
    }
    for (size_t index = 0; index < COUNT_OF(threads); index++) pthread_join(threads[index], NULL);
    CHECK_OK(swiftpager_pager_release(pager));
    CHECK_OK(swiftpager_client_release(shared.client));
}

static void *dispatch_until_closed(void *client)
{
    swiftpager_status status;
    while ((status = swiftpager_client_dispatch(client, -1, 0, NULL)) == SWIFTPAGER_OK) continue;
    CHECK(status == SWIFTPAGER_CLOSED || status == SWIFTPAGER_INVALID_HANDLE);
    return NULL;
}

TEST(releasing_the_client_ends_every_dispatch)
{
    pthread_t threads[4];
    swiftpager_client *client = make_client(dead_url());
    for (size_t index = 0; index < COUNT_OF(threads); index++) {
        REQUIRE_INTEGER(pthread_create(&threads[index], NULL, dispatch_until_closed, client), 0);
    }
    wait_a_moment();
    CHECK_OK(swiftpager_client_release(client));
    for (size_t index = 0; index < COUNT_OF(threads); index++) pthread_join(threads[index], NULL);
}

static void *read_update(void *user_data)
{
    const swiftpager_update *update = user_data;
    for (int round = 0; round < 200; round++) {
        for (int page = 1; page <= 5; page++) CHECK_PAGE(swiftpager_update_page_at(update, (size_t)page - 1), page);
        CHECK(swiftpager_update_output(update, NULL) != NULL);
        CHECK_OK(swiftpager_update_retain(update));
        CHECK_OK(swiftpager_update_release(update));
    }
    CHECK_OK(swiftpager_update_release(update));
    return NULL;
}

TEST(several_threads_may_read_one_update)
{
    struct recorder recorder = {0};
    pthread_t threads[4];
    swiftpager_client *client = NULL;
    swiftpager_pager *pager = make_trouble_pager("/good", NULL, &client);
    subscribe_recorder(&recorder, pager);
    CHECK_RUN(swiftpager_pager_load_all, pager, NULL, SWIFTPAGER_OK);
    const swiftpager_update *update = newest_update(&recorder);
    for (size_t index = 0; index < COUNT_OF(threads); index++) {
        CHECK_OK(swiftpager_update_retain(update));
        REQUIRE_INTEGER(pthread_create(&threads[index], NULL, read_update, (void *)update), 0);
    }
    forget_updates(&recorder);
    CHECK_OK(swiftpager_pager_release(pager));
    CHECK_OK(swiftpager_client_release(client));
    for (size_t index = 0; index < COUNT_OF(threads); index++) pthread_join(threads[index], NULL);
}
