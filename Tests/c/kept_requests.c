/* Requests that a host keeps to the end of its client: each is cancelled before the transport's destroy, however the
 * client ends. So a host that answers what is cancelled leaves nothing behind. */
#include "harness.h"
#include "hosts.h"
#include "pagers.h"
#include "servers.h"

#include <stdatomic.h>

#define PING "{\"query\": \"{ ping }\"}"

/* A client whose host has three requests: one of a pager, two of the client's own. */
struct scene {
    struct host host;
    swiftpager_client *client;
    swiftpager_pager *pager;
};

static void open_scene(struct scene *scene)
{
    *scene = (struct scene){.host = {.keeps = true, .answers_cancels = true}};
    scene->client = make_host_client(&scene->host, "");
    scene->pager = make_pager(scene->client, ITEMS_QUERY, "");
    REQUIRE_OK(swiftpager_pager_fetch(scene->pager, NULL, NULL, NULL, NULL, NULL, NULL));
    for (int index = 0; index < 2; index++)
        REQUIRE_OK(swiftpager_client_execute(scene->client, PING, NULL, NULL, NULL, NULL, NULL));
    CHECK_INTEGER(dispatch_waiting(scene->client), 3);
    REQUIRE_INTEGER(scene->host.request_count, 3);
}

/* The client has ended. */
static void check_end(struct scene *scene)
{
    CHECK_TEXT(scene->host.history, "SSSXXXD");
    for (int index = 0; index < scene->host.request_count; index++)
        CHECK_STATUS(swiftpager_request_fail(scene->host.requests[index], NULL), SWIFTPAGER_INVALID_HANDLE);
}

TEST(a_release_cancels_each_request_and_then_destroys_the_transport)
{
    struct scene scene;
    open_scene(&scene);
    CHECK_OK(swiftpager_pager_release(scene.pager));
    CHECK_OK(swiftpager_client_release(scene.client));
    check_end(&scene);
}

TEST(a_cancel_that_still_waits_at_the_release_is_made)
{
    struct scene scene;
    open_scene(&scene);
    CHECK_OK(swiftpager_pager_release(scene.pager));
    CHECK_OK(swiftpager_client_release(scene.client));
    check_end(&scene);

    open_scene(&scene);
    CHECK_OK(swiftpager_client_close(scene.client, -1));
    CHECK_OK(swiftpager_pager_release(scene.pager));
    CHECK_TEXT(scene.host.history, "SSS");
    CHECK_OK(swiftpager_client_release(scene.client));
    check_end(&scene);
}

TEST(the_last_handle_of_a_client_that_is_not_referenced_cancels_its_requests)
{
    struct scene scene;
    open_scene(&scene);
    CHECK_OK(swiftpager_client_release(scene.client));
    CHECK_TEXT(scene.host.history, "SSS");
    CHECK_OK(swiftpager_pager_release(scene.pager));
    check_end(&scene);
}

TEST(a_request_that_the_host_never_got_or_has_answered_is_not_cancelled_by_a_release)
{
    struct host host = {.keeps = true};
    swiftpager_client *client = make_host_client(&host, "");
    REQUIRE_OK(swiftpager_client_execute(client, PING, NULL, NULL, NULL, NULL, NULL));
    CHECK_INTEGER(dispatch_waiting(client), 1);
    REQUIRE_OK(swiftpager_client_execute(client, PING, NULL, NULL, NULL, NULL, NULL));
    CHECK_OK(swiftpager_request_fail(host.requests[0], NULL));
    CHECK_OK(swiftpager_client_release(client));
    CHECK_TEXT(host.history, "SD");
}

/* A host may also answer after everything else is gone. */
TEST(a_request_outlives_its_client)
{
    struct host host = {.keeps = true};
    swiftpager_client *client = make_host_client(&host, "");
    REQUIRE_OK(swiftpager_client_execute(client, PING, NULL, NULL, NULL, NULL, NULL));
    CHECK_INTEGER(dispatch_waiting(client), 1);
    CHECK_OK(swiftpager_client_release(client));
    CHECK_TEXT(host.history, "SXD");
    CHECK_TEXT(swiftpager_request_url(host.requests[0]), "http://example.com/graphql");
    CHECK_OK(swiftpager_request_complete(host.requests[0], 200, NULL, "{}", 2));
    CHECK_STATUS(swiftpager_request_fail(host.requests[0], NULL), SWIFTPAGER_INVALID_HANDLE);
    CHECK_TEXT(host.history, "SXD");
}

/* A host on several threads, and what was called. */
struct counts {
    swiftpager_client *client;
    atomic_int sent, cancelled, destroyed;
};

static void count_send(void *user_data, swiftpager_request *request)
{
    struct counts *counts = user_data;
    (void)request;
    atomic_fetch_add(&counts->sent, 1);
}

static void count_cancel(void *user_data, swiftpager_request *request)
{
    struct counts *counts = user_data;
    CHECK_INTEGER(atomic_load(&counts->destroyed), 0);
    CHECK_OK(swiftpager_request_fail(request, NULL));
    atomic_fetch_add(&counts->cancelled, 1);
}

static void count_destroy(void *user_data)
{
    atomic_fetch_add(&((struct counts *)user_data)->destroyed, 1);
}

TEST(a_release_cancels_the_requests_of_a_client_that_a_thread_of_the_library_serves)
{
    static struct counts counts;
    static const char THREAD[] = "{\"delivery\": \"thread\"}";
    const swiftpager_transport transport = {sizeof transport, &counts, count_send, count_cancel, count_destroy};
    for (int round = 1; round <= 20; round++) {
        swiftpager_client *client = NULL;
        REQUIRE_OK(
            swiftpager_client_create("http://example.com/", THREAD, &transport, &client, NULL));
        REQUIRE_OK(swiftpager_client_execute(client, PING, NULL, NULL, NULL, NULL, NULL));
        /* In half of the rounds the release may come before send, or while it runs. */
        while (round % 2 == 0 && atomic_load(&counts.sent) == 0) wait_a_moment();
        CHECK_OK(swiftpager_client_release(client));
        while (atomic_load(&counts.destroyed) == 0) wait_a_moment();
        CHECK_INTEGER(atomic_load(&counts.cancelled), atomic_load(&counts.sent));
        atomic_store(&counts.sent, 0);
        atomic_store(&counts.cancelled, 0);
        atomic_store(&counts.destroyed, 0);
    }
}

static void release_inside(void *user_data, swiftpager_request *request)
{
    struct counts *counts = user_data;
    count_send(user_data, request);
    CHECK_OK(swiftpager_client_release(counts->client));
    /* They follow when send has returned. */
    CHECK_INTEGER(atomic_load(&counts->cancelled) + atomic_load(&counts->destroyed), 0);
}

TEST(a_release_inside_send_cancels_the_request_that_was_just_sent)
{
    static struct counts counts;
    const swiftpager_transport transport = {sizeof transport, &counts, release_inside, count_cancel, count_destroy};
    REQUIRE_OK(swiftpager_client_create("http://example.com/", NULL, &transport, &counts.client, NULL));
    REQUIRE_OK(swiftpager_client_execute(counts.client, PING, NULL, NULL, NULL, NULL, NULL));
    CHECK_OK(swiftpager_client_dispatch(counts.client, -1, 1, NULL));
    CHECK_INTEGER(atomic_load(&counts.cancelled), 1);
    CHECK_INTEGER(atomic_load(&counts.destroyed), 1);
}
