/* Every accepted operation ends exactly once, every user_data is given back exactly once, however it ends. */
#include "harness.h"
#include "pagers.h"
#include "recorder.h"
#include "servers.h"

#include <stdio.h>

/* Starts an operation with the recorder. */
static swiftpager_operation *begin(load_function *load, swiftpager_pager *pager, struct recorder *recorder)
{
    swiftpager_operation *operation = NULL;
    REQUIRE_OK(load(pager, NULL, record_completion, recorder, record_destroy, &operation, NULL));
    return operation;
}

/* Ends a test: the recorder was called for one operation, and is not called again. */
static void check_single_end(struct recorder *recorder, swiftpager_client *client, swiftpager_pager *pager,
                             swiftpager_operation *operation, swiftpager_status expected)
{
    while (swiftpager_client_dispatch(client, 0, 0, NULL) == SWIFTPAGER_OK && recorder->destroy_count == 0) {
        CHECK_OK(swiftpager_client_dispatch(client, 100, 0, NULL));
    }
    CHECK_STATUS(recorder->status, expected);
    CHECK_TEXT(recorder->history, "CD");
    if (operation != NULL) {
        CHECK_STATUS(swiftpager_operation_wait(operation, 0, NULL), expected);
        CHECK_OK(swiftpager_operation_close(operation));
        CHECK_OK(swiftpager_operation_release(operation));
    }
    CHECK_OK(swiftpager_pager_release(pager));
    CHECK_OK(swiftpager_client_release(client));
    CHECK_TEXT(recorder->history, "CD");
}

TEST(success_completes_once)
{
    struct recorder recorder = {0};
    swiftpager_client *client = NULL;
    swiftpager_pager *pager = make_trouble_pager("/good", NULL, &client);
    swiftpager_operation *operation = begin(swiftpager_pager_load_all, pager, &recorder);
    CHECK_OK(swiftpager_operation_wait(operation, -1, NULL));
    CHECK_TEXT(recorder.error, "");
    check_single_end(&recorder, client, pager, operation, SWIFTPAGER_OK);
}

TEST(an_operation_without_a_handle_completes_once)
{
    struct recorder recorder = {0};
    swiftpager_client *client = NULL;
    swiftpager_pager *pager = make_trouble_pager("/good", NULL, &client);
    REQUIRE_OK(swiftpager_pager_load_all(pager, NULL, record_completion, &recorder, record_destroy, NULL, NULL));
    check_single_end(&recorder, client, pager, NULL, SWIFTPAGER_OK);
}

TEST(an_operation_whose_handle_was_released_completes_once)
{
    struct recorder recorder = {0};
    swiftpager_client *client = NULL;
    swiftpager_pager *pager = make_trouble_pager("/good", NULL, &client);
    CHECK_OK(swiftpager_operation_release(begin(swiftpager_pager_load_all, pager, &recorder)));
    check_single_end(&recorder, client, pager, NULL, SWIFTPAGER_OK);
    CHECK_INTEGER(server_requests(), 5);
}

TEST(a_cancelled_operation_completes_once)
{
    struct recorder recorder = {0};
    swiftpager_client *client = NULL;
    swiftpager_pager *pager = make_trouble_pager("/stall", "bad=1", &client);
    swiftpager_operation *operation = begin(swiftpager_pager_fetch, pager, &recorder);
    CHECK_OK(swiftpager_operation_close(operation));
    CHECK_OK(swiftpager_operation_close(operation));
    CHECK_TEXT(recorder.history, "");
    check_single_end(&recorder, client, pager, operation, SWIFTPAGER_CANCELLED);
    CHECK_JSON(recorder.error, "/code", "\"CANCELLED\"");
}

struct superseding {
    load_function *first, *second;
    /* The page that is under way when the second call takes the first one's place. */
    int page;
    /* The pages held, and the requests made, when the second has ended. */
    int pages, requests;
};

static const struct superseding SUPERSEDING[] = {
    /* M25 */
    {swiftpager_pager_load_next, swiftpager_pager_fetch, 2, 1, 3},
    /* M26 */
    {swiftpager_pager_load_next, swiftpager_pager_load_all, 2, 5, 7},
    /* M28 */
    {swiftpager_pager_load_all, swiftpager_pager_load_all, 2, 5, 7},
    {swiftpager_pager_load_all, swiftpager_pager_fetch, 2, 1, 3},
    /* M29 */
    {swiftpager_pager_fetch, swiftpager_pager_fetch, 1, 1, 2},
};

static void check_superseding(const struct superseding *row)
{
    struct recorder updates = {0}, first = {0}, second = {0};
    char options[64];
    snprintf(options, sizeof options, "once=1&ms=20000&bad=%d", row->page);
    fresh_key();
    swiftpager_client *client = make_client(trouble_url("/slow", options));
    swiftpager_pager *pager = make_pager(client, ITEMS_QUERY, "\"load_all\": {\"emit\": \"end\"}");
    bool goes_on = row->first == swiftpager_pager_load_next;
    if (goes_on) CHECK_RUN(swiftpager_pager_fetch, pager, NULL, SWIFTPAGER_OK);
    swiftpager_operation *operation = begin(row->first, pager, &first);
    CHECK(wait_for_requests(row->page));
    subscribe_recorder(&updates, pager);
    CHECK_INTEGER(dispatch_waiting(client), goes_on);
    swiftpager_operation *other = begin(row->second, pager, &second);
    CHECK_OK(swiftpager_operation_wait(other, -1, NULL));
    CHECK_TEXT(first.history, "CD");
    CHECK_STATUS(first.status, SWIFTPAGER_CANCELLED);
    CHECK(wait_for_aborts(1));
    CHECK_INTEGER(server_requests(), row->requests);
    CHECK_TEXT(updates.history, goes_on ? "UU" : "U");
    CHECK_INTEGER(swiftpager_update_page_count(newest_update(&updates)), row->pages);
    CHECK_CAN_LOAD(pager, row->pages < 5, false);
    if (row->pages < 5) CHECK_RUN(swiftpager_pager_load_next, pager, NULL, SWIFTPAGER_OK);
    forget_updates(&updates);
    CHECK_OK(swiftpager_operation_release(operation));
    check_single_end(&second, client, pager, other, SWIFTPAGER_OK);
}

TEST(m25_m26_m28_m29_a_call_that_is_superseded_ends_and_leaves_no_trace)
{
    for (size_t index = 0; index < COUNT_OF(SUPERSEDING); index++) check_superseding(&SUPERSEDING[index]);
}

TEST(m27_load_all_is_not_disturbed_by_loads_that_are_refused)
{
    struct recorder updates = {0}, recorder = {0};
    swiftpager_client *client = make_client(trouble_url("/gated", NULL));
    swiftpager_pager *pager = make_pager(client, ITEMS_QUERY, "\"load_all\": {\"emit\": \"end\"}");
    subscribe_recorder(&updates, pager);
    swiftpager_operation *operation = begin(swiftpager_pager_load_all, pager, &recorder);
    CHECK(wait_for_requests(1));
    CHECK_RUN(swiftpager_pager_load_next, pager, NULL, SWIFTPAGER_LOAD_IN_PROGRESS);
    CHECK_RUN(swiftpager_pager_load_previous, pager, NULL, SWIFTPAGER_LOAD_IN_PROGRESS);
    open_gate();
    CHECK_OK(swiftpager_operation_wait(operation, -1, NULL));
    CHECK_INTEGER(server_requests(), 5);
    CHECK_TEXT(updates.history, "U");
    CHECK_INTEGER(swiftpager_update_page_count(newest_update(&updates)), 5);
    forget_updates(&updates);
    check_single_end(&recorder, client, pager, operation, SWIFTPAGER_OK);
}

TEST(load_next_is_refused_while_another_operation_is_under_way)
{
    struct recorder first = {0}, refused = {0};
    swiftpager_client *client = NULL;
    swiftpager_pager *pager = make_trouble_pager("/stall", "bad=1", &client);
    swiftpager_operation *operation = begin(swiftpager_pager_fetch, pager, &first);
    char *error = NULL;
    CHECK_STATUS(swiftpager_pager_load_next(pager, NULL, record_completion, &refused, record_destroy, NULL, &error),
                 SWIFTPAGER_LOAD_IN_PROGRESS);
    CHECK_JSON(error, "/code", "\"LOAD_IN_PROGRESS\"");
    swiftpager_free(error);
    CHECK_TEXT(refused.history, "D");
    CHECK_STATE(pager, "/loading", "\"fetch\"");
    CHECK_TEXT(first.history, "");
    CHECK_OK(swiftpager_pager_reset(pager));
    check_single_end(&first, client, pager, operation, SWIFTPAGER_CANCELLED);
}

TEST(m19_m20_a_reset_ends_every_operation_and_a_new_one_works)
{
    static load_function *const LOADS[] = {swiftpager_pager_load_next, swiftpager_pager_fetch,
                                           swiftpager_pager_load_all};
    for (size_t index = 0; index < COUNT_OF(LOADS); index++) {
        struct recorder updates = {0}, recorder = {0}, again = {0};
        fresh_key();
        swiftpager_client *client = make_client(trouble_url("/stall", index == 0 ? "bad=2&once=1" : "bad=1&once=1"));
        swiftpager_pager *pager = make_pager(client, ITEMS_QUERY, "\"load_all\": {\"emit\": \"end\"}");
        if (index == 0) CHECK_RUN(swiftpager_pager_fetch, pager, NULL, SWIFTPAGER_OK);
        swiftpager_operation *operation = begin(LOADS[index], pager, &recorder);
        CHECK(wait_for_requests(index == 0 ? 2 : 1));
        CHECK_OK(swiftpager_pager_reset(pager));
        subscribe_recorder(&updates, pager);
        CHECK_STATE(pager, "/pages_held", "0");
        CHECK_STATE(pager, "/loading", "null");
        CHECK_CAN_LOAD(pager, false, false);
        CHECK_STATUS(swiftpager_operation_wait(operation, -1, NULL), SWIFTPAGER_CANCELLED);
        CHECK_TEXT(recorder.history, "CD");
        CHECK_STATUS(recorder.status, SWIFTPAGER_CANCELLED);
        CHECK_TEXT(updates.history, "");
        CHECK_OK(swiftpager_operation_release(operation));
        operation = begin(swiftpager_pager_load_all, pager, &again);
        CHECK_OK(swiftpager_operation_wait(operation, -1, NULL));
        CHECK_TEXT(updates.history, "U");
        CHECK_INTEGER(swiftpager_update_page_count(newest_update(&updates)), 5);
        forget_updates(&updates);
        check_single_end(&again, client, pager, operation, SWIFTPAGER_OK);
    }
}

TEST(closing_the_pager_ends_the_operation)
{
    struct recorder recorder = {0};
    swiftpager_client *client = NULL;
    swiftpager_pager *pager = make_trouble_pager("/stall", "bad=1", &client);
    swiftpager_operation *operation = begin(swiftpager_pager_fetch, pager, &recorder);
    CHECK_OK(swiftpager_pager_close(pager));
    CHECK_STATUS(swiftpager_operation_wait(operation, -1, NULL), SWIFTPAGER_CANCELLED);
    check_single_end(&recorder, client, NULL, operation, SWIFTPAGER_CANCELLED);
}

TEST(shutting_the_client_down_ends_the_operation)
{
    struct recorder recorder = {0};
    swiftpager_client *client = NULL;
    swiftpager_pager *pager = make_trouble_pager("/stall", "bad=1", &client);
    swiftpager_operation *operation = begin(swiftpager_pager_fetch, pager, &recorder);
    CHECK_OK(swiftpager_client_close(client, -1));
    CHECK_TEXT(recorder.history, "");
    CHECK_STATUS(swiftpager_operation_wait(operation, -1, NULL), SWIFTPAGER_CANCELLED);
    check_single_end(&recorder, client, pager, operation, SWIFTPAGER_CANCELLED);
}

TEST(the_last_release_calls_no_completion_and_destroys_at_once)
{
    struct recorder operations = {0}, updates = {0};
    swiftpager_client *client = NULL;
    swiftpager_pager *pager = make_trouble_pager("/stall", "bad=1", &client);
    REQUIRE_OK(swiftpager_pager_subscribe(pager, record_update, &updates, record_destroy, NULL));
    swiftpager_operation *operation = begin(swiftpager_pager_fetch, pager, &operations);
    CHECK_OK(swiftpager_client_release(client));
    CHECK_OK(swiftpager_operation_release(operation));
    CHECK_TEXT(updates.history, "");
    CHECK_OK(swiftpager_pager_release(pager));
    CHECK_TEXT(operations.history, "D");
    CHECK_TEXT(updates.history, "D");
}

TEST(a_shutdown_and_a_dispatch_show_what_a_release_would_drop)
{
    struct recorder recorder = {0};
    swiftpager_client *client = NULL;
    swiftpager_pager *pager = make_trouble_pager("/stall", "bad=1", &client);
    swiftpager_operation *operation = begin(swiftpager_pager_fetch, pager, &recorder);
    CHECK_OK(swiftpager_client_close(client, -1));
    while (swiftpager_client_dispatch(client, -1, 0, NULL) == SWIFTPAGER_OK) continue;
    CHECK_TEXT(recorder.history, "CD");
    CHECK_STATUS(recorder.status, SWIFTPAGER_CANCELLED);
    CHECK_OK(swiftpager_client_release(client));
    CHECK_OK(swiftpager_operation_release(operation));
    CHECK_OK(swiftpager_pager_release(pager));
    CHECK_TEXT(recorder.history, "CD");
}

TEST(completions_of_superseded_operations_come_in_order)
{
    enum { FETCHES = 10 };
    struct recorder recorder = {0};
    swiftpager_client *client = NULL;
    swiftpager_pager *pager = make_trouble_pager("/slow", "bad=1&ms=500", &client);
    for (int index = 0; index < FETCHES; index++) {
        REQUIRE_OK(swiftpager_pager_fetch(pager, NULL, record_completion, &recorder, NULL, NULL, NULL));
    }
    /* Only the last one gets an answer. */
    subscribe_recorder(&recorder, pager);
    while (recorder.completion_count < FETCHES) CHECK_OK(swiftpager_client_dispatch(client, -1, 0, NULL));
    CHECK_TEXT(recorder.history, "CCCCCCCCCUC");
    CHECK_STATUS(recorder.status, SWIFTPAGER_OK);
    forget_updates(&recorder);
    CHECK_OK(swiftpager_pager_release(pager));
    CHECK_OK(swiftpager_client_release(client));
}
