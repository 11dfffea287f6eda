/* destroy(user_data): once, after the last call of its callback, also where nothing was registered. */
#include "harness.h"
#include "pagers.h"
#include "recorder.h"
#include "servers.h"

TEST(a_refused_call_destroys_before_it_returns_and_does_not_complete)
{
    load_function *const loads[] = {swiftpager_pager_fetch, swiftpager_pager_refetch, swiftpager_pager_load_next,
                                    swiftpager_pager_load_all};
    swiftpager_client *client = make_client(dead_url());
    swiftpager_pager *pager = make_pager(client, ITEMS_QUERY, "");
    for (size_t index = 0; index < COUNT_OF(loads); index++) {
        struct recorder recorder = {0};
        swiftpager_operation *operation = NULL;
        CHECK_STATUS(loads[index](pager, "{\"no\": 1}", record_completion, &recorder, record_destroy, &operation, NULL),
                     SWIFTPAGER_INVALID_CONFIG);
        CHECK_TEXT(recorder.history, "D");
        CHECK(operation == NULL);
        CHECK_STATUS(loads[index](pager, "\xff", NULL, &recorder, record_destroy, &operation, NULL),
                     SWIFTPAGER_INVALID_ARGUMENT);
        CHECK_TEXT(recorder.history, "DD");
    }
    struct recorder recorder = {0};
    CHECK_STATUS(swiftpager_pager_load_next(pager, NULL, NULL, &recorder, record_destroy, NULL, NULL),
                 SWIFTPAGER_MISSING_INITIAL_PAGE);
    CHECK_TEXT(recorder.history, "D");
    CHECK_OK(swiftpager_client_shutdown(client, -1));
    CHECK_STATUS(swiftpager_pager_fetch(pager, NULL, NULL, &recorder, record_destroy, NULL, NULL), SWIFTPAGER_CLOSED);
    CHECK_TEXT(recorder.history, "DD");
    CHECK_STATUS(swiftpager_pager_subscribe(pager, record_update, &recorder, record_destroy, NULL), SWIFTPAGER_CLOSED);
    CHECK_TEXT(recorder.history, "DDD");
    CHECK_OK(swiftpager_pager_release(pager));
    CHECK_OK(swiftpager_client_release(client));
}

TEST(user_data_without_a_completion_is_destroyed_once)
{
    struct recorder recorder = {0};
    swiftpager_client *client = NULL;
    swiftpager_pager *pager = make_trouble_pager("/good", NULL, &client);
    REQUIRE_OK(swiftpager_pager_fetch(pager, NULL, NULL, &recorder, record_destroy, NULL, NULL));
    while (recorder.destroy_count == 0) CHECK_OK(swiftpager_client_dispatch(client, 50, 0, NULL));
    CHECK_OK(swiftpager_pager_release(pager));
    CHECK_OK(swiftpager_client_release(client));
    CHECK_TEXT(recorder.history, "D");
}

TEST(a_subscription_is_destroyed_after_its_last_update)
{
    struct recorder recorder = {0};
    swiftpager_client *client = NULL;
    swiftpager_pager *pager = make_trouble_pager("/good", NULL, &client);
    REQUIRE_OK(swiftpager_pager_subscribe(pager, record_update, &recorder, record_destroy, NULL));
    CHECK_RUN(swiftpager_pager_load_all, pager, NULL, SWIFTPAGER_OK);
    CHECK_OK(swiftpager_pager_release(pager));
    CHECK_TEXT(recorder.history, "UUUUU");
    dispatch_waiting(client);
    CHECK_TEXT(recorder.history, "UUUUUD");
    forget_updates(&recorder);
    CHECK_OK(swiftpager_client_release(client));
    CHECK_TEXT(recorder.history, "UUUUUD");
}

TEST(a_cancelled_subscription_is_not_called_again_and_is_destroyed_in_a_dispatch)
{
    struct recorder recorder = {0};
    swiftpager_client *client = NULL;
    swiftpager_pager *pager = make_trouble_pager("/good", NULL, &client);
    swiftpager_subscription *subscription = NULL;
    CHECK_RUN(swiftpager_pager_load_all, pager, NULL, SWIFTPAGER_OK);
    REQUIRE_OK(swiftpager_pager_subscribe(pager, record_update, &recorder, record_destroy, &subscription));
    /* The current value waits already. */
    CHECK_OK(swiftpager_subscription_cancel(subscription));
    CHECK_STATUS(swiftpager_subscription_cancel(subscription), SWIFTPAGER_INVALID_HANDLE);
    CHECK_TEXT(recorder.history, "");
    CHECK_INTEGER(dispatch_waiting(client), 0);
    CHECK_TEXT(recorder.history, "D");
    CHECK_RUN(swiftpager_pager_fetch, pager, NULL, SWIFTPAGER_OK);
    CHECK_TEXT(recorder.history, "D");
    CHECK_OK(swiftpager_pager_release(pager));
    CHECK_OK(swiftpager_client_release(client));
    CHECK_TEXT(recorder.history, "D");
}

TEST(a_pulled_subscription_is_destroyed_when_it_ends)
{
    struct recorder recorder = {0};
    swiftpager_client *client = make_client(dead_url());
    swiftpager_pager *pager = make_pager(client, ITEMS_QUERY, "");
    swiftpager_subscription *cancelled = NULL, *left = NULL;
    REQUIRE_OK(swiftpager_pager_subscribe(pager, NULL, &recorder, record_destroy, &cancelled));
    REQUIRE_OK(swiftpager_pager_subscribe(pager, NULL, &recorder, record_destroy, &left));
    /* In the call that ends it, and not in a later dispatch. */
    CHECK_OK(swiftpager_subscription_cancel(cancelled));
    CHECK_TEXT(recorder.history, "D");
    CHECK_OK(swiftpager_pager_release(pager));
    CHECK_TEXT(recorder.history, "DD");
    CHECK_OK(swiftpager_client_release(client));
    CHECK_OK(swiftpager_subscription_cancel(left));
    CHECK_TEXT(recorder.history, "DD");
}
