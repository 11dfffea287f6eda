/* Pages that no subscriber was handed are not lost to a walk that goes on, also where the pager keeps none. */
#include "harness.h"
#include "pagers.h"
#include "servers.h"

#include <stdio.h>

static const char *const retains[] = {"\"retain\": \"none\"", "\"retain\": \"last\""};

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
static void stop_after_two(swiftpager_client *client, swiftpager_pager *pager, bool leaves_first)
{
    swiftpager_subscription *subscription = pull(pager);
    swiftpager_operation *walk = start(swiftpager_pager_load_all, pager, NULL);
    swiftpager_update *second = NULL;
    pull_page(subscription, 1);
    REQUIRE_OK(swiftpager_subscription_next(subscription, 10000, &second));
    (void)requests_once_loaded(client, pager, 3);
    if (leaves_first) CHECK_OK(swiftpager_subscription_release(subscription));
    CHECK_OK(swiftpager_operation_close(walk));
    if (!leaves_first) CHECK_OK(swiftpager_subscription_release(subscription));
    CHECK_OK(swiftpager_update_release(second));
    CHECK_OK(swiftpager_operation_release(walk));
}

static void check_going_on(const char *retain, bool leaves_first)
{
    swiftpager_client *client = make_client(trouble_url("/good", NULL));
    swiftpager_pager *pager = make_pager(client, ITEMS_QUERY, retain);
    stop_after_two(client, pager, leaves_first);
    CHECK_STATE(pager, "/pages_loaded", "2");
    CHECK_STATE(pager, "/items_loaded", "20");
    CHECK_CAN_LOAD(pager, true, false);

    swiftpager_subscription *subscription = pull(pager);
    swiftpager_update *current = NULL;
    /* With "last" the page that was seen last is the current state of the list. */
    if (strstr(retain, "last") != NULL) {
        REQUIRE_OK(swiftpager_subscription_next(subscription, 0, &current));
        CHECK_PAGE(swiftpager_update_page(current, NULL), 2);
        CHECK_OK(swiftpager_update_release(current));
    }
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

TEST(a_walk_that_was_cancelled_and_left_goes_on_with_the_page_that_waited)
{
    for (size_t index = 0; index < COUNT_OF(retains); index++) {
        fresh_key();
        check_going_on(retains[index], false);
    }
}

TEST(a_walk_that_was_left_and_cancelled_goes_on_with_the_page_that_waited)
{
    for (size_t index = 0; index < COUNT_OF(retains); index++) {
        fresh_key();
        check_going_on(retains[index], true);
    }
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
        swiftpager_pager *pager = make_pager(client, ITEMS_QUERY, retains[round % 2]);
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

TEST(without_a_subscriber_loading_moves_on)
{
    swiftpager_client *client = make_client(trouble_url("/good", NULL));
    swiftpager_pager *pager = make_pager(client, ITEMS_QUERY, "\"retain\": \"none\"");
    CHECK_RUN(swiftpager_pager_fetch, pager, NULL, SWIFTPAGER_OK);
    for (int page = 2; page <= 5; page++) CHECK_RUN(swiftpager_pager_load_next, pager, NULL, SWIFTPAGER_OK);
    CHECK_STATE(pager, "/end", "\"complete\"");
    CHECK_INTEGER(server_requests(), 5);
    CHECK_OK(swiftpager_pager_release(pager));
    CHECK_OK(swiftpager_client_release(client));
}
