/* Pages that no subscriber was handed are not lost to a walk that goes on, also where the pager keeps none. */
#include "harness.h"
#include "pagers.h"
#include "servers.h"

static swiftpager_subscription *pull(swiftpager_pager *pager)
{
    swiftpager_subscription *subscription = NULL;
    REQUIRE_OK(swiftpager_pager_subscribe(pager, NULL, NULL, NULL, &subscription));
    return subscription;
}

/* Pulls an update and compares its newest page. */
static void pull_page(swiftpager_subscription *subscription, int number)
{
    swiftpager_update *update = NULL;
    REQUIRE_OK(swiftpager_subscription_next(subscription, 10000, &update));
    CHECK_PAGE(swiftpager_update_page(update, NULL), number);
    CHECK_OK(swiftpager_update_release(update));
}

/* Stops a walk while page 2 is worked on and page 3 waits. */
static void stop_after_two(swiftpager_client *client, swiftpager_pager *pager)
{
    swiftpager_subscription *subscription = pull(pager);
    swiftpager_operation *walk = start(swiftpager_pager_load_all, pager, NULL);
    swiftpager_update *second = NULL;
    pull_page(subscription, 1);
    REQUIRE_OK(swiftpager_subscription_next(subscription, 10000, &second));
    (void)requests_once_loaded(client, pager, 3);
    CHECK_OK(swiftpager_operation_close(walk));
    CHECK_OK(swiftpager_subscription_release(subscription));
    CHECK_OK(swiftpager_update_release(second));
    CHECK_OK(swiftpager_operation_release(walk));
}

TEST(a_walk_that_was_cancelled_and_left_goes_on_with_the_page_that_waited)
{
    swiftpager_client *client = make_client(trouble_url("/good", NULL));
    swiftpager_pager *pager = make_pager(client, ITEMS_QUERY, "\"retain\": \"last\"");
    stop_after_two(client, pager);
    CHECK_STATE(pager, "/pages_loaded", "2");
    CHECK_CAN_LOAD(pager, true, false);
    swiftpager_subscription *subscription = pull(pager);
    /* The page that was seen last is the current state of the list. */
    pull_page(subscription, 2);
    swiftpager_operation *walk = start(swiftpager_pager_load_all, pager, GO_ON);
    for (int page = 3; page <= 5; page++) pull_page(subscription, page);
    CHECK_OK(swiftpager_operation_wait(walk, 10000, NULL));
    CHECK_STATE(pager, "/items_loaded", "50");
    CHECK_STATE(pager, "/end", "\"complete\"");
    CHECK_OK(swiftpager_operation_release(walk));
    CHECK_OK(swiftpager_subscription_release(subscription));
    CHECK_OK(swiftpager_pager_release(pager));
    CHECK_OK(swiftpager_client_release(client));
}

struct leaver {
    swiftpager_subscription *subscription;
    swiftpager_operation *walk;
    int pages;
};

/* Takes two pages, and ends everything inside the second call. */
static void leave_after_two(void *user_data, const swiftpager_update *update)
{
    struct leaver *leaver = user_data;
    leaver->pages++;
    CHECK_PAGE(swiftpager_update_page(update, NULL), leaver->pages);
    if (leaver->pages < 2) return;
    CHECK_OK(swiftpager_subscription_close(leaver->subscription));
    CHECK_OK(swiftpager_subscription_release(leaver->subscription));
    CHECK_OK(swiftpager_operation_close(leaver->walk));
}

TEST(a_callback_that_ends_everything_loses_no_page)
{
    for (int round = 0; round < 50; round++) {
        struct leaver leaver = {0};
        swiftpager_client *client = make_client(trouble_url("/good", NULL));
        const char *retain = round % 2 ? "\"retain\": \"last\"" : "\"retain\": \"none\"";
        swiftpager_pager *pager = make_pager(client, ITEMS_QUERY, retain);
        REQUIRE_OK(swiftpager_pager_subscribe(pager, leave_after_two, &leaver, NULL, &leaver.subscription));
        leaver.walk = start(swiftpager_pager_load_all, pager, NULL);
        /* With its only subscriber gone nothing holds the walk back: it may end before it is cancelled. */
        swiftpager_status status = swiftpager_operation_wait(leaver.walk, 10000, NULL);
        CHECK(status == SWIFTPAGER_CANCELLED || status == SWIFTPAGER_OK);
        CHECK_INTEGER(leaver.pages, 2);
        CHECK_STATE(pager, "/pages_loaded", "2");
        CHECK_RUN(swiftpager_pager_load_all, pager, GO_ON, SWIFTPAGER_OK);
        CHECK_STATE(pager, "/items_loaded", "50");
        CHECK_OK(swiftpager_operation_release(leaver.walk));
        CHECK_OK(swiftpager_pager_release(pager));
        CHECK_OK(swiftpager_client_release(client));
    }
}
