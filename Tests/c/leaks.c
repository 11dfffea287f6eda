/* What pagers, subscriptions, operations and updates leave behind in one client: nothing.
 * SWIFTPAGER_LONG=1 counts higher. */
#define _GNU_SOURCE /* mallinfo2 */
#include "harness.h"
#include "pagers.h"
#include "recorder.h"
#include "servers.h"

#include <malloc.h>

/* Less than what one small object a round would take. */
#define ALLOWED_BYTES_A_ROUND 8

static void check_no_growth(void (*round)(swiftpager_client *client), swiftpager_client *client)
{
    const int rounds = round_count(2000, 20000);
    /* Tables and caches find their size. */
    for (int number = 0; number < rounds / 4; number++) round(client);
    dispatch_waiting(client);
    size_t before = mallinfo2().uordblks;
    for (int number = 0; number < rounds && failed_check_count() == 0; number++) round(client);
    dispatch_waiting(client);
    size_t after = mallinfo2().uordblks;
    if (after > before + (size_t)rounds * ALLOWED_BYTES_A_ROUND) {
        report_failure(__FILE__, __LINE__, "%d rounds left %zu bytes behind", rounds, after - before);
    }
    CHECK_OK(swiftpager_client_release(client));
}

static void use_pager(swiftpager_client *client)
{
    swiftpager_pager *pager = make_pager(client, ITEMS_QUERY, "");
    CHECK_OK(swiftpager_pager_reset(pager));
    CHECK_STATE(pager, "/pages_held", "0");
    CHECK_OK(swiftpager_pager_release(pager));
}

TEST(pagers_leave_nothing_behind)
{
    check_no_growth(use_pager, make_client(dead_url()));
}

static swiftpager_pager *lasting_pager;

static void ignore_update(void *user_data, const swiftpager_update *update)
{
    (void)user_data, (void)update;
}

static void ignore_destroy(void *user_data)
{
    (void)user_data;
}

/* One with a callback and one that is pulled, of a pager that stays and has a page. */
static void use_subscriptions(swiftpager_client *client)
{
    swiftpager_subscription *called = NULL, *pulled = NULL;
    swiftpager_update *update = NULL;
    REQUIRE_OK(swiftpager_pager_subscribe(lasting_pager, ignore_update, NULL, ignore_destroy, &called));
    REQUIRE_OK(swiftpager_pager_subscribe(lasting_pager, NULL, NULL, ignore_destroy, &pulled));
    CHECK_OK(swiftpager_subscription_next(pulled, 0, &update));
    CHECK(swiftpager_update_page(update, NULL) != NULL);
    CHECK(swiftpager_update_output(update, NULL) != NULL);
    CHECK_OK(swiftpager_update_release(update));
    /* Pulling has run the callback. */
    CHECK_INTEGER(dispatch_waiting(client), 0);
    CHECK_OK(swiftpager_subscription_close(called));
    CHECK_OK(swiftpager_subscription_release(called));
    CHECK_OK(swiftpager_subscription_close(pulled));
    CHECK_OK(swiftpager_subscription_release(pulled));
    dispatch_waiting(client);
}

TEST(subscriptions_and_updates_leave_nothing_behind)
{
    swiftpager_client *client = NULL;
    lasting_pager = make_trouble_pager("/good", NULL, &client);
    CHECK_RUN(swiftpager_pager_fetch, lasting_pager, NULL, SWIFTPAGER_OK);
    check_no_growth(use_subscriptions, client);
    CHECK_OK(swiftpager_pager_release(lasting_pager));
}

static void use_operations(swiftpager_client *client)
{
    swiftpager_operation *operation = NULL;
    (void)client;
    REQUIRE_OK(swiftpager_pager_load_all(lasting_pager, GO_ON, NULL, NULL, ignore_destroy, &operation, NULL));
    CHECK_OK(swiftpager_operation_wait(operation, -1, NULL));
    CHECK_OK(swiftpager_operation_release(operation));
    CHECK_STATUS(swiftpager_pager_load_next(lasting_pager, NULL, NULL, NULL, ignore_destroy, &operation, NULL),
                 SWIFTPAGER_PAGE_HAS_NO_MORE_CONTENT);
}

TEST(operations_leave_nothing_behind)
{
    swiftpager_client *client = NULL;
    lasting_pager = make_trouble_pager("/good", NULL, &client);
    CHECK_RUN(swiftpager_pager_load_all, lasting_pager, NULL, SWIFTPAGER_OK);
    check_no_growth(use_operations, client);
    CHECK_OK(swiftpager_pager_release(lasting_pager));
}

/* Each body is longer; what a client keeps for its next requests is less than all of them together. */
#define ABORTED_ROUNDS 200
#define ALLOWED_BYTES_A_BODY 100

static void abort_a_body(swiftpager_pager *pager)
{
    swiftpager_operation *operation = start(swiftpager_pager_fetch, pager, NULL);
    CHECK_STATUS(swiftpager_operation_wait(operation, 10, NULL), SWIFTPAGER_TIMEOUT);
    CHECK_OK(swiftpager_operation_close(operation));
    CHECK_STATUS(swiftpager_operation_wait(operation, -1, NULL), SWIFTPAGER_CANCELLED);
    CHECK_OK(swiftpager_operation_release(operation));
}

TEST(bodies_that_are_aborted_leave_nothing_behind)
{
    swiftpager_client *client = NULL;
    swiftpager_pager *pager = make_trouble_pager("/stall", "bad=1", &client);
    for (int round = 0; round < ABORTED_ROUNDS / 4; round++) abort_a_body(pager);
    size_t before = mallinfo2().uordblks;
    for (int round = 0; round < ABORTED_ROUNDS; round++) abort_a_body(pager);
    size_t after = mallinfo2().uordblks;
    if (after > before + ABORTED_ROUNDS * ALLOWED_BYTES_A_BODY) {
        report_failure(__FILE__, __LINE__, "%d aborted bodies left %zu bytes behind", ABORTED_ROUNDS, after - before);
    }
    CHECK_OK(swiftpager_pager_release(pager));
    CHECK_OK(swiftpager_client_release(client));
}
