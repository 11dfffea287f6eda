/* Subscriptions without a callback: their updates are pulled. */
#include "harness.h"
#include "pagers.h"
#include "recorder.h"
#include "servers.h"

#include <pthread.h>

static swiftpager_subscription *pull(swiftpager_pager *pager)
{
    swiftpager_subscription *subscription = NULL;
    REQUIRE_OK(swiftpager_pager_subscribe(pager, NULL, NULL, NULL, &subscription));
    return subscription;
}

TEST(a_list_can_be_pulled_without_a_dispatch)
{
    swiftpager_client *client = NULL;
    swiftpager_pager *pager = make_trouble_pager("/good", NULL, &client);
    swiftpager_subscription *subscription = pull(pager);
    REQUIRE_OK(swiftpager_pager_load_all(pager, NULL, NULL, NULL, NULL, NULL, NULL));
    for (int page = 1; page <= 5; page++) {
        swiftpager_update *update = NULL;
        REQUIRE_OK(swiftpager_subscription_next(subscription, -1, &update));
        CHECK_PAGE(swiftpager_update_page(update, NULL), page);
        CHECK_OK(swiftpager_update_release(update));
    }
    CHECK_STATE(pager, "/end", "\"complete\"");
    CHECK_OK(swiftpager_subscription_close(subscription));
    CHECK_OK(swiftpager_subscription_release(subscription));
    CHECK_OK(swiftpager_pager_release(pager));
    CHECK_OK(swiftpager_client_release(client));
}

TEST(pulling_nothing_times_out)
{
    swiftpager_client *client = make_client(dead_url());
    swiftpager_pager *pager = make_pager(client, ITEMS_QUERY, "");
    swiftpager_subscription *subscription = pull(pager);
    swiftpager_update *update = (swiftpager_update *)&update;
    CHECK_STATUS(swiftpager_subscription_next(subscription, 0, &update), SWIFTPAGER_TIMEOUT);
    CHECK(update == NULL);
    CHECK_STATUS(swiftpager_subscription_next(subscription, 20, &update), SWIFTPAGER_TIMEOUT);
    CHECK_STATUS(swiftpager_subscription_next(subscription, -2, &update), SWIFTPAGER_INVALID_ARGUMENT);
    CHECK_STATUS(swiftpager_subscription_next(subscription, INT32_MIN, &update), SWIFTPAGER_INVALID_ARGUMENT);
    CHECK_OK(swiftpager_subscription_close(subscription));
    CHECK_OK(swiftpager_subscription_release(subscription));
    CHECK_OK(swiftpager_pager_release(pager));
    CHECK_OK(swiftpager_client_release(client));
}

TEST(polling_again_and_again_says_once_that_an_update_is_done_with)
{
    swiftpager_client *client = NULL;
    swiftpager_pager *pager = make_trouble_pager("/slow", "pages=8&bad=2&ms=300", &client);
    swiftpager_subscription *subscription = pull(pager);
    swiftpager_update *update = NULL;
    int vain = 0;
    REQUIRE_OK(swiftpager_pager_load_all(pager, NULL, NULL, NULL, NULL, NULL, NULL));
    REQUIRE_OK(swiftpager_subscription_next(subscription, -1, &update));
    CHECK_OK(swiftpager_update_release(update));
    while (swiftpager_subscription_next(subscription, 0, &update) == SWIFTPAGER_TIMEOUT) vain++;
    CHECK(vain > 0);
    /* Page 2 is being worked on: page 3 may travel, and page 4 may not. */
    CHECK_PAGE(swiftpager_update_page(update, NULL), 2);
    CHECK(wait_for_requests(3));
    wait_a_moment();
    CHECK_INTEGER(server_requests(), 3);
    CHECK_OK(swiftpager_update_release(update));
    CHECK_OK(swiftpager_subscription_close(subscription));
    CHECK_OK(swiftpager_subscription_release(subscription));
    CHECK_OK(swiftpager_pager_release(pager));
    CHECK_OK(swiftpager_client_release(client));
}

TEST(updates_of_a_callback_cannot_be_pulled)
{
    struct recorder recorder = {0};
    swiftpager_client *client = make_client(dead_url());
    swiftpager_pager *pager = make_pager(client, ITEMS_QUERY, "");
    swiftpager_subscription *subscription = NULL;
    swiftpager_update *update = NULL;
    REQUIRE_OK(swiftpager_pager_subscribe(pager, record_update, &recorder, NULL, &subscription));
    CHECK_STATUS(swiftpager_subscription_next(subscription, 0, &update), SWIFTPAGER_INVALID_ARGUMENT);
    CHECK_OK(swiftpager_subscription_close(subscription));
    CHECK_OK(swiftpager_subscription_release(subscription));
    CHECK_OK(swiftpager_pager_release(pager));
    CHECK_OK(swiftpager_client_release(client));
}

TEST(updates_that_wait_can_be_pulled_after_the_pager_is_closed)
{
    swiftpager_client *client = NULL;
    swiftpager_pager *pager = make_trouble_pager("/good", NULL, &client);
    swiftpager_subscription *subscription = pull(pager);
    swiftpager_update *update = NULL;
    CHECK_RUN(swiftpager_pager_fetch, pager, NULL, SWIFTPAGER_OK);
    CHECK_RUN(swiftpager_pager_load_next, pager, NULL, SWIFTPAGER_OK);
    CHECK_OK(swiftpager_pager_close(pager));
    CHECK_OK(swiftpager_client_release(client));
    for (int page = 1; page <= 2; page++) {
        REQUIRE_OK(swiftpager_subscription_next(subscription, -1, &update));
        CHECK_PAGE(swiftpager_update_page(update, NULL), page);
        CHECK_OK(swiftpager_update_release(update));
    }
    CHECK_STATUS(swiftpager_subscription_next(subscription, -1, &update), SWIFTPAGER_CLOSED);
    CHECK(update == NULL);
    CHECK_OK(swiftpager_subscription_release(subscription));
    CHECK_OK(swiftpager_pager_release(pager));
}

TEST(a_pulled_failure_tells_its_status)
{
    swiftpager_client *client = NULL;
    swiftpager_pager *pager = make_trouble_pager("/html-502", "bad=2", &client);
    swiftpager_subscription *subscription = pull(pager);
    swiftpager_update *update = NULL;
    REQUIRE_OK(swiftpager_pager_load_all(pager, NULL, NULL, NULL, NULL, NULL, NULL));
    REQUIRE_OK(swiftpager_subscription_next(subscription, -1, &update));
    CHECK_OK(swiftpager_update_status(update));
    CHECK_OK(swiftpager_update_release(update));
    REQUIRE_OK(swiftpager_subscription_next(subscription, -1, &update));
    CHECK_STATUS(swiftpager_update_status(update), SWIFTPAGER_HTTP);
    CHECK_JSON(swiftpager_update_error(update), "/http_status", "502");
    CHECK_PAGE(swiftpager_update_page_at(update, 0), 1);
    CHECK_OK(swiftpager_update_release(update));
    CHECK_OK(swiftpager_subscription_close(subscription));
    CHECK_OK(swiftpager_subscription_release(subscription));
    CHECK_OK(swiftpager_pager_release(pager));
    CHECK_OK(swiftpager_client_release(client));
}

/* Waits without limit for an update that does not come. */
static void *wait_for_update(void *subscription)
{
    static swiftpager_status status;
    swiftpager_update *update = NULL;
    status = swiftpager_subscription_next(subscription, -1, &update);
    return &status;
}

/* Ends the wait of another thread in one of three ways. */
static void check_end_of_wait(int way)
{
    swiftpager_client *client = make_client(dead_url());
    swiftpager_pager *pager = make_pager(client, ITEMS_QUERY, "");
    swiftpager_subscription *subscription = pull(pager);
    pthread_t thread;
    void *status = NULL;
    REQUIRE_INTEGER(pthread_create(&thread, NULL, wait_for_update, subscription), 0);
    wait_a_moment();
    if (way == 0) CHECK_OK(swiftpager_subscription_close(subscription));
    if (way == 1) CHECK_OK(swiftpager_pager_close(pager));
    if (way == 2) CHECK_OK(swiftpager_client_close(client, 0));
    pthread_join(thread, &status);
    CHECK_STATUS(*(swiftpager_status *)status, SWIFTPAGER_CLOSED);
    CHECK_OK(swiftpager_subscription_release(subscription));
    CHECK_OK(swiftpager_pager_release(pager));
    CHECK_OK(swiftpager_client_release(client));
}

TEST(cancelling_a_subscription_ends_a_wait_on_another_thread)
{
    check_end_of_wait(0);
}

TEST(releasing_the_pager_ends_a_wait_on_another_thread)
{
    check_end_of_wait(1);
}

TEST(releasing_the_client_ends_a_wait_on_another_thread)
{
    check_end_of_wait(2);
}

TEST(a_subscription_that_was_closed_has_no_update_left_and_keeps_its_handle)
{
    swiftpager_client *client = NULL;
    swiftpager_pager *pager = make_trouble_pager("/good", NULL, &client);
    swiftpager_subscription *subscription = pull(pager);
    swiftpager_update *update = NULL;
    CHECK_RUN(swiftpager_pager_fetch, pager, NULL, SWIFTPAGER_OK);
    CHECK_OK(swiftpager_subscription_close(subscription));
    CHECK_OK(swiftpager_subscription_close(subscription));
    CHECK_STATUS(swiftpager_subscription_next(subscription, -1, &update), SWIFTPAGER_CLOSED);
    CHECK_OK(swiftpager_subscription_release(subscription));
    CHECK_STATUS(swiftpager_subscription_next(subscription, 0, &update), SWIFTPAGER_INVALID_HANDLE);
    CHECK_OK(swiftpager_pager_release(pager));
    CHECK_OK(swiftpager_client_release(client));
}
