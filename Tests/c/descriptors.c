/* The descriptors of operations and subscriptions: readable exactly while asking without waiting does something. */
#include "harness.h"
#include "hosts.h"
#include "pagers.h"
#include "recorder.h"
#include "servers.h"

#include <fcntl.h>
#include <poll.h>

#define PULL "{\"pull\": true}"

static bool is_readable(int fd, int timeout_ms)
{
    struct pollfd poll_fd = {.fd = fd, .events = POLLIN};
    return poll(&poll_fd, 1, timeout_ms) == 1 && (poll_fd.revents & POLLIN) != 0;
}

static bool is_open(int fd)
{
    return fcntl(fd, F_GETFD) != -1;
}

TEST(a_pulled_operation_is_readable_while_there_is_something_to_take)
{
    swiftpager_client *client = NULL;
    swiftpager_update *update = NULL;
    int fd = -1, again = -1;
    swiftpager_pager *pager = make_trouble_pager("/gated", "pages=2", &client);
    swiftpager_operation *walk = start_walk(pager, NULL);
    REQUIRE_OK(swiftpager_operation_fd(walk, &fd));
    CHECK_OK(swiftpager_operation_fd(walk, &again));
    CHECK_INTEGER(again, fd);
    CHECK(!is_readable(fd, 0));
    CHECK_OK(swiftpager_client_wake(client));
    CHECK(!is_readable(fd, 0));
    open_gate();
    for (int page = 1; page <= 2; page++) {
        CHECK(is_readable(fd, -1));
        REQUIRE_OK(swiftpager_operation_next(walk, 0, &update, NULL));
        CHECK_PAGE(swiftpager_update_page(update, NULL), page);
        CHECK_OK(swiftpager_update_release(update));
    }
    /* The end stays to be taken. */
    for (int round = 0; round < 2; round++) {
        CHECK(is_readable(fd, -1));
        CHECK_OK(swiftpager_operation_next(walk, 0, &update, NULL));
        CHECK(update == NULL);
    }
    CHECK_OK(swiftpager_operation_release(walk));
    CHECK(!is_open(fd));
    CHECK_OK(swiftpager_pager_release(pager));
    CHECK_OK(swiftpager_client_release(client));
}

TEST(a_callback_of_the_pager_makes_the_descriptors_readable_and_one_of_another_does_not)
{
    struct recorder recorder = {0};
    swiftpager_client *client = NULL;
    swiftpager_subscription *pulled = NULL;
    swiftpager_operation *cancelled = NULL;
    swiftpager_update *update = NULL;
    int fd = -1;
    swiftpager_pager *pager = make_trouble_pager("/gated", NULL, &client);
    swiftpager_pager *other = make_pager(client, ITEMS_QUERY, "");
    REQUIRE_OK(swiftpager_pager_subscribe(pager, NULL, NULL, NULL, &pulled));
    REQUIRE_OK(swiftpager_subscription_fd(pulled, &fd));
    REQUIRE_OK(swiftpager_pager_fetch(other, NULL, record_completion, &recorder, NULL, &cancelled, NULL));
    CHECK_OK(swiftpager_operation_close(cancelled));
    CHECK_OK(swiftpager_operation_release(cancelled));
    CHECK(!is_readable(fd, 0));
    REQUIRE_OK(swiftpager_pager_fetch(pager, "{\"pull\": true}", NULL, &recorder, record_destroy, &cancelled, NULL));
    CHECK_OK(swiftpager_operation_release(cancelled));
    CHECK(is_readable(fd, 0));
    CHECK_STATUS(swiftpager_subscription_next(pulled, 0, &update), SWIFTPAGER_TIMEOUT);
    CHECK_TEXT(recorder.history, "D");
    CHECK(!is_readable(fd, 0));
    /* The end is something to take. */
    CHECK_OK(swiftpager_pager_close(pager));
    CHECK(is_readable(fd, 0));
    CHECK_STATUS(swiftpager_subscription_next(pulled, 0, &update), SWIFTPAGER_CLOSED);
    CHECK_OK(swiftpager_subscription_release(pulled));
    CHECK(!is_open(fd));
    CHECK_OK(swiftpager_pager_release(pager));
    CHECK_OK(swiftpager_pager_release(other));
    CHECK_OK(swiftpager_client_release(client));
}

TEST(the_end_of_an_operation_that_nothing_hears_of_makes_no_descriptor_of_a_pull_readable)
{
    struct recorder recorder = {0};
    swiftpager_client *client = NULL;
    swiftpager_subscription *subscription = NULL;
    swiftpager_update *update = NULL;
    int fd = -1, client_fd = -1;
    swiftpager_pager *pager = make_trouble_pager("/gated", NULL, &client);
    REQUIRE_OK(swiftpager_pager_subscribe(pager, NULL, NULL, NULL, &subscription));
    REQUIRE_OK(swiftpager_subscription_fd(subscription, &fd));
    REQUIRE_OK(swiftpager_client_fd(client, &client_fd));
    swiftpager_operation *fetch = start(swiftpager_pager_fetch, pager, NULL);
    CHECK_OK(swiftpager_operation_close(fetch));
    CHECK(!is_readable(fd, 0));
    /* The loop of a client may look at the operation then. */
    CHECK(is_readable(client_fd, 0));
    CHECK_STATUS(swiftpager_subscription_next(subscription, 0, &update), SWIFTPAGER_TIMEOUT);
    CHECK(!is_readable(client_fd, 0));
    CHECK_STATUS(swiftpager_operation_wait(fetch, 0, NULL), SWIFTPAGER_CANCELLED);
    CHECK_OK(swiftpager_operation_release(fetch));
    /* One that is heard of has a callback to run. */
    REQUIRE_OK(swiftpager_pager_fetch(pager, NULL, NULL, &recorder, record_destroy, &fetch, NULL));
    CHECK_OK(swiftpager_operation_close(fetch));
    CHECK(is_readable(fd, 0));
    CHECK_STATUS(swiftpager_subscription_next(subscription, 0, &update), SWIFTPAGER_TIMEOUT);
    CHECK(!is_readable(fd, 0));
    CHECK_TEXT(recorder.history, "D");
    CHECK_OK(swiftpager_operation_release(fetch));
    CHECK_OK(swiftpager_subscription_release(subscription));
    CHECK_OK(swiftpager_pager_release(pager));
    CHECK_OK(swiftpager_client_release(client));
}

TEST(an_operation_that_is_not_pulled_is_readable_once_it_ended)
{
    swiftpager_client *client = NULL;
    int fd = -1, late = -1;
    swiftpager_pager *pager = make_trouble_pager("/gated", NULL, &client);
    swiftpager_operation *fetch = start(swiftpager_pager_fetch, pager, NULL);
    REQUIRE_OK(swiftpager_operation_fd(fetch, &fd));
    CHECK(!is_readable(fd, 0));
    open_gate();
    CHECK(is_readable(fd, -1));
    CHECK_OK(swiftpager_operation_wait(fetch, 0, NULL));
    CHECK(is_readable(fd, 0));
    swiftpager_operation *ended = start(swiftpager_pager_load_all, pager, NULL);
    CHECK_OK(swiftpager_operation_wait(ended, -1, NULL));
    REQUIRE_OK(swiftpager_operation_fd(ended, &late));
    CHECK(is_readable(late, 0));
    CHECK_OK(swiftpager_operation_release(ended));
    CHECK_OK(swiftpager_operation_release(fetch));
    CHECK(!is_open(fd) && !is_open(late));
    CHECK_OK(swiftpager_pager_release(pager));
    CHECK_OK(swiftpager_client_release(client));
}

static int transforms;

static swiftpager_status count_transform(void *user_data, const char *page_json, size_t length, char **out_json)
{
    (void)out_json;
    (void)user_data, (void)page_json, (void)length;
    transforms++;
    return SWIFTPAGER_OK;
}

/* One pull without waiting, which is what the descriptor asks for, and which has no update to give. */
static void run_what_waits(swiftpager_operation *operation, int fd)
{
    swiftpager_update *update = NULL;
    CHECK(is_readable(fd, 0));
    CHECK_STATUS(swiftpager_operation_next(operation, 0, &update, NULL), SWIFTPAGER_TIMEOUT);
    CHECK(!is_readable(fd, 0));
}

TEST(a_function_of_the_host_makes_the_descriptor_readable_and_nothing_but_a_pull_runs_it)
{
    struct host host = {.keeps = true};
    const swiftpager_pager_hooks hooks = {.struct_size = sizeof hooks, .transform = count_transform};
    swiftpager_pager *pager = NULL;
    swiftpager_update *update = NULL;
    bool has_ended = true;
    int fd = -1;
    swiftpager_client *client = make_host_client(&host, "");
    REQUIRE_OK(swiftpager_pager_create(client, ITEMS_QUERY, NULL, &hooks, &pager, NULL));
    swiftpager_operation *fetch = start(swiftpager_pager_fetch, pager, PULL);
    REQUIRE_OK(swiftpager_operation_fd(fetch, &fd));
    CHECK_OK(swiftpager_operation_ended(fetch, &has_ended, NULL));
    CHECK(!has_ended);
    CHECK_TEXT(host.history, "");
    run_what_waits(fetch, fd);
    CHECK_TEXT(host.history, "S");
    CHECK_OK(host_answer(host.requests[0]));
    CHECK(is_readable(fd, 0));
    CHECK_OK(swiftpager_operation_ended(fetch, &has_ended, NULL));
    CHECK_INTEGER(transforms, 0);
    CHECK(!has_ended);
    CHECK_OK(swiftpager_operation_next(fetch, 0, &update, NULL));
    CHECK(update != NULL);
    CHECK_INTEGER(transforms, 1);
    CHECK_OK(swiftpager_update_release(update));
    CHECK_OK(swiftpager_operation_next(fetch, 0, &update, NULL));
    CHECK(update == NULL);
    CHECK_OK(swiftpager_operation_release(fetch));

    /* The thread that pulls from the pager next runs `cancel`. */
    fetch = start(swiftpager_pager_fetch, pager, PULL);
    CHECK_STATUS(swiftpager_operation_next(fetch, 0, &update, NULL), SWIFTPAGER_TIMEOUT);
    swiftpager_operation *later = start(swiftpager_pager_fetch, pager, PULL);
    REQUIRE_OK(swiftpager_operation_fd(later, &fd));
    CHECK_TEXT(host.history, "SS");
    CHECK(is_readable(fd, 0));
    CHECK_STATUS(swiftpager_operation_next(fetch, 0, &update, NULL), SWIFTPAGER_CANCELLED);
    CHECK_STATUS(swiftpager_operation_next(later, 0, &update, NULL), SWIFTPAGER_TIMEOUT);
    CHECK_TEXT(host.history, "SSXS");
    CHECK(!is_readable(fd, 0));
    for (int index = 1; index < 3; index++) CHECK_OK(swiftpager_request_fail(host.requests[index], NULL));
    CHECK_OK(swiftpager_operation_release(fetch));
    CHECK_OK(swiftpager_operation_release(later));
    CHECK_OK(swiftpager_pager_release(pager));
    CHECK_OK(swiftpager_client_release(client));
}

TEST(a_subscription_with_a_callback_has_no_descriptor)
{
    struct recorder recorder = {0};
    swiftpager_client *client = make_client(dead_url());
    swiftpager_pager *pager = make_pager(client, ITEMS_QUERY, "");
    swiftpager_subscription *subscription = NULL;
    int fd = 7;
    REQUIRE_OK(swiftpager_pager_subscribe(pager, record_update, &recorder, NULL, &subscription));
    CHECK_STATUS(swiftpager_subscription_fd(subscription, &fd), SWIFTPAGER_INVALID_ARGUMENT);
    CHECK_INTEGER(fd, -1);
    CHECK_OK(swiftpager_subscription_release(subscription));
    CHECK_OK(swiftpager_pager_release(pager));
    CHECK_OK(swiftpager_client_release(client));
}
