/* Every accepted operation ends exactly once, every user_data is given back exactly once, however it ends. */
#include "harness.h"
#include "pagers.h"
#include "recorder.h"
#include "servers.h"

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
        CHECK_OK(swiftpager_operation_cancel(operation));
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
    CHECK_OK(swiftpager_operation_cancel(operation));
    CHECK_OK(swiftpager_operation_cancel(operation));
    CHECK_TEXT(recorder.history, "");
    check_single_end(&recorder, client, pager, operation, SWIFTPAGER_CANCELLED);
    CHECK_JSON(recorder.error, "/code", "\"CANCELLED\"");
}

TEST(a_fetch_supersedes_a_fetch)
{
    struct recorder first = {0}, second = {0};
    swiftpager_client *client = NULL;
    swiftpager_pager *pager = make_trouble_pager("/slow", "bad=1&once=1&ms=20000", &client);
    swiftpager_operation *operation = begin(swiftpager_pager_fetch, pager, &first);
    CHECK(wait_for_requests(1));
    swiftpager_operation *other = begin(swiftpager_pager_fetch, pager, &second);
    CHECK_OK(swiftpager_operation_wait(other, -1, NULL));
    CHECK_TEXT(first.history, "CD");
    CHECK_STATUS(swiftpager_operation_wait(operation, 0, NULL), SWIFTPAGER_CANCELLED);
    CHECK_OK(swiftpager_operation_release(operation));
    check_single_end(&second, client, pager, other, SWIFTPAGER_OK);
}

TEST(load_all_supersedes_load_all)
{
    struct recorder first = {0}, second = {0};
    swiftpager_client *client = NULL;
    swiftpager_pager *pager = make_trouble_pager("/slow", "bad=2&once=1&ms=20000", &client);
    swiftpager_operation *operation = begin(swiftpager_pager_load_all, pager, &first);
    CHECK(wait_for_requests(2));
    swiftpager_operation *other = begin(swiftpager_pager_load_all, pager, &second);
    CHECK_OK(swiftpager_operation_wait(other, -1, NULL));
    CHECK_TEXT(first.history, "CD");
    CHECK_STATUS(first.status, SWIFTPAGER_CANCELLED);
    CHECK_OK(swiftpager_operation_release(operation));
    check_single_end(&second, client, pager, other, SWIFTPAGER_OK);
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

TEST(a_reset_ends_the_operation)
{
    struct recorder recorder = {0};
    swiftpager_client *client = NULL;
    swiftpager_pager *pager = make_trouble_pager("/stall", "bad=2", &client);
    CHECK_RUN(swiftpager_pager_fetch, pager, NULL, SWIFTPAGER_OK);
    swiftpager_operation *operation = begin(swiftpager_pager_load_next, pager, &recorder);
    CHECK_OK(swiftpager_pager_reset(pager));
    CHECK_STATE(pager, "/pages_held", "0");
    CHECK_STATE(pager, "/loading", "null");
    check_single_end(&recorder, client, pager, operation, SWIFTPAGER_CANCELLED);
}

TEST(releasing_the_pager_ends_the_operation)
{
    struct recorder recorder = {0};
    swiftpager_client *client = NULL;
    swiftpager_pager *pager = make_trouble_pager("/stall", "bad=1", &client);
    swiftpager_operation *operation = begin(swiftpager_pager_fetch, pager, &recorder);
    CHECK_OK(swiftpager_pager_release(pager));
    CHECK_STATUS(swiftpager_operation_wait(operation, -1, NULL), SWIFTPAGER_CANCELLED);
    check_single_end(&recorder, client, NULL, operation, SWIFTPAGER_CANCELLED);
}

TEST(shutting_the_client_down_ends_the_operation)
{
    struct recorder recorder = {0};
    swiftpager_client *client = NULL;
    swiftpager_pager *pager = make_trouble_pager("/stall", "bad=1", &client);
    swiftpager_operation *operation = begin(swiftpager_pager_fetch, pager, &recorder);
    CHECK_OK(swiftpager_client_shutdown(client, -1));
    CHECK_TEXT(recorder.history, "");
    CHECK_STATUS(swiftpager_operation_wait(operation, -1, NULL), SWIFTPAGER_CANCELLED);
    check_single_end(&recorder, client, pager, operation, SWIFTPAGER_CANCELLED);
}

TEST(releasing_the_client_calls_no_completion_and_destroys_at_once)
{
    struct recorder operations = {0}, updates = {0};
    swiftpager_client *client = NULL;
    swiftpager_pager *pager = make_trouble_pager("/stall", "bad=1", &client);
    REQUIRE_OK(swiftpager_pager_subscribe(pager, record_update, &updates, record_destroy, NULL));
    swiftpager_operation *operation = begin(swiftpager_pager_fetch, pager, &operations);
    CHECK_OK(swiftpager_client_release(client));
    CHECK_TEXT(operations.history, "D");
    CHECK_TEXT(updates.history, "D");
    CHECK_STATUS(swiftpager_operation_wait(operation, -1, NULL), SWIFTPAGER_CANCELLED);
    CHECK_OK(swiftpager_operation_release(operation));
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
    CHECK_OK(swiftpager_client_shutdown(client, -1));
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
