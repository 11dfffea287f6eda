/* load_all is one page ahead of its slowest subscriber, and never more: the server's own count says so. */
#include "harness.h"
#include "pagers.h"
#include "recorder.h"
#include "servers.h"

#define PAGES 8

struct walk {
    swiftpager_client *client;
    swiftpager_pager *pager;
    int pages;
};

/* Works on each page until the one after it is there, and looks that no other was asked for. */
static void work_slowly(void *user_data, const swiftpager_update *update)
{
    struct walk *walk = user_data;
    walk->pages = (int)swiftpager_update_page_count(update);
    int allowed = walk->pages < PAGES ? walk->pages + 1 : PAGES;
    CHECK_INTEGER(requests_once_loaded(walk->client, walk->pager, allowed), allowed);
}

TEST(while_a_callback_works_on_a_page_the_next_one_travels_and_no_other)
{
    struct walk walk = {0};
    walk.pager = make_trouble_pager("/good", "pages=8", &walk.client);
    REQUIRE_OK(swiftpager_pager_subscribe(walk.pager, work_slowly, &walk, NULL, NULL));
    CHECK_RUN(swiftpager_pager_load_all, walk.pager, NULL, SWIFTPAGER_OK);
    CHECK_INTEGER(walk.pages, PAGES);
    CHECK_OK(swiftpager_pager_release(walk.pager));
    CHECK_OK(swiftpager_client_release(walk.client));
}

TEST(a_puller_is_one_page_ahead_of_nothing)
{
    swiftpager_client *client = NULL;
    swiftpager_pager *pager = make_trouble_pager("/good", "pages=8", &client);
    swiftpager_subscription *subscription = NULL;
    REQUIRE_OK(swiftpager_pager_subscribe(pager, NULL, NULL, NULL, &subscription));
    REQUIRE_OK(swiftpager_pager_load_all(pager, NULL, NULL, NULL, NULL, NULL, NULL));
    for (int page = 1; page <= PAGES; page++) {
        swiftpager_update *update = NULL;
        int allowed = page < PAGES ? page + 1 : PAGES;
        REQUIRE_OK(swiftpager_subscription_next(subscription, -1, &update));
        CHECK_INTEGER(requests_once_loaded(client, pager, allowed), allowed);
        /* The update may be given back at once; only asking for the next one says that its work is done. */
        CHECK_OK(swiftpager_update_release(update));
    }
    CHECK_OK(swiftpager_subscription_close(subscription));
    CHECK_OK(swiftpager_subscription_release(subscription));
    CHECK_OK(swiftpager_pager_release(pager));
    CHECK_OK(swiftpager_client_release(client));
}

TEST(without_a_dispatch_the_walk_does_not_go_on)
{
    struct recorder recorder = {0};
    swiftpager_client *client = NULL;
    swiftpager_pager *pager = make_trouble_pager("/good", "pages=8", &client);
    subscribe_recorder(&recorder, pager);
    swiftpager_operation *operation = start(swiftpager_pager_load_all, pager, NULL);
    CHECK_INTEGER(requests_once_loaded(client, pager, 2), 2);
    CHECK_STATE(pager, "/loading", "\"load_all\"");
    CHECK_OK(swiftpager_operation_wait(operation, -1, NULL));
    CHECK_TEXT(recorder.history, "UUUUUUUU");
    forget_updates(&recorder);
    CHECK_OK(swiftpager_operation_release(operation));
    CHECK_OK(swiftpager_pager_release(pager));
    CHECK_OK(swiftpager_client_release(client));
}
