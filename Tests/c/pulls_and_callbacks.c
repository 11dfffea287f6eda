/* Callbacks that run while an operation or a subscription is pulled. */
#include "harness.h"
#include "pagers.h"
#include "pulled.h"
#include "recorder.h"
#include "servers.h"

#include <pthread.h>

TEST(a_pull_runs_the_callbacks_of_its_own_pager_and_none_of_others)
{
    struct recorder own = {0}, others = {0};
    swiftpager_client *client = NULL;
    swiftpager_pager *pager = make_trouble_pager("/good", NULL, &client);
    swiftpager_pager *other = make_pager(client, ITEMS_QUERY, "");
    subscribe_recorder(&own, pager);
    subscribe_recorder(&others, other);
    REQUIRE_OK(swiftpager_pager_fetch(other, NULL, record_completion, &others, record_destroy, NULL, NULL));
    (void)requests_once_loaded(client, other, 1);
    swiftpager_operation *walk = start_walk(pager, NULL);
    for (int page = 1; page <= 5; page++) expect_page(walk, page);
    expect_end(walk, SWIFTPAGER_OK);
    CHECK_TEXT(own.history, "UUUUU");
    CHECK_TEXT(others.history, "");
    CHECK_INTEGER(dispatch_waiting(client), 2);
    CHECK_TEXT(others.history, "UCD");
    forget_updates(&own);
    forget_updates(&others);
    CHECK_OK(swiftpager_pager_release(other));
    release_pulled(walk, pager, client);
}

TEST(pulling_a_subscription_runs_the_callbacks_of_its_pager_too)
{
    struct recorder recorder = {0};
    swiftpager_client *client = NULL;
    swiftpager_subscription *subscription = NULL;
    swiftpager_update *update = NULL;
    swiftpager_pager *pager = make_trouble_pager("/good", NULL, &client);
    subscribe_recorder(&recorder, pager);
    REQUIRE_OK(swiftpager_pager_subscribe(pager, NULL, NULL, NULL, &subscription));
    REQUIRE_OK(swiftpager_pager_load_all(pager, NULL, record_completion, &recorder, record_destroy, NULL, NULL));
    for (int page = 1; page <= 5; page++) {
        REQUIRE_OK(swiftpager_subscription_next(subscription, -1, &update));
        CHECK_PAGE(swiftpager_update_page(update, NULL), page);
        CHECK_OK(swiftpager_update_release(update));
    }
    while (recorder.destroy_count == 0) {
        CHECK_STATUS(swiftpager_subscription_next(subscription, 0, &update), SWIFTPAGER_TIMEOUT);
    }
    CHECK_TEXT(recorder.history, "UUUUUCD");
    forget_updates(&recorder);
    CHECK_OK(swiftpager_subscription_release(subscription));
    release_pulled(NULL, pager, client);
}

struct busy {
    swiftpager_client *client;
    pthread_barrier_t is_inside, may_return;
};

static void stay_inside(void *user_data, const swiftpager_update *update)
{
    struct busy *busy = user_data;
    (void)update;
    pthread_barrier_wait(&busy->is_inside);
    pthread_barrier_wait(&busy->may_return);
}

static void *dispatch_once(void *user_data)
{
    struct busy *busy = user_data;
    CHECK_OK(swiftpager_client_dispatch(busy->client, -1, 1, NULL));
    return NULL;
}

TEST(a_callback_on_another_thread_holds_no_page_back_that_waits_to_be_pulled)
{
    struct busy busy;
    pthread_t thread;
    swiftpager_update *update = NULL;
    swiftpager_pager *pager = make_trouble_pager("/good", NULL, &busy.client);
    pthread_barrier_init(&busy.is_inside, NULL, 2);
    pthread_barrier_init(&busy.may_return, NULL, 2);
    REQUIRE_OK(swiftpager_pager_subscribe(pager, stay_inside, &busy, NULL, NULL));
    swiftpager_operation *fetch = start(swiftpager_pager_fetch, pager, PULL);
    REQUIRE_INTEGER(pthread_create(&thread, NULL, dispatch_once, &busy), 0);
    pthread_barrier_wait(&busy.is_inside);
    expect_page(fetch, 1);
    expect_end(fetch, SWIFTPAGER_OK);
    /* Where there is nothing to take, a pull waits for its turn no longer than it may. */
    swiftpager_operation *cancelled = start(swiftpager_pager_load_next, pager, PULL);
    expect_page(cancelled, 2);
    expect_end(cancelled, SWIFTPAGER_OK);
    swiftpager_subscription *pulled = NULL;
    REQUIRE_OK(swiftpager_pager_subscribe(pager, NULL, NULL, NULL, &pulled));
    REQUIRE_OK(swiftpager_subscription_next(pulled, 0, &update));
    CHECK_OK(swiftpager_update_release(update));
    CHECK_STATUS(swiftpager_subscription_next(pulled, 20, &update), SWIFTPAGER_TIMEOUT);
    pthread_barrier_wait(&busy.may_return);
    pthread_join(thread, NULL);
    CHECK_OK(swiftpager_subscription_release(pulled));
    CHECK_OK(swiftpager_operation_release(cancelled));
    CHECK_OK(swiftpager_operation_release(fetch));
    /* The other callback, of page 2, is dropped with its client. */
    CHECK_OK(swiftpager_client_release(busy.client));
    CHECK_OK(swiftpager_pager_release(pager));
}
