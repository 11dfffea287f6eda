/* Ending an operation aborts its request: the server sees the connection close before its answer was sent. */
#include "harness.h"
#include "pagers.h"
#include "recorder.h"
#include "servers.h"

/* A walk whose third page stalls; returns once the server is in it. */
static swiftpager_operation *stall(swiftpager_pager *pager)
{
    swiftpager_operation *operation = start(swiftpager_pager_load_all, pager, NULL);
    CHECK(wait_for_requests(3));
    return operation;
}

/* The request was aborted, and the operation is over. */
static void check_abort(swiftpager_operation *operation)
{
    CHECK_STATUS(swiftpager_operation_wait(operation, -1, NULL), SWIFTPAGER_CANCELLED);
    CHECK(wait_for_aborts(1));
    CHECK_OK(swiftpager_operation_release(operation));
}

TEST(m23_cancel_aborts_the_request_and_keeps_the_pages)
{
    struct recorder recorder = {0};
    swiftpager_client *client = NULL;
    swiftpager_pager *pager = make_trouble_pager("/stall", "once=1", &client);
    subscribe_recorder(&recorder, pager);
    swiftpager_operation *operation = start(swiftpager_pager_load_all, pager, NULL);
    /* The third is asked for once the callback of the second page runs. */
    while (server_requests() < 3)
        REQUIRE(swiftpager_operation_wait(operation, 50, NULL) == SWIFTPAGER_TIMEOUT);
    CHECK_OK(swiftpager_operation_close(operation));
    check_abort(operation);
    CHECK_TEXT(recorder.history, "UU");
    CHECK_PAGE(swiftpager_update_page_at(newest_update(&recorder), 1), 2);
    CHECK_STATE(pager, "/pages_held", "2");
    CHECK_RUN(swiftpager_pager_load_all, pager, GO_ON, SWIFTPAGER_OK);
    CHECK_STATE(pager, "/items_loaded", "50");
    forget_updates(&recorder);
    CHECK_OK(swiftpager_pager_release(pager));
    CHECK_OK(swiftpager_client_release(client));
}

TEST(m22_a_cancelled_load_next_aborts_the_request_and_keeps_the_pages)
{
    struct recorder recorder = {0};
    swiftpager_client *client = NULL;
    swiftpager_pager *pager = make_trouble_pager("/stall", "bad=2&once=1", &client);
    CHECK_RUN(swiftpager_pager_fetch, pager, NULL, SWIFTPAGER_OK);
    subscribe_recorder(&recorder, pager);
    swiftpager_operation *operation = start(swiftpager_pager_load_next, pager, NULL);
    CHECK(wait_for_requests(2));
    CHECK_OK(swiftpager_operation_close(operation));
    check_abort(operation);
    CHECK_TEXT(recorder.history, "U");
    CHECK_RUN(swiftpager_pager_load_next, pager, NULL, SWIFTPAGER_OK);
    CHECK_TEXT(recorder.history, "UU");
    CHECK_PAGE(swiftpager_update_page_at(newest_update(&recorder), 0), 1);
    CHECK_PAGE(swiftpager_update_page_at(newest_update(&recorder), 1), 2);
    forget_updates(&recorder);
    CHECK_OK(swiftpager_pager_release(pager));
    CHECK_OK(swiftpager_client_release(client));
}

TEST(a_fetch_aborts_the_request_of_the_operation_before)
{
    swiftpager_client *client = NULL;
    swiftpager_pager *pager = make_trouble_pager("/stall", NULL, &client);
    swiftpager_operation *operation = stall(pager);
    CHECK_RUN(swiftpager_pager_fetch, pager, NULL, SWIFTPAGER_OK);
    check_abort(operation);
    CHECK_OK(swiftpager_pager_release(pager));
    CHECK_OK(swiftpager_client_release(client));
}

TEST(m21_a_reset_aborts_the_request)
{
    swiftpager_client *client = NULL;
    swiftpager_pager *pager = make_trouble_pager("/stall", NULL, &client);
    swiftpager_operation *operation = stall(pager);
    CHECK_OK(swiftpager_pager_reset(pager));
    check_abort(operation);
    CHECK_STATE(pager, "/pages_held", "0");
    CHECK_OK(swiftpager_pager_release(pager));
    CHECK_OK(swiftpager_client_release(client));
}

TEST(closing_the_pager_aborts_the_request)
{
    swiftpager_client *client = NULL;
    swiftpager_pager *pager = make_trouble_pager("/stall", NULL, &client);
    swiftpager_operation *operation = stall(pager);
    CHECK_OK(swiftpager_pager_close(pager));
    check_abort(operation);
    CHECK_OK(swiftpager_pager_release(pager));
    CHECK_OK(swiftpager_client_release(client));
}

TEST(shutting_the_client_down_aborts_the_request)
{
    swiftpager_client *client = NULL;
    swiftpager_pager *pager = make_trouble_pager("/stall", NULL, &client);
    swiftpager_operation *operation = stall(pager);
    CHECK_OK(swiftpager_client_close(client, -1));
    check_abort(operation);
    CHECK_OK(swiftpager_pager_release(pager));
    CHECK_OK(swiftpager_client_release(client));
}

TEST(closing_the_client_aborts_the_request)
{
    swiftpager_client *client = NULL;
    swiftpager_pager *pager = make_trouble_pager("/stall", NULL, &client);
    swiftpager_operation *operation = stall(pager);
    CHECK_OK(swiftpager_client_close(client, 0));
    check_abort(operation);
    CHECK_OK(swiftpager_pager_release(pager));
    CHECK_OK(swiftpager_client_release(client));
}

TEST(cancelling_an_operation_that_has_ended_does_nothing)
{
    swiftpager_client *client = NULL;
    swiftpager_pager *pager = make_trouble_pager("/stall", NULL, &client);
    swiftpager_operation *ended = start(swiftpager_pager_fetch, pager, NULL);
    CHECK_OK(swiftpager_operation_wait(ended, -1, NULL));
    CHECK_RUN(swiftpager_pager_load_next, pager, NULL, SWIFTPAGER_OK);
    swiftpager_operation *running = start(swiftpager_pager_load_next, pager, NULL);
    CHECK_OK(swiftpager_operation_close(ended));
    CHECK_STATE(pager, "/loading", "\"load_next\"");
    CHECK_OK(swiftpager_operation_wait(ended, 0, NULL));
    CHECK_OK(swiftpager_operation_close(running));
    CHECK_STATUS(swiftpager_operation_wait(running, -1, NULL), SWIFTPAGER_CANCELLED);
    CHECK_OK(swiftpager_operation_release(running));
    CHECK_OK(swiftpager_operation_release(ended));
    CHECK_OK(swiftpager_pager_release(pager));
    CHECK_OK(swiftpager_client_release(client));
}
