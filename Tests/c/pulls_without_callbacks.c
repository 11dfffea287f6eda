/* The option "callbacks": false of a pull: it runs no function of the host, and waits until another call runs them. */
#include "harness.h"
#include "hosts.h"
#include "pagers.h"
#include "pulled.h"
#include "recorder.h"
#include "servers.h"

#include <swiftpager_arrow.h>
#include <poll.h>
#include <pthread.h>

#define WITHOUT "{\"pull\": true, \"callbacks\": false}"

static bool is_readable(int fd)
{
    struct pollfd poll_fd = {.fd = fd, .events = POLLIN};
    return poll(&poll_fd, 1, 0) == 1;
}

/* A host's pages have two items. */
static void expect_host_page(swiftpager_operation *operation)
{
    swiftpager_update *update = NULL;
    REQUIRE_OK(swiftpager_operation_next(operation, -1, &update, NULL));
    REQUIRE(update != NULL);
    CHECK_INTEGER(swiftpager_page_item_count(swiftpager_update_page(update, NULL)), 2);
    CHECK_OK(swiftpager_update_release(update));
}

TEST(a_pull_without_callbacks_leaves_updates_completions_and_destroys_to_a_dispatch)
{
    struct recorder recorder = {0};
    swiftpager_client *client = NULL;
    swiftpager_update *update = NULL;
    swiftpager_pager *pager = make_trouble_pager("/good", "pages=1", &client);
    swiftpager_operation *before = start(swiftpager_pager_fetch, pager, NULL);
    subscribe_recorder(&recorder, pager);
    REQUIRE_OK(swiftpager_pager_fetch(pager, NULL, record_completion, &recorder, record_destroy, NULL, NULL));
    swiftpager_operation *fetch = start(swiftpager_pager_fetch, pager, WITHOUT);
    expect_page(fetch, 1);
    expect_end(fetch, SWIFTPAGER_OK);
    CHECK_STATUS(swiftpager_operation_next(fetch, 0, &update, NULL), SWIFTPAGER_OK);
    CHECK_TEXT(recorder.history, "");
    (void)dispatch_waiting(client);
    CHECK_STATUS(recorder.status, SWIFTPAGER_CANCELLED);
    CHECK_INTEGER(recorder.update_count, 1);
    CHECK_INTEGER(recorder.completion_count, 1);
    CHECK_INTEGER(recorder.destroy_count, 1);
    forget_updates(&recorder);
    CHECK_OK(swiftpager_operation_release(before));
    release_pulled(fetch, pager, client);
}

TEST(a_host_is_not_called_by_a_pull_without_callbacks)
{
    struct host host = {.keeps = true};
    swiftpager_update *update = NULL;
    int fd = -1;
    swiftpager_client *client = make_host_client(&host, "");
    swiftpager_pager *pager = make_pager(client, ITEMS_QUERY, "");
    swiftpager_operation *fetch = start(swiftpager_pager_fetch, pager, WITHOUT);
    REQUIRE_OK(swiftpager_operation_fd(fetch, &fd));
    CHECK(!is_readable(fd));
    CHECK_STATUS(swiftpager_operation_next(fetch, 0, &update, NULL), SWIFTPAGER_TIMEOUT);
    CHECK_STATUS(swiftpager_operation_next(fetch, 20, &update, NULL), SWIFTPAGER_TIMEOUT);
    CHECK_TEXT(host.history, "");
    CHECK_INTEGER(dispatch_waiting(client), 1);
    CHECK_TEXT(host.history, "S");
    CHECK(!is_readable(fd));
    CHECK_OK(host_answer(host.requests[0]));
    CHECK(is_readable(fd));
    expect_host_page(fetch);
    CHECK(is_readable(fd));
    expect_end(fetch, SWIFTPAGER_OK);
    release_pulled(fetch, pager, client);
}

TEST(a_stream_of_arrow_over_such_a_pull_calls_no_host_either)
{
    struct host host = {.keeps = true};
    struct ArrowArrayStream stream;
    swiftpager_client *client = make_host_client(&host, "");
    swiftpager_pager *pager = make_pager(client, ITEMS_QUERY, "");
    swiftpager_operation *fetch = start(swiftpager_pager_fetch, pager, WITHOUT);
    REQUIRE_OK(swiftpager_operation_arrow(fetch, NULL, false, &stream, NULL));
    CHECK_STATUS(swiftpager_operation_arrow_wait(fetch, 20, NULL), SWIFTPAGER_TIMEOUT);
    CHECK_TEXT(host.history, "");
    CHECK_INTEGER(dispatch_waiting(client), 1);
    CHECK_OK(host_answer(host.requests[0]));
    CHECK_OK(swiftpager_operation_arrow_wait(fetch, -1, NULL));
    CHECK_TEXT(host.history, "S");
    stream.release(&stream);
    release_pulled(fetch, pager, client);
}

struct calls {
    pthread_t thread;
    int transforms;
    bool were_all_there;
};

static swiftpager_status transform(void *user_data, const char *page_json, size_t length, char **out_json)
{
    (void)out_json;
    struct calls *calls = user_data;
    (void)page_json, (void)length;
    calls->transforms++;
    if (pthread_equal(calls->thread, pthread_self()) == 0) calls->were_all_there = false;
    return SWIFTPAGER_OK;
}

static void *dispatch_to_the_end(void *client)
{
    while (swiftpager_client_dispatch(client, -1, 0, NULL) == SWIFTPAGER_OK) continue;
    return NULL;
}

TEST(a_dispatch_on_another_thread_feeds_a_pull_without_callbacks)
{
    struct host host = {0};
    struct calls calls = {.were_all_there = true};
    const swiftpager_pager_hooks hooks = {
        .struct_size = sizeof hooks, .user_data = &calls, .transform = transform};
    swiftpager_pager *pager = NULL;
    swiftpager_client *client = make_host_client(&host, "");
    REQUIRE_OK(swiftpager_pager_create(client, ITEMS_QUERY, NULL, &hooks, &pager, NULL));
    REQUIRE_INTEGER(pthread_create(&calls.thread, NULL, dispatch_to_the_end, client), 0);
    swiftpager_operation *walk = start_walk(pager, "{\"callbacks\": false}");
    for (int page = 1; page <= HOST_PAGES; page++) expect_host_page(walk);
    expect_end(walk, SWIFTPAGER_OK);
    CHECK_OK(swiftpager_client_close(client, 1000));
    pthread_join(calls.thread, NULL);
    CHECK_INTEGER(calls.transforms, HOST_PAGES);
    CHECK(calls.were_all_there);
    release_pulled(walk, pager, client);
}

TEST(a_client_that_is_closed_ends_a_pull_without_callbacks_which_runs_no_destroy_function)
{
    struct recorder recorder = {0};
    swiftpager_client *client = NULL;
    swiftpager_update *update = NULL;
    swiftpager_pager *pager = make_trouble_pager("/stall", "bad=1", &client);
    swiftpager_operation *fetch = start(swiftpager_pager_fetch, pager, WITHOUT);
    REQUIRE_OK(swiftpager_pager_subscribe(pager, record_update, &recorder, record_destroy, NULL));
    CHECK_OK(swiftpager_client_close(client, 0));
    CHECK_TEXT(recorder.history, "D");
    CHECK_STATUS(swiftpager_operation_next(fetch, -1, &update, NULL), SWIFTPAGER_CANCELLED);
    release_pulled(fetch, pager, client);
}
