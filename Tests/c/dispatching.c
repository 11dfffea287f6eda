/* swiftpager_client_dispatch: what it runs, how long it waits, when it ends. */
#define _GNU_SOURCE /* mallinfo2 */
#include "harness.h"
#include "pagers.h"
#include "recorder.h"
#include "servers.h"

#include <malloc.h>
#include <pthread.h>
#include <time.h>

TEST(nothing_runs_outside_a_dispatch)
{
    struct recorder recorder = {0};
    swiftpager_client *client = NULL;
    swiftpager_pager *pager = make_trouble_pager("/good", NULL, &client);
    subscribe_recorder(&recorder, pager);
    REQUIRE_OK(swiftpager_pager_fetch(pager, NULL, record_completion, &recorder, record_destroy, NULL, NULL));
    CHECK(wait_for_requests(1));
    wait_a_moment();
    CHECK_TEXT(recorder.history, "");
    CHECK_INTEGER(dispatch_waiting(client), 2);
    CHECK_TEXT(recorder.history, "UCD");
    CHECK_INTEGER(dispatch_waiting(client), 0);
    forget_updates(&recorder);
    CHECK_OK(swiftpager_pager_release(pager));
    CHECK_OK(swiftpager_client_release(client));
}

TEST(dispatch_runs_at_most_as_many_callbacks_as_it_was_told)
{
    struct recorder recorder = {0};
    swiftpager_client *client = make_client(dead_url());
    swiftpager_pager *pager = make_pager(client, ITEMS_QUERY, "");
    uint32_t count = 0;
    for (int index = 0; index < 5; index++) {
        swiftpager_operation *operation = NULL;
        REQUIRE_OK(swiftpager_pager_fetch(pager, NULL, record_completion, &recorder, NULL, &operation, NULL));
        CHECK_OK(swiftpager_operation_close(operation));
        CHECK_OK(swiftpager_operation_release(operation));
    }
    CHECK_OK(swiftpager_client_dispatch(client, -1, 1, &count));
    CHECK_INTEGER(count, 1);
    CHECK_OK(swiftpager_client_dispatch(client, -1, 3, &count));
    CHECK_INTEGER(count, 3);
    CHECK_TEXT(recorder.history, "CCCC");
    CHECK_OK(swiftpager_client_dispatch(client, -1, UINT32_MAX, &count));
    CHECK_INTEGER(count, 1);
    CHECK_OK(swiftpager_pager_release(pager));
    CHECK_OK(swiftpager_client_release(client));
}

TEST(dispatch_returns_when_the_time_is_over)
{
    swiftpager_client *client = make_client(dead_url());
    uint32_t count = 7;
    CHECK_OK(swiftpager_client_dispatch(client, 0, 0, &count));
    CHECK_INTEGER(count, 0);
    count = 7;
    CHECK_OK(swiftpager_client_dispatch(client, 30, 0, &count));
    CHECK_INTEGER(count, 0);
    CHECK_STATUS(swiftpager_client_dispatch(client, -2, 0, &count), SWIFTPAGER_INVALID_ARGUMENT);
    CHECK_STATUS(swiftpager_client_dispatch(client, INT32_MIN, 0, &count), SWIFTPAGER_INVALID_ARGUMENT);
    CHECK_OK(swiftpager_client_release(client));
}

static void *wake_later(void *client)
{
    wait_a_moment();
    CHECK_OK(swiftpager_client_wake(client));
    return NULL;
}

TEST(wake_ends_the_wait_of_a_dispatch)
{
    swiftpager_client *client = make_client(dead_url());
    uint32_t count = 7;
    pthread_t thread;
    REQUIRE_INTEGER(pthread_create(&thread, NULL, wake_later, client), 0);
    CHECK_OK(swiftpager_client_dispatch(client, -1, 0, &count));
    CHECK_INTEGER(count, 0);
    pthread_join(thread, NULL);
    /* One that comes too early is kept for the next dispatch, and for one only. */
    CHECK_OK(swiftpager_client_wake(client));
    CHECK_OK(swiftpager_client_wake(client));
    CHECK_OK(swiftpager_client_dispatch(client, -1, 0, &count));
    CHECK_INTEGER(count, 0);
    CHECK_OK(swiftpager_client_dispatch(client, 20, 0, &count));
    CHECK_OK(swiftpager_client_release(client));
}

static void *shut_down_later(void *client)
{
    wait_a_moment();
    CHECK_OK(swiftpager_client_close(client, -1));
    return NULL;
}

TEST(the_loop_of_the_header_ends_when_the_client_is_shut_down)
{
    struct recorder recorder = {0};
    swiftpager_client *client = NULL;
    swiftpager_pager *pager = make_trouble_pager("/stall", "bad=2", &client);
    pthread_t thread;
    REQUIRE_OK(swiftpager_pager_load_all(pager, NULL, record_completion, &recorder, record_destroy, NULL, NULL));
    REQUIRE_INTEGER(pthread_create(&thread, NULL, shut_down_later, client), 0);
    swiftpager_status status = SWIFTPAGER_OK;
    while ((status = swiftpager_client_dispatch(client, -1, 0, NULL)) == SWIFTPAGER_OK) continue;
    CHECK_STATUS(status, SWIFTPAGER_CLOSED);
    CHECK_TEXT(recorder.history, "CD");
    CHECK_STATUS(recorder.status, SWIFTPAGER_CANCELLED);
    pthread_join(thread, NULL);
    CHECK_STATUS(swiftpager_client_dispatch(client, -1, 0, NULL), SWIFTPAGER_CLOSED);
    CHECK_OK(swiftpager_pager_release(pager));
    CHECK_OK(swiftpager_client_release(client));
}

TEST(after_a_shutdown_calls_are_answered_with_closed)
{
    swiftpager_client *client = NULL;
    swiftpager_pager *pager = make_trouble_pager("/good", NULL, &client), *other = NULL;
    bool can_load = true;
    CHECK_STATUS(swiftpager_client_close(client, -2), SWIFTPAGER_INVALID_ARGUMENT);
    CHECK_OK(swiftpager_client_close(client, -1));
    CHECK_OK(swiftpager_client_close(client, -1));
    CHECK_OK(swiftpager_client_close(client, 0));
    CHECK_STATUS(swiftpager_pager_create(client, NULL, "{\"query\": \"" ITEMS_QUERY "\"}", NULL, &other, NULL),
                 SWIFTPAGER_CLOSED);
    CHECK_RUN(swiftpager_pager_fetch, pager, NULL, SWIFTPAGER_CLOSED);
    CHECK_RUN(swiftpager_pager_fetch, pager, REFETCH, SWIFTPAGER_CLOSED);
    CHECK_RUN(swiftpager_pager_load_next, pager, NULL, SWIFTPAGER_CLOSED);
    CHECK_RUN(swiftpager_pager_load_all, pager, NULL, SWIFTPAGER_CLOSED);
    CHECK_STATUS(swiftpager_pager_reset(pager), SWIFTPAGER_CLOSED);
    CHECK_STATUS(swiftpager_pager_subscribe(pager, record_update, NULL, NULL, NULL), SWIFTPAGER_CLOSED);
    CHECK_OK(swiftpager_pager_can_load(pager, SWIFTPAGER_KIND_NEXT, &can_load));
    CHECK_STATE(pager, "/loading", "null");
    CHECK_OK(swiftpager_client_release(client));
    CHECK_RUN(swiftpager_pager_fetch, pager, NULL, SWIFTPAGER_CLOSED);
    CHECK_STATE(pager, "/loading", "null");
    CHECK_OK(swiftpager_pager_release(pager));
}

/* Works longer on a page than the server takes for the next one, which therefore always waits. */
static void work_a_while(void *user_data, const swiftpager_update *update)
{
    int *calls = user_data;
    (void)update;
    (*calls)++;
    CHECK(wait_for_requests(*calls < 20 ? *calls + 1 : 20));
    struct timespec time = {0, 50 * 1000000};
    nanosleep(&time, NULL);
}

TEST(dispatch_leaves_what_comes_meanwhile_to_the_next_dispatch)
{
    /* Else an event loop would not get its thread back before the end of the walk. */
    int calls = 0;
    uint32_t count = 0;
    swiftpager_client *client = NULL;
    swiftpager_pager *pager = make_trouble_pager("/good", "pages=20", &client);
    REQUIRE_OK(swiftpager_pager_subscribe(pager, work_a_while, &calls, NULL, NULL));
    REQUIRE_OK(swiftpager_pager_load_all(pager, NULL, NULL, NULL, NULL, NULL, NULL));
    CHECK(wait_for_requests(2));
    CHECK_OK(swiftpager_client_dispatch(client, 0, 0, &count));
    /* The two pages that may be there before it begins. */
    CHECK(count <= 2);
    CHECK_OK(swiftpager_pager_release(pager));
    CHECK_OK(swiftpager_client_release(client));
}

TEST(waiting_again_and_again_takes_no_memory)
{
    enum { ROUNDS = 3000 };
    enum { ALLOWED_BYTES = 64 * 1024 };
    swiftpager_client *client = NULL;
    swiftpager_pager *pager = make_trouble_pager("/stall", "bad=1", &client);
    swiftpager_operation *operation = start(swiftpager_pager_fetch, pager, NULL);
    CHECK(wait_for_requests(1));
    wait_a_moment();
    CHECK_STATUS(swiftpager_operation_wait(operation, 1, NULL), SWIFTPAGER_TIMEOUT);
    CHECK_OK(swiftpager_client_dispatch(client, 1, 0, NULL));
    size_t before = mallinfo2().uordblks;
    for (int round = 0; round < ROUNDS; round++) {
        CHECK_STATUS(swiftpager_operation_wait(operation, 1, NULL), SWIFTPAGER_TIMEOUT);
    }
    size_t after = mallinfo2().uordblks;
    if (after > before + ALLOWED_BYTES) {
        report_failure(__FILE__, __LINE__, "%d waits took %zu bytes", ROUNDS, after - before);
    }
    CHECK_OK(swiftpager_operation_release(operation));
    CHECK_OK(swiftpager_pager_release(pager));
    CHECK_OK(swiftpager_client_release(client));
}
